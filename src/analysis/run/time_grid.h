/* time_grid.h: defines the times of a run with steps of -dt. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_TIME_GRID_H
#define FS_ANALYSIS_RUN_TIME_GRID_H

#include "run.h"

typedef struct {
  PetscReal requested, dt; /* -dt, and the step that is used [s] */
  PetscBool exact;         /* -dt_exact */
  PetscInt  nsteps;        /* number of steps if none is cut back */
} TimeGrid;

/* TimeGridFromOptions - Reads -t_start, -t_end and -dt.

   Shortens dt so that a whole number of steps ends at t_end. With -dt_exact, it moves t_end to the
   end of the last step instead. Input errors: an option is missing or wrong. Collective. */
PetscErrorCode TimeGridFromOptions(FsOptions o, MPI_Comm comm, Run *run, TimeGrid *grid);

/* count_steps - Returns the number of steps of dt that fill an interval, rounded up. Round-off of
   the interval does not add a step. */
PetscReal count_steps(PetscReal interval, PetscReal dt);

/* next_grid_time - Returns the next multiple of dt after t_start, or t_end if that is as near. The
   round-off of sums does not accumulate. */
PetscReal next_grid_time(const Run *run, PetscReal dt);

#endif
