/* harmonic_output.h: records real and imaginary parts of harmonic motions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_HARMONIC_OUTPUT_H
#define FS_OUTPUT_HISTORY_HARMONIC_OUTPUT_H

#include "joint_histories.h"
#include "output/output.h"
#include "support_reactions.h"

/* Histories of the real part (0) and the imaginary part (1). */
typedef struct {
  PetscInt       frequency; /* number of HistoryAdd() */
  PetscInt       nprobes;
  Probe         *probes[2]; /* [nprobes] */
  JointHistories joints[2];
  /* No series if parts have loss factors, because no element computes the forces of structural
     damping. */
  SupportReactions supports[2];
} HarmonicOutput;

/* Adds the series. Collective. Input error: a probe of a whole part, which has no amplitude. */
PetscErrorCode HarmonicOutputAddSeries(HarmonicOutput *a, Assembly assembly, PetscInt nprobes,
                                       const Probe probes[], History h);
PetscErrorCode HarmonicOutputDestroy(HarmonicOutput *a);

/* Sets and ends the row of one frequency. Collective. */
PetscErrorCode HarmonicOutputRecord(const HarmonicOutput *a, Assembly assembly,
                                    const HarmonicMotion *x, History h);

#endif
