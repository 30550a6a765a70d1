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

/* Lets the solver of B eliminate ties in large models, if that is possible. */
static PetscErrorCode TryElimination(FsStage s)
{
  PetscInt n;
  Vec      ties, multipliers;

  PetscFunctionBeginUser;
  if (s->inertia.tried || !s->sys->traits.has_ties) PetscFunctionReturn(PETSC_SUCCESS);
  s->inertia.tried = PETSC_TRUE;
  PetscCall(VecGetSize(s->sys->vec, &n));
  if (n <= FS_SMALL_MODEL) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageGetWork(s, &multipliers));
  PetscCall(MarkMultipliers(s->sys, multipliers));
  PetscCall(StageGetWork(s, &ties));
  PetscCall(MarkTies(s->sys, ties));
  PetscCall(KSPSetEliminatedFactors(s->inertia.ksp, s->inertia.B, ties, multipliers,
                                    &s->inertia.eliminates));
  PetscCall(StageRestoreWork(s, &ties));
  PetscCall(StageRestoreWork(s, &multipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageBuildInertia(FsStage s, const FsState *state, const FsConstraintRows *rows)
{
  const FsLoading loading = FsLoadingOfMotion();
  FsState         rest    = {.t = state->t, .q = state->q, .v = state->v, .qd = state->qd};

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
  PetscCall(StageGetWork(s, &rest.a));
  PetscCall(VecZeroEntries(rest.a));
  PetscCall(FsSystemTangent(s->sys, &rest, &loading, rows, (FsShift){.cm = 1}, s->inertia.B));
  PetscCall(StageRestoreWork(s, &rest.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes s->inertia.ksp a solver of the present B, and sets b to 0 in dofs that have neither mass
   nor constraints. */
static PetscErrorCode SetUpInertia(FsStage s, Vec b)
{
  Vec scratch;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &scratch));
  PetscCall(FixMassless(s->sys, s->inertia.B, b, scratch));
  PetscCall(StageRestoreWork(s, &scratch));
  PetscCall(TryElimination(s));
  /* in each call, because KSPReset forgets them */
  PetscCall(KSPSetOperators(s->inertia.ksp, s->inertia.B, s->inertia.B));
  PetscCall(SolverSetZeroPivot(s->inertia.ksp, s->inertia.B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const FsConstraintRows bordered = {FS_CONSTRAINT_ACCELERATION, 1, 1};

PetscErrorCode StagePrepareInertia(FsStage s, const FsState *state)
{
  Vec b;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &b));
  PetscCall(StageBuildInertia(s, state, &bordered));
  PetscCall(SetUpInertia(s, b));
  PetscCall(StageRestoreWork(s, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageApplyInverseInertia(FsStage s, Vec b, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(SolverSolve(s->inertia.ksp, b, x, solved));
  if (*solved || !s->inertia.eliminates) PetscFunctionReturn(PETSC_SUCCESS);
  /* the ties determine other unknowns here, or none: factor the whole matrix from now on */
  s->inertia.eliminates = PETSC_FALSE;
  PetscCall(CreateInertiaSolver(s));
  PetscCall(SetUpInertia(s, b));
  PetscCall(SolverSolve(s->inertia.ksp, b, x, solved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveFactoredInertia(FsStage s, Vec b, Vec x, PetscBool *solved)
{
  /* Relative to the largest entry of B times that of x, which is the residual that round-off leaves
     if B is ill-conditioned, although b is small. The norms mix rows of forces, moments and
     constraints. */
  const PetscReal round_off = 1e-13;
  PetscReal       norm, residual, size, entries;
  Vec             r;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &r));
  PetscCall(StageApplyInverseInertia(s, b, x, solved));
  PetscCall(MatMult(s->inertia.B, x, r));
  PetscCall(VecAXPY(r, -1, b));
  PetscCall(VecNorm(r, NORM_2, &residual));
  PetscCall(VecNorm(b, NORM_2, &norm));
  PetscCall(VecNorm(x, NORM_INFINITY, &size));
  PetscCall(MatNorm(s->inertia.B, NORM_INFINITY, &entries));
  *solved = (PetscBool)(*solved &&
                        residual <= SOLVER_MASS_MAX_RESIDUAL * norm + round_off * entries * size &&
                        !PetscIsInfOrNanReal(norm));
  PetscCall(StageRestoreWork(s, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageFactorSolveInertia(FsStage s, Vec b, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(SetUpInertia(s, b));
  PetscCall(StageSolveFactoredInertia(s, b, x, solved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveInertia(FsStage s, const FsState *state, Vec b, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(StageBuildInertia(s, state, &bordered));
  PetscCall(StageFactorSolveInertia(s, b, x, solved));
  /* keep it with constraints, which may need it at every step; large linear models need the
     memory */
  if (!s->sys->constraints) {
    PetscCall(KSPDestroy(&s->inertia.ksp));
    PetscCall(MatDestroy(&s->inertia.B));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's method for accelerations and multipliers if forces depend on these. It starts from those
   of one linear solve without the friction that is proportional to multipliers. b, x: work
   vectors. */
static PetscErrorCode IterateAccelerations(FsStage s, FsState *state, Vec b, Vec x,
                                           PetscBool *solved)
{
  enum { MAX_ITERATIONS = 25 };
  /* Relative to the norm of the accelerations and multipliers together. A correction of this size
     is round-off; if corrections no longer fall, its root is accepted. */
  const PetscReal small   = 1e-13;
  const FsLoading loading = FsLoadingOfMotion();
  PetscReal       step    = PETSC_MAX_REAL, before, size;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < MAX_ITERATIONS && *solved; k++) {
    PetscCall(FsSystemResidual(s->sys, state, &loading, &bordered, b));
    PetscCall(VecScale(b, -1));
    PetscCall(
      FsSystemTangent(s->sys, state, &loading, &bordered, (FsShift){.cm = 1}, s->inertia.B));
    PetscCall(SetUpInertia(s, b));
    PetscCall(StageApplyInverseInertia(s, b, x, solved));
    PetscCall(VecAXPY(state->a, 1, x));
    before = step;
    PetscCall(VecNorm(x, NORM_2, &step));
    PetscCall(VecNorm(state->a, NORM_2, &size));
    if (step <= small * size || (step <= PetscSqrtReal(small) * size && step >= before))
      PetscFunctionReturn(PETSC_SUCCESS);
  }
  *solved = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the accelerations at a state by solves with B. Overwrites b. */
static PetscErrorCode FindAccelerations(FsStage s, FsState *state, Vec b, FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();
  PetscReal       norm;
  Vec             x;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(state->a));
  PetscCall(FsSystemResidual(s->sys, state, &loading, &bordered, b));
  PetscCall(VecScale(b, -1));
  PetscCall(VecNorm(b, NORM_1, &norm));
  if (norm == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageSolveInertia(s, state, b, state->a, &info->ok));
  if (info->ok && s->sys->traits.multiplier_dependent) {
    PetscCall(StageGetWork(s, &x));
    PetscCall(IterateAccelerations(s, state, b, x, &info->ok));
    PetscCall(StageRestoreWork(s, &x));
    if (!info->ok)
      info->reason = "no accelerations balance the friction of joints, which is large beside the "
                     "inertia of their "
                     "nodes: give nodes rotary inertia, or smaller coefficients";
  } else if (!info->ok) {
    info->reason = PetscIsInfOrNanReal(norm) || is_unbounded(norm)
                     ? "forces without a finite value, or beyond 1e120 N: the initial acceleration "
                       "cannot be found"
                     : "the mass matrix is singular: the initial acceleration cannot be found";
  }
  if (!info->ok) PetscCall(ReportLargestResidual(s, state, &loading, &bordered, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageAcceleration(FsStage s, FsState *state, FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();
  PetscBool       nodal;
  Vec             b;

  PetscFunctionBeginUser;
  *info = (FsStageInfo){.ok = PETSC_TRUE};
  PetscCall(StageHasNodalInertia(s, &nodal));
  if (nodal) {
    PetscCall(StageSolveNodal(s, 0, &loading, state, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(StageGetWork(s, &b));
  PetscCall(FindAccelerations(s, state, b, info));
  PetscCall(StageRestoreWork(s, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageScale(FsStage s, Vec x, Vec scaled)
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

PetscErrorCode StageScaledMaxNorm(FsStage s, Vec x, PetscReal *norm)
{
  Vec scaled;

  PetscFunctionBeginUser;
  PetscCall(StageGetWork(s, &scaled));
  PetscCall(StageScale(s, x, scaled));
  PetscCall(VecNorm(scaled, NORM_INFINITY, norm));
  PetscCall(StageRestoreWork(s, &scaled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageViolation(FsStage s, FsConstraintLevel level, const FsState *state, Vec b,
                              PetscReal *norm)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.t = state->t, .q = state->q, .v = state->v};

  PetscFunctionBeginUser;
  PetscCall(s->sys->constraints->rows(s->sys, level, &at, &loading, b));
  PetscCall(VecScale(b, -1));
  PetscCall(StageScaledMaxNorm(s, b, norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}
