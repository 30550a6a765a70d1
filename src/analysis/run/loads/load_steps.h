/* load_steps.h: shortens time steps so that they resolve loads and prescribed motions, which are
   formulas of the time t.

   A step then ends where a formula jumps or has a corner, and a short pulse is not stepped over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_LOADS_LOAD_STEPS_H
#define FS_ANALYSIS_RUN_LOADS_LOAD_STEPS_H

#include <fs/archive.h>
#include <fs/control.h>
#include "base/growing_list.h"
#include "input/formula/load_step.h"
#include "model/model.h"

/* WatchedLoad - A formula of the time t that steps must resolve, whose other variables, such as
   coordinates or velocities, are fixed. A formula that has other variables is watched at several of
   their values. */
typedef struct {
  LoadWatch watch; /* what is known about the formula (input/formula/load_step.h) */
  /* number of the formula, the same in all entries of one formula, which are consecutive */
  PetscInt group;
  /* a time before which the formula has no corner, and the value of the formula at the last time;
     LoadStepsWarn uses both */
  PetscReal corner, last;
} WatchedLoad;

/* LoadSteps - The formulas of the time t of a model's loads and motions, which steps must
   resolve. */
typedef struct {
  PetscReal t, dt;  /* the start of the run, and the spacing of the samples of the formulas [s] */
  PetscInt  nloads; /* number of watched loads; the entries after them are motions */
  /* whether some load keeps its value behind the end of the step (load_steps_limit) */
  PetscBool held;
  PetscReal quiet; /* time [s] up to which no formula limits the steps */
  /* time [s] from which load_steps_hold_change keeps loads; PETSC_MAX_REAL if it keeps none */
  PetscReal change;
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

/* load_steps_limit - Shortens a time step so that it resolves jumps, corners and pulses of loads
   and prescribed motions.

   The scheme may evaluate loads at stages behind the end of the step. A load that jumps between the
   end and such a stage therefore keeps the value that it has at the end, until the call of
   load_steps_release.
   Changed:
     step  the step to take. Its size step->h [s] may become smaller; the members that say why
           (FsStepLimit) are set
   Not collective; the result is the same on every rank. */
void load_steps_limit(LoadSteps *loads, FsStepLimit *step);

/* load_steps_release - Ends the effect of load_steps_limit and of load_steps_hold_change: all loads
   again have the values of their formulas at all times. Not collective. */
void load_steps_release(LoadSteps *loads);

/* load_steps_next_change - Finds the first time after t at which a load or a prescribed motion
   jumps, or becomes constant, or ceases to be constant.

   Returns the time just after this change [s]. Without a change returns the time up to which it has
   searched: end or, if that is earlier, a million samples after t.
   Input:
     end  latest time [s]
   Not collective; the result is the same on every rank. */
PetscReal load_steps_next_change(LoadSteps *loads, PetscReal t, PetscReal end);

/* load_steps_hold_change - Lets loads that jump at the change that load_steps_next_change has found
   keep their values of just before the change at all later times, until load_steps_release.
   Not collective. */
void load_steps_hold_change(LoadSteps *loads);

/* LoadStepsArchive - Writes what is known about the corners of loads and motions to a checkpoint,
   or reads it if the archive is open for reading. Collective. */
PetscErrorCode LoadStepsArchive(LoadSteps *loads, FsArchive a);

/* LoadStepsWarn - Warns if steps of a fixed size do not resolve a load: if the impulse of the
   values at which the steps evaluate its formula differs from the integral of the formula by more
   than 5 %.

   Input:
     from, to  the start and the end of the run [s]
     nsteps    the number of steps between them
     solves    the number of solves in a step; each solve evaluates the load once
   Collective. */
PetscErrorCode LoadStepsWarn(LoadSteps *loads, MPI_Comm comm, PetscReal from, PetscReal to,
                             PetscInt nsteps, PetscInt solves);

#endif
