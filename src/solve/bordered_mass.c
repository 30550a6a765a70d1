/* bordered_mass.c: solves with the mass matrix bordered by the constraint gradient.

   B = [M G^T; G 0] is M alone without joints. It gives the initial acceleration, and the
   corrections onto the constraints that are smallest in the norm of M. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "bordered_mass.h"
#include "failure_report.h"
#include "linear/pc_elimination.h"
#include "linear/solver.h"
#include "solve/linear/lumped_mass.h"
#include "stage.h"
#include "stage_matrix.h"

/* Creates the solver of B; with constraints it is direct. */
static PetscErrorCode CreateInertiaSolver(FsStage s)
{
  PetscFunctionBeginUser;
  PetscCall(KSPDestroy(&s->inertia.ksp));
  PetscCall(KSPCreate(s->sys->comm, &s->inertia.ksp));
  PetscCall(SolverSetMass(s->inertia.ksp, s->inertia.B, s->sys->traits.indefinite));
  PetscCall(StageSetMultifrontal(s, s->inertia.ksp, s->inertia.B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lets the solver of B eliminate ties in large models, if that is possible. Overwrites s->r. */
static PetscErrorCode TryElimination(FsStage s)
{
  PetscInt n;
  Vec      ties;

  PetscFunctionBeginUser;
  if (s->inertia.tried || !s->sys->traits.has_ties) PetscFunctionReturn(PETSC_SUCCESS);
  s->inertia.tried = PETSC_TRUE;
  PetscCall(VecGetSize(s->sys->vec, &n));
  if (n <= FS_SMALL_MODEL) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MarkMultipliers(s->sys, s->r));
  PetscCall(VecDuplicate(s->r, &ties));
  PetscCall(MarkTies(s->sys, ties));
  PetscCall(
    KSPSetEliminatedFactors(s->inertia.ksp, s->inertia.B, ties, s->r, &s->inertia.eliminates));
  PetscCall(VecDestroy(&ties));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   rest = {.t = state->t, .q = state->q, .v = state->v, .a = s->x, .qd = state->qd};

  PetscFunctionBeginUser;
  if (!s->inertia.ksp) {
    PetscInt n;

    PetscCall(VecGetSize(s->sys->vec, &n));
    if (n > FS_SMALL_MODEL && !s->sys->constraints && !s->sys->traits.indefinite)
      PetscCall(FsSystemCreateBlockMatrix(s->sys, &s->inertia.B));
    else
      PetscCall(FsSystemCreateMatrix(s->sys, PETSC_TRUE, &s->inertia.B)); /* pattern for factors */
    PetscCall(CreateInertiaSolver(s));
  }
  PetscCall(VecZeroEntries(s->x));
  PetscCall(FsSystemTangent(s->sys, &rest, &loading, rows, (FsShift){.cm = 1}, s->inertia.B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes s->inertia.ksp a solver of the present B. Overwrites s->r. */
static PetscErrorCode SetUpInertia(FsStage s)
{
  PetscFunctionBeginUser;
  PetscCall(FixMassless(s->sys, s->inertia.B, s->b, s->r));
  PetscCall(TryElimination(s));
  /* in each call, because KSPReset forgets them */
  PetscCall(KSPSetOperators(s->inertia.ksp, s->inertia.B, s->inertia.B));
  PetscCall(SolverSetZeroPivot(s->inertia.ksp, s->inertia.B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const FsConstraintRows bordered = {FS_CONSTRAINT_ACCELERATION, 1, 1};

PetscErrorCode StagePrepareInertia(FsStage s, const FsState *state)
{
  PetscFunctionBeginUser;
  PetscCall(StageBuildInertia(s, state, &bordered));
  PetscCall(SetUpInertia(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageApplyInverseInertia(FsStage s, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(SolverSolve(s->inertia.ksp, s->b, x, solved));
  if (*solved || !s->inertia.eliminates) PetscFunctionReturn(PETSC_SUCCESS);
  /* the ties determine other unknowns here, or none: factor the whole matrix from now on */
  s->inertia.eliminates = PETSC_FALSE;
  PetscCall(CreateInertiaSolver(s));
  PetscCall(SetUpInertia(s));
  PetscCall(SolverSolve(s->inertia.ksp, s->b, x, solved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec x, PetscBool *solved)
{
  /* Relative to the largest entry of B times that of x, which is the residual that round-off leaves
     if B is ill-conditioned, although b is small. The norms mix rows of forces, moments and
     constraints. */
  const PetscReal round_off = 1e-13;
  PetscReal       norm, residual, size, entries;

  PetscFunctionBeginUser;
  PetscCall(StageApplyInverseInertia(s, x, solved));
  PetscCall(MatMult(s->inertia.B, x, s->r));
  PetscCall(VecAXPY(s->r, -1, s->b));
  PetscCall(VecNorm(s->r, NORM_2, &residual));
  PetscCall(VecNorm(s->b, NORM_2, &norm));
  PetscCall(VecNorm(x, NORM_INFINITY, &size));
  PetscCall(MatNorm(s->inertia.B, NORM_INFINITY, &entries));
  *solved = (PetscBool)(*solved &&
                        residual <= SOLVER_MASS_MAX_RESIDUAL * norm + round_off * entries * size &&
                        !PetscIsInfOrNanReal(norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageFactorSolveInertia(FsStage s, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(SetUpInertia(s));
  PetscCall(StageSolveFactoredInertia(s, x, solved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(StageBuildInertia(s, state, &bordered));
  PetscCall(StageFactorSolveInertia(s, x, solved));
  /* keep it with constraints, which may need it at every step; large linear models need the
     memory */
  if (!s->sys->constraints) {
    PetscCall(KSPDestroy(&s->inertia.ksp));
    PetscCall(MatDestroy(&s->inertia.B));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's method for accelerations and multipliers if forces depend on these. It starts from those
   of one linear solve without the friction that is proportional to multipliers. */
static PetscErrorCode IterateAccelerations(FsStage s, FsState *state, PetscBool *solved)
{
  enum { MAX_ITERATIONS = 25 };
  /* Relative to the norm of the accelerations and multipliers together. A correction of this size
     is round-off; if corrections no longer fall, its root is accepted. */
  const PetscReal small   = 1e-13;
  const FsLoading loading = FsLoadingOfMotion();
  PetscReal       step    = PETSC_MAX_REAL, before, size;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < MAX_ITERATIONS && *solved; k++) {
    PetscCall(FsSystemResidual(s->sys, state, &loading, &bordered, s->b));
    PetscCall(VecScale(s->b, -1));
    PetscCall(
      FsSystemTangent(s->sys, state, &loading, &bordered, (FsShift){.cm = 1}, s->inertia.B));
    PetscCall(SetUpInertia(s));
    PetscCall(StageApplyInverseInertia(s, s->x, solved));
    PetscCall(VecAXPY(state->a, 1, s->x));
    before = step;
    PetscCall(VecNorm(s->x, NORM_2, &step));
    PetscCall(VecNorm(state->a, NORM_2, &size));
    if (step <= small * size || (step <= PetscSqrtReal(small) * size && step >= before))
      PetscFunctionReturn(PETSC_SUCCESS);
  }
  *solved = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageAcceleration(FsStage s, FsState *state, FsStageInfo *info)
{
  const FsLoading        loading = FsLoadingOfMotion();
  const FsConstraintRows rows    = {FS_CONSTRAINT_ACCELERATION, 1, 1};
  PetscReal              norm;
  PetscBool              nodal;

  PetscFunctionBeginUser;
  *info = (FsStageInfo){.ok = PETSC_TRUE};
  PetscCall(StageHasNodalInertia(s, &nodal));
  if (nodal) {
    PetscCall(StageSolveNodal(s, 0, &loading, state, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(VecZeroEntries(state->a));
  PetscCall(FsSystemResidual(s->sys, state, &loading, &rows, s->b));
  PetscCall(VecScale(s->b, -1));
  PetscCall(VecNorm(s->b, NORM_1, &norm));
  if (norm == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageSolveInertia(s, state, state->a, &info->ok));
  if (info->ok && s->sys->traits.multiplier_dependent) {
    PetscCall(IterateAccelerations(s, state, &info->ok));
    if (!info->ok)
      info->reason =
        "no accelerations balance the friction of joints: their coefficients may be too large";
  } else if (!info->ok) {
    info->reason = PetscIsInfOrNanReal(norm) || is_unbounded(norm)
                     ? "forces without a finite value, or beyond 1e120 N: the initial acceleration "
                       "cannot be found"
                     : "the mass matrix is singular: the initial acceleration cannot be found";
  }
  if (!info->ok) PetscCall(ReportLargestResidual(s, state, &loading, &rows, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *norm)
{
  PetscFunctionBeginUser;
  /* 1 over the characteristic length in entries that are lengths, else 1 */
  if (!s->unit) {
    PetscCall(VecDuplicate(s->b, &s->unit));
    PetscCall(s->sys->constraints->lengths(s->sys, s->unit));
    PetscCall(VecScale(s->unit, 1 / FsSystemCharacteristicLength(s->sys) - 1));
    PetscCall(VecShift(s->unit, 1));
  }
  PetscCall(VecPointwiseMult(s->r, s->unit, x));
  PetscCall(VecNorm(s->r, NORM_INFINITY, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state,
                              PetscReal *norm)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.t = state->t, .q = state->q, .v = state->v};

  PetscFunctionBeginUser;
  PetscCall(s->sys->constraints->rows(s->sys, level, &at, &loading, s->b));
  PetscCall(VecScale(s->b, -1));
  PetscCall(StageScaledMaxNorm(s, s->b, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
