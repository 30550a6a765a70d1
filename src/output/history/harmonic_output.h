/* harmonic_output.h: records real and imaginary parts of harmonic motions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_HARMONIC_OUTPUT_H
#define FS_OUTPUT_HISTORY_HARMONIC_OUTPUT_H

#include "joint_histories.h"
#include "output/output.h"
#include "support_reactions.h"

/* HarmonicOutput - Histories of the real parts (index 0) and of the imaginary parts (index 1). */
typedef struct {
  PetscInt       frequency; /* series number from HistoryAdd() */
  PetscInt       nprobes;
  Probe         *probes[2]; /* [nprobes] */
  JointHistories joints[2];
  /* They have no series if parts have loss factors, because no element computes the forces of
     structural damping. */
  SupportReactions supports[2];
} HarmonicOutput;

/* HarmonicOutputAddSeries - Adds the series of probes[nprobes], joints and supports to h.

   Collective. Input error: a probe is of a part (extreme or whole), which has no amplitude. */
PetscErrorCode HarmonicOutputAddSeries(HarmonicOutput *a, Assembly assembly, PetscInt nprobes,
                                       const Probe probes[], History h);
PetscErrorCode HarmonicOutputDestroy(HarmonicOutput *a);

/* HarmonicOutputRecord - Writes the row of the motion x into the series that
   HarmonicOutputAddSeries() has added, and computes x->imbalance if x->balance is given. The caller
   ends the row. Collective. */
PetscErrorCode HarmonicOutputRecord(const HarmonicOutput *a, Assembly assembly,
                                    const HarmonicMotion *x, History h);

#endif
