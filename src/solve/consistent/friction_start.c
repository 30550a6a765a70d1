/* friction_start.c: finds the friction of joints in the first state, and where it reverses.

   Otherwise, a part at rest would fall until its bristles are bent. This is too fast for a step,
   and the scheme may take it for slip. When a sliding joint reverses, its bristles would give back
   their energy. Released bristles instead yield until they balance the other forces, or reach
   their limit in the new direction. Trials of a step decide which of the two. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/solve.h>

/* Bends the released bristles by trials of an implicit step of dt/100 [s] from s. Each trial leaves
   a part of the load to inertia: very little, because released bristles yield to small motions. The
   trials are short, so that the load is that at s: a bristle with another bend would swing. */
static PetscErrorCode BendByTrials(FsSystem sys, PetscReal dt, const FsState *s)
{
  enum { MAX_TRIALS = 4 };
  const PetscReal h      = 0.01 * dt;
  const FsShift   shift  = FsFirstOrderShift(h);
  const Vec       from[] = {s->q, s->v};
  const PetscReal q[] = {1, h}, v[] = {0, 1}, a[] = {0, 0};
  const FsLine    line = {2, from, q, v, a};
  FsState         trial, still;
  FsStageInfo     info;
  FsStage         stage;

  PetscFunctionBeginUser;
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
  }
  PetscCall(VecDestroy(&still.a));
  PetscCall(FsSystemStateDestroy(&trial));
  PetscCall(FsStageDestroy(&stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemInitializeFriction(FsSystem sys, PetscReal h, const FsState *s)
{
  PetscInt n;

  PetscFunctionBeginUser;
  if (!sys->traits.friction) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemAccept(sys, s, 0, NULL));
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_RELEASE_ALL, &n));
  PetscCall(BendByTrials(sys, h, s));
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_FREE, &n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemReverseFriction(FsSystem sys, PetscReal h, const FsState *s)
{
  PetscInt n;

  PetscFunctionBeginUser;
  if (!sys->traits.friction) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_RELEASE_REVERSED, &n));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &n, 1, MPIU_INT, MPI_SUM, sys->comm));
  if (n) PetscCall(BendByTrials(sys, h, s));
  PetscCall(sys->ops.history.set_friction(sys, FS_FRICTION_FREE, &n));
  PetscFunctionReturn(PETSC_SUCCESS);
}
