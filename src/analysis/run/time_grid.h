/* time_grid.h: defines the times of a run whose steps have the fixed size -dt. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_TIME_GRID_H
#define FS_ANALYSIS_RUN_TIME_GRID_H

#include "run.h"

/* TimeGrid - The times of a run, from the options. By default the step size is chosen near -dt so
   that a whole number of steps ends at t_end. With -dt_exact the step size is -dt, and t_end is
   moved to the end of the last step. */
typedef struct {
  PetscReal t_start, t_end; /* [s] */
  PetscReal requested, dt;  /* the value of -dt, and the size of the steps [s] */
  PetscBool exact;          /* the value of -dt_exact */
  PetscInt  nsteps;         /* the number of steps, if no step is shortened */
} TimeGrid;

/* ReadTimeGrid - Reads the times of a run, from -t_start, -t_end, -dt and -dt_exact.

   Collective. Input errors: -dt or -t_end is missing; -t_end is not after -t_start; -dt is below
   the resolution of times, or makes more steps than can be counted. */
PetscErrorCode ReadTimeGrid(FsOptions o, MPI_Comm comm, TimeGrid *grid);

extern const FsOptionDoc time_grid_options[];

/* count_steps - Returns the number of steps of dt [s] from t_start to t_end [s], rounded up. The
   round-off of the times does not add a step. */
PetscReal count_steps(PetscReal t_start, PetscReal t_end, PetscReal dt);

/* next_grid_time - Returns the first time t_start + k dt of the grid after run->s.t, but at most
   the end run->t_end and the time run->control.t_stop at which the run stops.

   k is an integer, so round-off does not accumulate from step to step. If the time of the grid is
   before run->control.t_stop, or behind it by less than 1e-6 dt, it is returned. */
PetscReal next_grid_time(const Run *run, PetscReal dt);

/* is_before_stop - Returns whether another step must be taken: whether run->s.t is before
   run->control.t_stop by more than 1e-6 of a step dt. If t_stop is not before run->t_end, the
   function returns whether run->s.t is before run->t_end. */
PetscBool is_before_stop(const Run *run, PetscReal dt);

#endif
