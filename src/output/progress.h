/* progress.h: prints the progress of a run, at most one line a second. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_PROGRESS_H
#define FS_OUTPUT_PROGRESS_H

#include <fs/control.h>

typedef struct {
  MPI_Comm       comm;
  PetscBool      quiet;          /* no lines are printed */
  PetscReal      t_start, t_end; /* first and last time of the run [s] */
  PetscLogDouble started, last;  /* wall times of the start and of the last line [s] */
} Progress;

/* ProgressStart - Starts the clock.

   t_end is PETSC_MAX_REAL if the end is unknown. If it is t_start, no lines are printed. */
PetscErrorCode ProgressStart(Progress *p, MPI_Comm comm, PetscBool quiet, PetscReal t_start,
                             PetscReal t_end);

/* ProgressStep - Prints a line after a step that ends at t [s].

   Does nothing if the last line is less than a second old. All ranks call it; rank 0 prints. */
PetscErrorCode ProgressStep(Progress *p, PetscInt step, PetscReal t, const FsStepInfo *info);

#endif
