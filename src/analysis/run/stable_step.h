/* stable_step.h: checks the time step against the stability limit of explicit schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_STABLE_STEP_H
#define FS_ANALYSIS_RUN_STABLE_STEP_H

#include "run.h"
#include <fs/control.h>

/* StableStepCheck - Checks the step size dt [s] against the stability limit of the scheme.

   The scheme is stable if omega dt is below the limit by 1e-6 of it. The frequency omega is the
   upper bound of AssemblyFrequency at run->s. The function also limits the steps of control to the
   largest stable step. Call it before FsStepControlSetUp.
   Output:
     limit  largest stable omega dt
   Input errors: dt is too long; a node has stiffness but no mass; the scheme grows at every step.
   Collective. */
PetscErrorCode StableStepCheck(const Run *run, const FsIntegratorOptions *integrator,
                               FsStepControl control, PetscReal dt, PetscReal *limit);

/* StableStepCheckStart - Checks the step size dt [s] of a nonlinear model in its initial state.

   Forces may have stiffened the model in this state, run->s; omega is its highest frequency there.
   Call the function after FsIntegratorSetUp. It checks only schemes whose steps have no solve
   (FsStageHasLumpedMass). For other schemes, energy_check.h detects growth.
   Input:
     limit  from StableStepCheck
   Input error: omega dt is not below the limit by 1e-6 of it. Collective. */
PetscErrorCode StableStepCheckStart(const Run *run, FsIntegrator in, PetscReal dt, PetscReal limit);

#endif
