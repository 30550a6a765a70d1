/* control.h: chooses the size of time steps.

   All steps have the nominal size, and only a step that cannot be solved is divided. With
   -adapt, each size follows from the estimated error of the step before. If a switch of a force
   law (switches.h) is crossed inside a step, the step ends there. The scheme then restarts, so that
   it keeps its order of accuracy, and solves the rest of the step. An analysis calls
   FsStepControlCreate, FsStepControlSetUp, then FsStepControlAdvance until the end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTROL_H
#define FS_CONTROL_H

#include <fs/integrator.h>

typedef struct _n_FsStepControl *FsStepControl;

/* FsStepControlOptions - How steps are chosen. */
typedef struct {
  PetscBool adapt;         /* choose the steps by their estimated error */
  PetscReal rtol;          /* allowed error, relative to the largest displacement so far */
  PetscReal atol;          /* additional absolute error allowed [m] */
  PetscReal dt_min;        /* shortest step [s]; 0: the nominal step / 1024 */
  PetscReal dt_max;        /* longest step [s]; 0: not limited */
  PetscBool ignore_events; /* do not end steps where forces switch */
  PetscBool events_given;  /* the user gave -events, which needs a system with switches */
} FsStepControlOptions;

/* FsStepControlReadOptions - Reads -events, -adapt and -dt_min; with -adapt also -adapt_rtol,
   -adapt_atol and -dt_max.

   Collective. Input error: a tolerance is negative, or both are 0. */
FS_EXTERN PetscErrorCode FsStepControlReadOptions(FsOptions o, MPI_Comm comm,
                                                  FsStepControlOptions *options);

/* FsStepControlCreate - Creates a step control for an integrator.

   in is borrowed for the life of the control; options is copied. Collective. */
FS_EXTERN PetscErrorCode FsStepControlCreate(FsIntegrator in, const FsStepControlOptions *options,
                                             FsStepControl *control);

/* FsStepControlSetUp - Prepares the control for the first step, after FsIntegratorSetUp.

   The step size of FsIntegratorSetUp is the nominal size, or with -adapt the first size. s is the
   initial state, which stays as it is. With -adapt the scheme starts as after FsIntegratorRestart.
   Collective. Input errors:
   - tolerances or limits of the step contradict each other, or the step size
   - the user gives -adapt with a scheme that has no error estimate
   - the user gives -events for a system without switches
   - the user gives -events locate with a scheme that cannot change its step */
FS_EXTERN PetscErrorCode FsStepControlSetUp(FsStepControl control, FsState *s);
FS_EXTERN PetscErrorCode FsStepControlDestroy(FsStepControl *control);

/* FsStepControlIsAdaptive - Returns whether -adapt was given. Not collective. */
FS_EXTERN PetscBool FsStepControlIsAdaptive(FsStepControl control);

/* FsStepControlSetMaxStep - Limits all steps to dt [s], the stable step of an explicit scheme.

   Call it before FsStepControlSetUp, which rejects a longer nominal step. Not collective. */
FS_EXTERN void FsStepControlSetMaxStep(FsStepControl control, PetscReal dt);

/* FsStepLimit - A step that -adapt is about to try, and how loads shorten it. */
typedef struct {
  PetscReal t, h;      /* start and size [s] */
  PetscReal tolerance; /* allowed error of the step, relative to the largest displacement so far */
  PetscReal after;   /* if change, the time just after the change, where the next step starts [s] */
  PetscBool change;  /* the step ends just before loads change; the scheme restarts there */
  PetscBool jump;    /* loads jump at the change */
  PetscBool limited; /* the step is shorter because loads vary too much within it */
} FsStepLimit;

/* FsStepMonitor - Functions that look at each step.
     solved    is called when the step to next is solved. If it sets info->ok to PETSC_FALSE, and
               info->reason, a shorter step is tried; otherwise the step is accepted. next is
               borrowed. Its rotation vectors are counted from the state before the step
     jumped    is called when loads jump at the last accepted state s, before the next step; NULL if
               nobody wants to know
     limit     is called with -adapt before each attempt, and may shorten it; NULL without such
               loads
     start     is called before each attempt from the last accepted state; NULL if nobody wants to
               know
     accepted  is called when the last state that solved looked at is accepted. The state of
               FsStepControlAdvance is then this state, before the scheme restarts after an event */
typedef struct {
  void *context;
  PetscErrorCode (*solved)(void *context, const FsState *next, FsStageInfo *info);
  PetscErrorCode (*accepted)(void *context);
  PetscErrorCode (*jumped)(void *context, const FsState *s, FsStageInfo *info);
  void (*limit)(void *context, FsStepLimit *step);
  PetscErrorCode (*start)(void *context);
} FsStepMonitor;

/* FsStepControlSetMonitor - Sets the monitor. Call it before the first step. Not collective. */
FS_EXTERN void FsStepControlSetMonitor(FsStepControl control, FsStepMonitor watch);

/* FsStepControlArchive - Writes or reads what the control remembers of the steps. Call it after
   FsStepControlSetUp. Collective. */
FS_EXTERN PetscErrorCode FsStepControlArchive(FsStepControl control, FsArchive a);

/* FsStepInfo - What happened in one call of FsStepControlAdvance. */
typedef struct {
  FsStageInfo solve;    /* of the last attempt, but iterations are summed over all attempts */
  PetscReal   dt;       /* sum of the sizes of all accepted steps [s] */
  PetscInt    accepted; /* accepted steps: 1, or more if the nominal step was divided */
  PetscInt    failed;   /* attempts repeated because a stage was not solved */
  PetscInt    rejected; /* attempts repeated because the error was too large (-adapt) */
  PetscInt    events;   /* switches of force laws at which a step ended */
} FsStepInfo;

/* FsStepControlAdvance - Advances the state by a step.

   Input:
     t_stop  time that the state may not exceed [s]
     s       the last accepted state
   Output:
     s       the new state. Its Vecs may be exchanged for others of the same layout, so do not
             keep their handles
     info    if info->solve.ok is PETSC_FALSE, no step down to -dt_min succeeded. s is then
             the last accepted state

   Without -adapt, s arrives at t_stop, in one step of the nominal size or in several shorter
   steps. With -adapt, s advances by one step within the error tolerances. Collective. */
FS_EXTERN PetscErrorCode FsStepControlAdvance(FsStepControl control, PetscReal t_stop, FsState *s,
                                              FsStepInfo *info);

FS_EXTERN const FsOptionDoc fs_control_options[]; /* for FsOptionsDocument */

#endif
