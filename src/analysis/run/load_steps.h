/* load_steps.h: shortens time steps so that they resolve loads and prescribed motions, which are
   formulas of the time t.

   A step then ends where a formula jumps or has a corner, and a short pulse is not stepped over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_LOAD_STEPS_H
#define FS_ANALYSIS_RUN_LOAD_STEPS_H

#include <fs/archive.h>
#include <fs/control.h>
#include "base/growing_list.h"
#include "input/formula/load_step.h"
#include "model/model.h"

/* WatchedLoad - A formula of t whose other variables, such as coordinates or velocities, are fixed.
   A formula that has other variables is watched at several of their values. */
typedef struct {
  LoadWatch watch; /* what is known about the formula (input/formula/load_step.h) */
  /* the number of the formula. The entries of a formula have the same number and are consecutive
   */
  PetscInt group;
  /* of LoadStepsWarn: a time before which the formula has no corner, and its value at the last time
   */
  PetscReal corner, last;
} WatchedLoad;

/* LoadSteps - The formulas of t of a model. */
typedef struct {
  PetscReal t, dt;  /* the start of the run, and the spacing of the samples of the formulas [s] */
  PetscInt  nloads; /* the first nloads watches are those of loads, the others are of motions */
  PetscBool held;   /* some load keeps its value behind the end of the step (load_steps_limit) */
  PetscReal quiet;  /* no formula limits steps whose stages are before this time [s] */
  GROWING_LIST(WatchedLoad) watches;
} LoadSteps;

/* LoadStepsCreate - Collects the formulas of a model that contain t: factors and fields of loads,
   unstrained lengths, temperatures, force laws, motors of joints, accelerations of the ground, and
   motions of supports and drivers.

   Input:
     t      the start of the run [s]
     dt     the size of the first step [s], which is the spacing of the samples of the formulas
   Output:
     loads  borrows the formulas of the model; the caller destroys it by LoadStepsDestroy
   Collective. */
PetscErrorCode LoadStepsCreate(Model model, PetscReal t, PetscReal dt, LoadSteps *loads);
PetscErrorCode LoadStepsDestroy(LoadSteps *loads);

/* load_steps_limit - Shortens a step so that it resolves the formulas.

   The scheme may evaluate loads at stages behind the end of the step. A load that jumps between the
   end and such a stage therefore keeps the value that it has at the end, until the call of
   load_steps_release.
   Changed:
     step  the step to take. Its size step->h [s] may become smaller; the members that say why
           (FsStepLimit) are set
   Not collective; the result is the same on every rank. */
void load_steps_limit(LoadSteps *loads, FsStepLimit *step);

/* load_steps_release - Lets all loads again have the values of their formulas at all times, after
   load_steps_limit. Not collective. */
void load_steps_release(LoadSteps *loads);

/* LoadStepsArchive - Writes what is known about the formulas to an archive, or reads it if the
   archive is open for reading. Collective. */
PetscErrorCode LoadStepsArchive(LoadSteps *loads, FsArchive a);

/* LoadStepsWarn - Warns if steps of a fixed size do not resolve a load: if the impulse of the
   values at which the steps evaluate its formula differs from the integral of the formula by more
   than 5 %.

   Input:
     from, to  the start and the end of the run [s]
     nsteps    the number of steps between them
     solves    the number of solves in a step; each solve evaluates the load once
   Collective. In load_impulse.c. */
PetscErrorCode LoadStepsWarn(LoadSteps *loads, MPI_Comm comm, PetscReal from, PetscReal to,
                             PetscInt nsteps, PetscInt solves);

#endif
