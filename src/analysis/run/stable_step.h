/* stable_step.h: checks the time step against the stability limit of explicit schemes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_STABLE_STEP_H
#define FS_ANALYSIS_RUN_STABLE_STEP_H

#include "run.h"
#include <fs/control.h>

/* StableStepCheck - Checks dt [s] with the highest frequency of the elements, before the first
   step.

   Also limits the steps of an adaptive control.
   Output:
     limit  of omega dt
   Input error: dt is too long. Collective. */
PetscErrorCode StableStepCheck(FsOptions o, const Run *run, FsIntegrator in, FsStepControl control,
                               PetscReal dt, PetscReal *limit);

/* StableStepCheckStart - Checks dt with the highest frequency of a nonlinear model at its initial
   state, where forces may have stiffened it.

   Call it after the set-up of the scheme. It checks only steps without a solve, see
   FsStageHasLumpedMass. energy_check.h detects the growth of other steps.
   Input error: omega dt is above the limit. Collective. */
PetscErrorCode StableStepCheckStart(const Run *run, FsIntegrator in, PetscReal dt, PetscReal limit);

#endif
