/* control.h: chooses the size of time steps.

   By default all steps have the nominal size, and only a step that cannot be solved is divided.
   With the option -adapt, the size of each step follows from the estimated error of the step
   before. If a force law changes its formula inside a step (switches.h), the step ends there. The
   scheme then restarts, so that it keeps its order of accuracy, and solves the rest of the step. An
   analysis calls FsStepControlCreate, FsStepControlSetUp, then FsStepControlAdvance until the
   end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTROL_H
#define FS_CONTROL_H

#include <fs/integrator.h>

typedef struct _n_FsStepControl *FsStepControl;

/* FsEvents - Where steps end early: where force laws switch; nowhere; or where they switch and at
   kinks of laws. */
typedef enum { FS_EVENTS_LOCATE, FS_EVENTS_IGNORE, FS_EVENTS_KINKS } FsEvents;

/* FsStepControlOptions - How steps are chosen. */
typedef struct {
  PetscBool adapt;  /* -adapt: choose the size of each step by its estimated error */
  PetscReal rtol;   /* the allowed error of a step, relative to the largest displacement so far */
  PetscReal atol;   /* an absolute error [m] that is allowed in addition */
  PetscReal dt_min; /* the size of the shortest step [s]; 0: 1/1024 of the nominal size */
  PetscReal dt_max; /* the size of the longest step [s]; 0: not limited */
  FsEvents  events; /* where steps end early */
  PetscBool events_given; /* the user gave -events, which needs a system with switches or kinks */
} FsStepControlOptions;

/* FsStepControlReadOptions - Reads -events, -adapt and -dt_min, and if -adapt is given,
   -adapt_rtol, -adapt_atol and -dt_max. Sets all members of *options.

   Collective. Input error: a tolerance is negative, or both are 0. */
FS_EXTERN PetscErrorCode FsStepControlReadOptions(FsOptions o, MPI_Comm comm,
                                                  FsStepControlOptions *options);

/* FsStepControlCreate - Creates a step control, which chooses the size of time steps. The caller
   destroys it by FsStepControlDestroy.

   Input:
     in       the integrator, borrowed until the control is destroyed
     options  how steps are chosen; copied
   Collective. */
FS_EXTERN PetscErrorCode FsStepControlCreate(FsIntegrator in, const FsStepControlOptions *options,
                                             FsStepControl *control);

/* FsStepControlSetUp - Prepares a step control for the first step, after FsIntegratorSetUp.

   The step size that FsIntegratorSetUp got is the nominal size of all steps. With -adapt it is the
   size of the first step, and the scheme starts as it does after FsIntegratorRestart.
   Input:
     s  the initial state, which does not change

   Collective. Input errors:
   - the tolerances or limits of the step contradict each other or the step size
   - the user gives -adapt with a scheme that has no error estimate
   - the user gives -events locate or ignore for a system without switches, or -events kinks for a
     system without kinks
   - the user gives -events locate or kinks with a scheme that cannot change its step */
FS_EXTERN PetscErrorCode FsStepControlSetUp(FsStepControl control, FsState *s);
FS_EXTERN PetscErrorCode FsStepControlDestroy(FsStepControl *control);

/* FsStepControlMayLocate - Returns whether steps of a system may end at events: at switches or at
   kinks of its laws. */
static inline PetscBool FsStepControlMayLocate(FsSystem sys)
{
  return (PetscBool)(sys->ops.history.switch_margins || sys->ops.history.kink_margin);
}

/* FsStepControlIsAdaptive - Returns whether step sizes follow from the estimated error (-adapt).
   Not collective. */
FS_EXTERN PetscBool FsStepControlIsAdaptive(FsStepControl control);

/* FsStepControlSetMaxStep - Sets the largest allowed size dt [s] of steps, for an explicit scheme
   that is not stable with longer ones.

   Call it before FsStepControlSetUp, which rejects a longer nominal step. Not collective. */
FS_EXTERN void FsStepControlSetMaxStep(FsStepControl control, PetscReal dt);

