/* harmonic_output.h: records the results of probes, joints and supports in harmonic motions, as the
   real and the imaginary parts of their complex amplitudes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_HISTORY_HARMONIC_OUTPUT_H
#define FS_OUTPUT_HISTORY_HARMONIC_OUTPUT_H

#include "joint_histories.h"
#include "output/output.h"

/* HarmonicOutput - The series of histories to which results of harmonic motions are written. Each
   result is a complex amplitude. Arrays with two entries have the series of its real part (index 0)
   and of its imaginary part (index 1). */
typedef struct {
  PetscInt       frequency; /* number of the series of the frequency, from HistoryAdd() */
  PetscInt       nprobes;   /* number of probes */
  Probe         *probes[2]; /* [nprobes] */
  JointHistories joints[2];
  /* reactions of supports; without series if some part has a loss factor, because no element
     computes the forces of structural damping */
  SupportReactions supports[2];
} HarmonicOutput;

/* HarmonicOutputAddSeries - Adds the series of the probes, joints and supports to h.

   Input:
     probes  [nprobes] the probes, which are copied
   Output:
     a  the caller destroys it by HarmonicOutputDestroy()
   Collective. Input error: a probe records an extreme value of a part, or the motion of a whole
   part, which have no amplitude. */
PetscErrorCode HarmonicOutputAddSeries(HarmonicOutput *a, Assembly assembly, PetscInt nprobes,
                                       const Probe probes[], History h);
PetscErrorCode HarmonicOutputDestroy(HarmonicOutput *a);

/* HarmonicOutputRecord - Writes the results of probes, joints and supports in the harmonic motion x
   into the current row of their series in h. If x->balance is not NULL, the function also computes
   x->imbalance.

   The caller ends the row by HistoryEndStep(). Collective. */
PetscErrorCode HarmonicOutputRecord(const HarmonicOutput *a, Assembly assembly,
                                    const HarmonicMotion *x, History h);

#endif
