/* stable_step.h: checks the time step against the stability limit of explicit schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_STABLE_STEP_H
#define FS_ANALYSIS_RUN_STABLE_STEP_H

#include "run.h"
#include <fs/control.h>

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
