/* progress.h: prints the progress of a run, at most one line per second. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_PROGRESS_H
#define FS_OUTPUT_PROGRESS_H

#include <fs/control.h>

/* Progress - How far a run has come. */
typedef struct {
  MPI_Comm       comm;
  PetscBool      quiet;          /* whether no lines are printed */
  PetscReal      t_start, t_end; /* first and last time of the run [s] */
  PetscLogDouble started, last;  /* wall-clock times of the start and of the last line [s] */
} Progress;

/* ProgressStart - Initializes *p, and starts the clock by which the remaining time is estimated.

   Input:
     quiet    whether no lines are printed
     t_start  first time of the run [s]
     t_end    last time of the run [s]; PETSC_MAX_REAL if the end is not known; t_start if no lines
              are to be printed, because the rows of the analysis are not steps in time */
PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscReal t_start,
                             PetscReal t_end);

/* ProgressStep - Prints a line of progress after a step, unless the last line is less than a second
   old.

   Input:
     step  number of the step
     t     time at the end of the step [s]
     info  size of the step, and numbers of iterations
   All ranks call the function; rank 0 prints. */
PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const FsStepInfo *info);

#endif
