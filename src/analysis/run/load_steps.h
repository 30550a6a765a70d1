/* load_steps.h: shortens steps to what loads and prescribed motions do in time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_LOAD_STEPS_H
#define FS_ANALYSIS_RUN_LOAD_STEPS_H

#include <fs/archive.h>
#include <fs/control.h>
#include "base/growing_list.h"
#include "input/formula/load_step.h"
#include "model/model.h"

/* WatchedLoad - A formula at one place and motion. */
typedef struct {
  LoadWatch watch;
  PetscInt  group; /* number of the load and motion; its entries, one a place, are neighbours */
  PetscReal corner, last; /* of LoadStepsWarn: see load_watch_impulse; value at the last time */
} WatchedLoad;

/* LoadSteps - The formulas of time of a model. A formula that also depends on places or motions is
   watched at several of them. */
typedef struct {
  PetscReal t, dt;  /* start of the run, and spacing of samples [s] */
  PetscInt  nloads; /* the first entries are of loads; the others are motions */
  PetscBool held;   /* some formula is held */
  PetscReal quiet;  /* steps whose stages are before this time have no limit [s] */
  GROWING_LIST(WatchedLoad) watches;
} LoadSteps;

/* LoadStepsCreate - Collects the formulas that contain t: factors and fields of loads, laws, motors
   of joints, accelerations of the ground, and motions of supports and drivers.

   t is the start of the run, and dt is the first step [s]. Collective. */
PetscErrorCode LoadStepsCreate(Model model, PetscReal t, PetscReal dt, LoadSteps *loads);
PetscErrorCode LoadStepsDestroy(LoadSteps *loads);

/* load_steps_limit - Shortens a step, see FsStepLimit. Until load_steps_release, loads that jump
   just behind its end keep their values there (ExpressionHold). Not collective; the result is the
   same on every rank. */
void load_steps_limit(LoadSteps *loads, FsStepLimit *step);

/* load_steps_release - Ends what load_steps_limit does to stages behind the end of the step. Not
   collective. */
void load_steps_release(LoadSteps *loads);

/* LoadStepsArchive - Writes or reads what is known of the formulas. Collective. */
PetscErrorCode LoadStepsArchive(LoadSteps *loads, FsArchive a);

/* LoadStepsWarn - Warns if the impulse of a formula that steps of a fixed size see differs from the
   true one by more than 5 %.

   Input:
     from, to  times of the run [s]
     nsteps    number of steps between them
     solves    solves in a step, each of which sees the load once
   Collective. In load_impulse.c. */
PetscErrorCode LoadStepsWarn(LoadSteps *loads, MPI_Comm comm, PetscReal from, PetscReal to,
                             PetscInt nsteps, PetscInt solves);

#endif
