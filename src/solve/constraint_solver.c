/* constraint_solver.c: measures by how much states violate the constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_solver.h"
#include "system/force_units.h"

PetscErrorCode ConstraintScale(ConstraintSolver s, Vec x, Vec scaled)
{
  PetscFunctionBeginUser;
  /* 1 over the characteristic length in entries that are lengths, else 1 */
  if (!s->unit) {
    PetscCall(VecDuplicate(s->sys->vec, &s->unit));
    PetscCall(s->sys->constraints->lengths(s->sys, s->unit));
    PetscCall(VecScale(s->unit, 1 / FsSystemCharacteristicLength(s->sys) - 1));
    PetscCall(VecShift(s->unit, 1));
  }
  PetscCall(VecPointwiseMult(scaled, s->unit, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintScaledMaxNorm(ConstraintSolver s, Vec x, PetscReal *norm)
{
  Vec scaled;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &scaled));
  PetscCall(ConstraintScale(s, x, scaled));
  PetscCall(VecNorm(scaled, NORM_INFINITY, norm));
  PetscCall(WorkspaceRestore(s->work, &scaled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ConstraintViolation(ConstraintSolver s, FsConstraintLevel level,
                                   const FsState *state, Vec b, PetscReal *norm)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.t = state->t, .q = state->q, .v = state->v};

  PetscFunctionBeginUser;
  PetscCall(s->sys->constraints->rows(s->sys, level, &at, &loading, b));
  PetscCall(VecScale(b, -1));
  PetscCall(ConstraintScaledMaxNorm(s, b, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
