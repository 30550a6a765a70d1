/* time_grid.h: defines the times of a run with steps of -dt. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_TIME_GRID_H
#define FS_ANALYSIS_RUN_TIME_GRID_H

#include "run.h"

/* TimeGrid - The times of a run, from the options. A whole number of steps ends at t_end. With
   -dt_exact, t_end is the end of the last step. */
typedef struct {
  PetscReal t_start, t_end; /* [s] */
  PetscReal requested, dt;  /* value of -dt, and size of the steps [s] */
  PetscBool exact;          /* -dt_exact */
  PetscInt  nsteps;         /* number of steps if none is cut back */
} TimeGrid;

/* ReadTimeGrid - Reads -t_start, -t_end, -dt and -dt_exact.

   Collective. Input errors: -dt or -t_end is missing; -t_end is not after -t_start; -dt is below
   the resolution of times, or makes more steps than can be counted. */
PetscErrorCode ReadTimeGrid(FsOptions o, MPI_Comm comm, TimeGrid *grid);

extern const FsOptionDoc time_grid_options[];

/* count_steps - Returns the number of steps of dt [s] from t_start to t_end [s], rounded up. The
   round-off of the times does not add a step. */
PetscReal count_steps(PetscReal t_start, PetscReal t_end, PetscReal dt);

/* next_grid_time - Returns the first time t_start + k dt after run->s.t, but at most t_end and
   t_stop.

   k is an integer, so round-off does not accumulate from step to step. If t_stop is within 1e-6 of
   a step of a time of the grid, the result is that time. */
PetscReal next_grid_time(const Run *run, PetscReal dt);

/* is_before_stop - Returns whether run->s.t is before t_stop by more than 1e-6 of a step, or before
   t_end. */
PetscBool is_before_stop(const Run *run, PetscReal dt);

#endif
