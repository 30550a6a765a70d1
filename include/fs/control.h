/* control.h: steps of chosen size: fixed ones that are cut back where a stage cannot be solved, or steps by their estimated error. */
#ifndef FS_CONTROL_H
#define FS_CONTROL_H

#include <fs/integrator.h>

typedef struct _n_FsStepControl *FsStepControl;

/* Read -adapt, -adapt_rtol, -adapt_atol, -dt_min, -dt_max for an integrator (borrowed). SetUp: after FsIntegratorSetUp, whose step is the
   nominal one, or the first; s is the initial state. Input errors: sizes that contradict, a scheme without an error estimate. */
PetscErrorCode FsStepControlCreate(FsOptions o, FsIntegrator in, FsStepControl *control);
PetscErrorCode FsStepControlSetUp(FsStepControl control, const FsState *s);
PetscErrorCode FsStepControlDestroy(FsStepControl *control);
PetscBool      FsStepControlIsAdaptive(FsStepControl control);

/* Before SetUp: no step longer than dt, for schemes that are unstable beyond. */
void FsStepControlLimit(FsStepControl control, PetscReal dt);

/* How a step ended: the last solve (iterations: of all attempts), and the attempts that came before it. */
typedef struct {
  FsStageInfo solve;
  PetscReal   dt;       /* of the last accepted step [s] */
  PetscInt    accepted; /* steps within */
  PetscInt    failed;   /* attempts cut back because a stage was not solved */
  PetscInt    rejected; /* attempts repeated because the error was too large (-adapt) */
} FsStepInfo;

/* Advance s to t_stop in one step of the nominal size, or in shorter ones where a stage cannot be solved; with -adapt by one
   step of a size that keeps the estimated error within the tolerances, t_stop at most. info->solve.ok false: no step down to -dt_min
   could be solved; s is the last good state. The Vecs of s may be exchanged for others. Collective. */
PetscErrorCode FsStepControlAdvance(FsStepControl control, PetscReal t_stop, FsState *s, FsStepInfo *info);

extern const FsOptionDoc fs_control_options[];

#endif
