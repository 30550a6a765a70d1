/* stable_step.h: the step up to which a conditionally stable scheme does not grow. Used by transient.c before the first step. */
#ifndef FS_ANALYSIS_RUN_STABLE_STEP_H
#define FS_ANALYSIS_RUN_STABLE_STEP_H

#include "run.h"
#include <fs/control.h>

/* Input error: dt [s] is beyond the stable step at the highest frequency of the elements. Adaptive steps are limited to it. *limit: of
   omega dt. */
PetscErrorCode StableStepCheck(FsOptions o, const Run *run, FsIntegrator in, FsStepControl control,
                               PetscReal dt, PetscReal *limit);

/* After the scheme's set-up. Input error: dt is beyond the limit at the highest frequency about the start of a nonlinear motion, which
   forces there may have stiffened. Only of steps without a solve (FsStageHasLumpedMass); what becomes of others energy_check.h sees. */
PetscErrorCode StableStepCheckStart(const Run *run, FsIntegrator in, PetscReal dt, PetscReal limit);

#endif
