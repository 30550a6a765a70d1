/* load_steps.h: shortens steps to what loads and prescribed motions do in time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_LOAD_STEPS_H
#define FS_ANALYSIS_RUN_LOAD_STEPS_H

#include <fs/archive.h>
#include <fs/control.h>
#include "model/model.h"

/* LoadSteps - The formulas of time of a model. */
typedef struct {
  PetscInt    n, capacity;
  PetscInt    nloads;  /* the first formulas are of loads; the others are motions */
  Expression *formula; /* [n] borrowed from the model; those that depend on t */
  PetscReal  *largest; /* [n] largest absolute value of each formula so far */
  PetscReal   dt;      /* spacing of samples [s] */
} LoadSteps;

/* LoadStepsCreate - Collects the formulas of t: factors of loads and of gravity, accelerations of
   the ground, and motions of supports and drivers.

   dt is the first step [s]. Not collective. */
PetscErrorCode LoadStepsCreate(Model model, PetscReal dt, LoadSteps *loads);
PetscErrorCode LoadStepsDestroy(LoadSteps *loads);

/* load_steps_limit - Shortens a step, see FsStepLimit. Until load_steps_release, loads that jump
   just behind its end keep their values there (ExpressionHold). Not collective; the result is the
   same on every rank. */
void load_steps_limit(LoadSteps *loads, FsStepLimit *step);

/* load_steps_release - Ends what load_steps_limit does to stages behind the end of the step. Not
   collective. */
void load_steps_release(LoadSteps *loads);

/* LoadStepsArchive - Writes or reads the largest values. Collective. */
PetscErrorCode LoadStepsArchive(LoadSteps *loads, FsArchive a);

/* LoadStepsWarn - Warns if the impulse of a formula that steps of a fixed size see differs from the
   true one by more than 5 %.

   Input:
     from, to  times of the run [s]
     nsteps    number of steps between them
     solves    solves in a step, each of which sees the load once
   Collective. */
PetscErrorCode LoadStepsWarn(const LoadSteps *loads, MPI_Comm comm, PetscReal from, PetscReal to,
                             PetscInt nsteps, PetscInt solves);

#endif
