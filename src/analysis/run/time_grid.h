/* time_grid.h: defines the times of a run whose steps have the fixed size -dt, and checks this
   size against the stability limit of explicit schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_TIME_GRID_H
#define FS_ANALYSIS_RUN_TIME_GRID_H

#include "run.h"
#include <fs/control.h>

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

/* ---- stable step ----------------------------------------------------------------------------- */

/* StableStepCheck - Checks the step size dt [s] against the stability limit of the scheme.

   omega dt must be below the limit by at least 1e-6 of the limit. In linear models omega dt
   may be at the limit, and StableStepCheckStart decides whether it may. Here omega [rad/s] is an
   upper bound of the highest frequency of the model at run->s (AssemblyFrequency). The function
   also limits the steps of control to the largest stable step. Call it before FsStepControlSetUp.
   Input:
     integrator  the options that define the scheme
   Changed:
     control     the step size control, whose largest step is reduced
   Output:
     limit       the largest omega dt for which the scheme is stable
   Input errors: dt is too long; a node has stiffness but no mass; the scheme is unstable for steps
   of any size. Collective. */
PetscErrorCode StableStepCheck(const Run *run, const FsIntegratorOptions *integrator,
                               FsStepControl control, PetscReal dt, PetscReal *limit);

/* StableStepCheckStart - Checks the step size dt [s] of a model in its initial state.

   The forces in the initial state run->s may make a nonlinear model stiffer than without forces.
   Therefore omega dt must be below the limit by at least 1e-6 of the limit also for the highest
   frequency omega in this state. The function checks nonlinear models only with schemes whose steps
   solve no equations (FsStageHasLumpedMass). For other schemes, energy_check.h detects growth of
   the energy.

   A linear model whose omega dt is at the limit needs lumped masses, and a lower highest frequency
   than that of its elements. A uniform bar has both, and its nodes then move exactly. A warning
   says that the step is at the limit. Call the function after FsIntegratorSetUp.
   Input:
     in     the integrator of the scheme
     limit  the largest stable omega dt, from StableStepCheck
   Input error: dt is too long. Collective. */
PetscErrorCode StableStepCheckStart(const Run *run, FsIntegrator in, PetscReal dt, PetscReal limit);

#endif