/* FsStepLimit - A step of adaptive time integration (-adapt) that is about to be tried. The
   function FsStepMonitor.limit may shorten the step, so that loads do not change too much within
   it: it may change the member h, and sets the members from after on. */
typedef struct {
  PetscReal t, h;      /* the time at the start of the step, and the size of the step [s] */
  PetscReal tolerance; /* allowed error of the step, relative to the largest displacement so far */
  /* if change is set: the time just after the change of loads, where the next step starts [s] */
  PetscReal after;
  PetscBool change;  /* the step ends just before loads change; the scheme restarts after it */
  PetscBool jump;    /* at this change, loads jump */
  PetscBool limited; /* the step is shorter because loads vary too much within it */
} FsStepLimit;

/* FsStepMonitor - Functions of a caller that look at each step of FsStepControlAdvance. Each gets
   the member context. A function that is NULL is not called; only solved and accepted are often
   needed.
     solved    is called when a step to the state next has been computed. The function may set
               info->ok to PETSC_FALSE and info->reason to a text; then a shorter step is tried.
               Otherwise the step is accepted. next is borrowed. Its rotation vectors are counted
               from the orientations of the state before the step
     accepted  is called when the state that solved has looked at last is accepted. The argument s
               of FsStepControlAdvance then has this state; if the scheme must restart there because
               of an event, it does so afterwards
     jumped    is called when loads jump at the last accepted state s, before the next step. The
               function may set info->ok to PETSC_FALSE, as solved may
     limit     is called with -adapt before each attempt of a step, and may shorten the step
     start     is called before each attempt of a step */
typedef struct {
  void *context;
  PetscErrorCode (*solved)(void *context, const FsState *next, FsStageInfo *info);
  PetscErrorCode (*accepted)(void *context);
  PetscErrorCode (*jumped)(void *context, const FsState *s, FsStageInfo *info);
  void (*limit)(void *context, FsStepLimit *step);
  PetscErrorCode (*start)(void *context);
} FsStepMonitor;

/* FsStepControlSetMonitor - Sets the functions of a caller that look at each time step. watch is
   copied. Call it before the first step. Not collective. */
FS_EXTERN void FsStepControlSetMonitor(FsStepControl control, FsStepMonitor watch);

/* FsStepControlArchive - Writes to a checkpoint, or reads from it, what a step control remembers of
   earlier steps. Call it after FsStepControlSetUp. Collective. */
FS_EXTERN PetscErrorCode FsStepControlArchive(FsStepControl control, FsArchive a);

/* FsStepInfo - The result of a call of FsStepControlAdvance, which takes one or more time steps:
   numbers of steps and attempts, and how the last solves went. */
typedef struct {
  /* how the solves of the last attempt of a step went; iterations are those of all attempts */
  FsStageInfo solve;
  PetscReal   dt;       /* the sum of the sizes of all accepted steps [s] */
  PetscInt    accepted; /* the number of accepted steps, more than 1 if a step was divided */
  PetscInt    failed;   /* the number of attempts in which a stage was not solved */
  PetscInt    rejected; /* the number of attempts whose error was too large (-adapt) */
  PetscInt    events;   /* the number of switches of force laws at which a step ended */
} FsStepInfo;

/* FsStepControlAdvance - Advances a state by a time step.

   Without -adapt, s arrives at t_stop, in one step of the nominal size or in several shorter steps.
   With -adapt, s advances by one step whose estimated error is within the tolerances, and which
   does not go beyond t_stop.
   Input:
     t_stop  the time [s] that the state may not exceed
     s       the last accepted state
   Output:
     s       the new state. Its Vecs may be exchanged for others of the same layout, so do not keep
             their handles
     info    what happened. If info->solve.ok is PETSC_FALSE, no step down to the size -dt_min
             succeeded, and s is the last accepted state
   Collective. */
FS_EXTERN PetscErrorCode FsStepControlAdvance(FsStepControl control, PetscReal t_stop, FsState *s,
                                              FsStepInfo *info);

FS_EXTERN const FsOptionDoc fs_control_options[]; /* for FsOptionsDocument */

#endif
