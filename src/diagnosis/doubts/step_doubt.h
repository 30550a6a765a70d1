/* step_doubt.h: warns if time steps are too long for the motion that they compute. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_DOUBTS_STEP_DOUBT_H
#define FS_DIAGNOSIS_DOUBTS_STEP_DOUBT_H

#include <fs/integrator.h>

/* StepSums - Sums over the steps of a stretch of the run that were sampled. Squares are those of
   displacements alone. */
typedef struct {
  PetscInt  n;    /* number of steps */
  Vec       sum;  /* sum of q; owned */
  PetscReal q, v; /* this rank's parts of the sums of |q|^2 and of |v|^2 */
} StepSums;

/* StepDoubt - Sums from which a run estimates the number of its steps in a period of its motion.

   They are sums of displacements and velocities over a stretch, a number of steps in succession of
   one size. StepDoubtRead() begins a new stretch when one has ended; the last two are kept. A
   checkpoint does not have the sums: after a restart the estimate begins again. */
typedef struct {
  StepSums stretch[2]; /* the stretch of the run before the present one, and the present one */
  PetscInt next;       /* number of the step at which the present stretch ends */
} StepDoubt;

/* StepDoubtCreate - Creates the sums of a run. They are created before the output opens, because a
   run that has too little memory must end before it leaves a file.

   Input:
     sys  the system; without a measure of displacements nothing is created, and nothing is read
   Output:
     d    zero before the call; the caller destroys it by StepDoubtDestroy()
   Collective. */
PetscErrorCode StepDoubtCreate(FsSystem sys, StepDoubt *d);

/* StepDoubtRead - Reads the state at the end of a step, for speed of about one step in eight after
   the first 16.

   Input:
     step  number of the step, from 1
     s     state at its end
   Changed:
     d     the sums; nothing is read if StepDoubtCreate() has created none
   Collective, without a reduction: each rank adds up its own part. */
PetscErrorCode StepDoubtRead(StepDoubt *d, FsSystem sys, PetscInt step, const FsState *s);

/* StepDoubtReport - Warns if the scheme computes the period of the motion at the end of the run, or
   of a natural vibration that this motion excites, with an error of more than 5 %, or if the period
   has fewer than three steps. A small motion does not count.

   Input:
     s, loading  the last state, and how much of the loads acts
     scheme      the scheme of the steps and its parameters
     dt          size of the steps [s]
   Collective. */
PetscErrorCode StepDoubtReport(const StepDoubt *d, FsSystem sys, const FsState *s,
                               const FsLoading *loading, const FsIntegratorOptions *scheme,
                               PetscReal dt);
PetscErrorCode StepDoubtDestroy(StepDoubt *d);

#endif
