/* control.h: the size of steps. Either all steps have the nominal size, and only a step that cannot be solved is
   divided; or (-adapt) every size follows from the estimated error of the step before.
   Called by analyses that step through time: Create, SetUp, then FsStepControlAdvance until the end: begin there. */
#ifndef FS_CONTROL_H
#define FS_CONTROL_H

#include <fs/integrator.h>

typedef struct _n_FsStepControl *FsStepControl;

/* Where a switch of a force law (FsSystemSwitchMargins) is crossed inside a step, the step is ended there and the scheme restarted,
   so that it keeps its order; the rest of the step follows. */

/* Create reads -events, -adapt, -adapt_rtol, -adapt_atol, -dt_min, -dt_max. in is borrowed for the life of the control.
   SetUp comes after FsIntegratorSetUp, whose step size is the nominal one (with -adapt: the first one); s is the
   initial state, read only. Collective. Input errors: tolerances or step limits that contradict each other or dt;
   -adapt with a scheme that has no error estimate; -events
   for a system without switches, or locate with a scheme that cannot change its steps. */
FS_EXTERN PetscErrorCode FsStepControlCreate(FsOptions o, FsIntegrator in, FsStepControl *control);
FS_EXTERN PetscErrorCode FsStepControlSetUp(FsStepControl control, const FsState *s);
FS_EXTERN PetscErrorCode FsStepControlDestroy(FsStepControl *control);
FS_EXTERN PetscBool      FsStepControlIsAdaptive(FsStepControl control); /* -adapt was given */

/* No step will be longer than dt [s], the stable step of an explicit scheme; SetUp refuses a longer nominal step. Call
   it before SetUp. */
FS_EXTERN void FsStepControlSetMaxStep(FsStepControl control, PetscReal dt);

/* Somebody who looks at the steps. solved: the step to next is solved; it is accepted unless info->ok becomes false, with
   a reason, and then cut back. next is borrowed, in the chart of the state before. accepted: the state looked at last is
   the new one. */
typedef struct {
  void *context;
  PetscErrorCode (*solved)(void *context, const FsState *next, FsStageInfo *info);
  void (*accepted)(void *context);
} FsStepMonitor;
FS_EXTERN void FsStepControlSetMonitor(FsStepControl control,
                                       FsStepMonitor watch); /* before the first step */

/* What the control remembers of the steps so far. After SetUp. */
FS_EXTERN PetscErrorCode FsStepControlArchive(FsStepControl control, FsArchive a);

/* What happened in one call of FsStepControlAdvance. */
typedef struct {
  FsStageInfo solve; /* of the last attempt, except that iterations are sums over all attempts */
  PetscReal   dt;    /* size of the last accepted step [s] */
  PetscInt accepted; /* number of steps accepted: 1, or more where the nominal step was divided */
  PetscInt failed;   /* attempts repeated with a shorter step because a stage was not solved */
  PetscInt
    rejected; /* attempts repeated with a shorter step because the error was too large (-adapt) */
  PetscInt events; /* switches of force laws at which a step was ended */
} FsStepInfo;

/* Advance the state. Without -adapt s arrives at t_stop [s], in one step of the nominal size or, where that cannot be
   solved, in several shorter ones. With -adapt s advances by one step within the error tolerances, not beyond t_stop.
   s     in: the last accepted state. out: the new one. Its Vecs may be exchanged for others of the same layout, so do
         not keep their handles.
   info  info->solve.ok is false when no step down to -dt_min succeeded; then s is the last accepted state.
   Collective. */
FS_EXTERN PetscErrorCode FsStepControlAdvance(FsStepControl control, PetscReal t_stop, FsState *s,
                                              FsStepInfo *info);

FS_EXTERN const FsOptionDoc fs_control_options[]; /* for FsOptionsDocument */

#endif
