/* friction_start.c: initializes the friction of joints in the first state.

   Otherwise, a part at rest would fall until its bristles are bent. This is too fast for a step,
   and the scheme may take it for slip. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/solve.h>

PetscErrorCode FsSystemInitializeFriction(FsSystem sys, PetscReal h, const FsState *s)
{
  /* each trial leaves the part of the load that inertia takes in a step: very little, if h does
     not resolve bristles */
  enum { MAX_TRIALS = 4 };
  const FsShift   shift  = FsFirstOrderShift(h);
  const Vec       from[] = {s->q, s->v};
  const PetscReal q[] = {1, h}, v[] = {0, 1}, a[] = {0, 0};
  const FsLine    line = {2, from, q, v, a};
  FsState         trial, still;
  FsStageInfo     info;
  FsStage         stage;

  PetscFunctionBeginUser;
  if (!sys->traits.multiplier_dependent) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsStageCreate(sys, &stage));
  PetscCall(FsStageSetUp(stage, shift, s));
  PetscCall(FsSystemStateCreate(sys, &trial));
  still = *s;
  PetscCall(VecDuplicate(s->a, &still.a));
  for (int k = 0; k < MAX_TRIALS; k++) {
    PetscCall(FsStageAcceleration(stage, &still, &info));
    if (!info.ok) break;
    trial.t = s->t + h;
    FsStageSetPreviousState(stage, &still);
    PetscCall(FsStageSolve(stage, shift, &line, &trial, &info));
    if (!info.ok) break;
    PetscCall(FsSystemResetHistory(sys, &trial));
    PetscCall(FsSystemAccept(sys, s, 0, NULL));
  }
  PetscCall(VecDestroy(&still.a));
  PetscCall(FsSystemStateDestroy(&trial));
  PetscCall(FsStageDestroy(&stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}
