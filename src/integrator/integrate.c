/* integrate.c: integrates a system from a state to an end time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/integrate.h>

/* Takes the steps, with an integrator that is set up. */
static PetscErrorCode TakeSteps(FsIntegrator in, FsSystem sys, PetscReal t_end, PetscInt steps,
                                FsMotionMonitor monitor, void *context, FsState *s,
                                FsStageInfo *info)
{
  const PetscReal start = s->t, dt = (t_end - start) / (PetscReal)steps;

  PetscFunctionBeginUser;
  if (monitor) PetscCall((*monitor)(sys, 0, s, context));
  for (PetscInt k = 1; k <= steps; k++) {
    PetscCall(FsIntegratorTry(in, dt, s, info));
    if (!info->ok) break;
    PetscCall(FsIntegratorAccept(in, s));
    s->t = k == steps ? t_end : start + (PetscReal)k * dt; /* without the sum of round-off */
    if (monitor) PetscCall((*monitor)(sys, k, s, context));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsIntegrate(FsSystem sys, const FsIntegratorOptions *options, PetscReal t_end,
                           PetscInt steps, FsMotionMonitor monitor, void *context, FsState *s,
                           FsStageInfo *info)
{
  FsStage      stage;
  FsIntegrator in;

  PetscFunctionBeginUser;
  PetscCheck(steps >= 1 && t_end > s->t, sys->comm, PETSC_ERR_USER_INPUT,
             "FsIntegrate: %" PetscInt_FMT " steps from %g to %g s; take at least one step, to a "
             "later time",
             steps, (double)s->t, (double)t_end);
  PetscCall(FsStageCreate(sys, &stage));
  PetscCall(FsIntegratorCreate(sys->comm, options, &in));
  PetscCall(FsSystemAcceptInitialState(sys, s));
  PetscCall(FsStageAcceleration(stage, s, info));
  if (info->ok) {
    PetscCall(FsIntegratorSetUp(in, sys, stage, (t_end - s->t) / (PetscReal)steps, s));
    PetscCall(TakeSteps(in, sys, t_end, steps, monitor, context, s, info));
  }
  PetscCall(FsIntegratorDestroy(&in));
  PetscCall(FsStageDestroy(&stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}
