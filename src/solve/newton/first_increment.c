/* first_increment.c: keeps the first increment of Newton's method at an equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "first_increment.h"
#include "nonlinear.h"
#include "solve/free_motions.h"
#include "solve/stage.h"
#include "solve/stage_matrix.h"

PetscBool StageKeepFirstIncrement(FsStage s, Vec x)
{
  s->newton->first_increment = s->free->hold == FS_HOLD_NONE ? x : NULL;
  return (PetscBool)(s->newton->first_increment != NULL);
}

/* Sets *to to the state from + factor x. */
static PetscErrorCode MoveState(FsStage s, const FsState *from, PetscReal factor, Vec x,
                                FsState *to)
{
  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(to->q, factor, x, from->q));
  PetscCall(VecCopy(from->a, to->a));
  PetscCall(VecZeroEntries(to->v));
  if (s->sys->constraints)
    PetscCall(
      s->sys->constraints->add_multipliers(s->sys, factor * s->matrix->stiffness, x, to->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageForceAlong(FsStage s, const FsLoading *loading, PetscReal t,
                               const FsState *from, Vec x, PetscReal factor, PetscReal *force)
{
  FsState  *state = &s->newton->iteration.state;
  PetscReal rounding, sum[2];
  Vec       r;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &r));
  state->t = t;
  for (int k = 0; k < 2; k++) {
    PetscCall(MoveState(s, from, k * factor, x, state));
    PetscCall(FsStageUnbalancedForces(s, loading, state, r, &rounding));
    PetscCall(VecDot(r, x, &sum[k]));
  }
  *force = sum[1] - sum[0];
  PetscCall(WorkspaceRestore(s->work, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
