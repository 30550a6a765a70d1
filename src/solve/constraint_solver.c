/* constraint_solver.c: creates the part of a stage that finds states on the constraints, and
   solves with B = [M G^T; G 0]. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_solver.h"
#include "system/force_units.h"
#include "failure_report.h"
#include "linear/pc_elimination.h"
#include "linear/solver.h"
#include "stage_matrix.h"

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

/* ---- bordered mass --------------------------------------------------------------------------- */

/* Solves with the mass matrix bordered by the constraint gradient.

   B = [M G^T; G 0] is M alone without joints. It gives the initial acceleration, and the
   corrections onto the constraints that are smallest in the norm of M. */

/* Creates the solver of B; with constraints it is direct. */
static PetscErrorCode CreateInertiaSolver(BorderedMass *m)
{
  PetscFunctionBeginUser;
  PetscCall(KSPDestroy(&m->ksp));
  PetscCall(KSPCreate(m->sys->comm, &m->ksp));
  PetscCall(SolverSetMass(m->ksp, m->B, m->sys->traits.indefinite));
  PetscCall(SystemSetMultifrontal(m->work, m->ksp, m->B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lets the solver of B eliminate ties in large models, if that is possible. */
static PetscErrorCode TryElimination(BorderedMass *m)
{
  PetscInt n;
  Vec      ties, multipliers;

  PetscFunctionBeginUser;
  if (m->tried || !m->sys->traits.has_ties) PetscFunctionReturn(PETSC_SUCCESS);
  m->tried = PETSC_TRUE;
  PetscCall(VecGetSize(m->sys->vec, &n));
  if (n <= FS_SMALL_MODEL) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(m->work, &multipliers));
  PetscCall(MarkMultipliers(m->sys, multipliers));
  PetscCall(WorkspaceGet(m->work, &ties));
  PetscCall(MarkTies(m->sys, ties));
  PetscCall(KSPSetEliminatedFactors(m->ksp, m->B, ties, multipliers, &m->eliminates));
  PetscCall(WorkspaceRestore(m->work, &ties));
  PetscCall(WorkspaceRestore(m->work, &multipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BorderedMassBuild(BorderedMass *m, const FsState *state,
                                 const FsConstraintRows *rows)
{
  const FsLoading loading = FsLoadingOfMotion();
  FsState         rest    = {.t = state->t, .q = state->q, .v = state->v, .qd = state->qd};

  PetscFunctionBeginUser;
  if (!m->ksp) {
    PetscInt n;

    PetscCall(VecGetSize(m->sys->vec, &n));
    if (n > FS_SMALL_MODEL && !m->sys->constraints && !m->sys->traits.indefinite)
      PetscCall(FsSystemCreateBlockMatrix(m->sys, &m->B));
    else PetscCall(FsSystemCreateMatrix(m->sys, PETSC_TRUE, &m->B)); /* pattern for factors */
    PetscCall(CreateInertiaSolver(m));
  }
  PetscCall(WorkspaceGet(m->work, &rest.a));
  PetscCall(VecZeroEntries(rest.a));
  PetscCall(FsSystemTangent(m->sys, &rest, &loading, rows, (FsShift){.cm = 1}, m->B));
  PetscCall(WorkspaceRestore(m->work, &rest.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes m->ksp a solver of the present B, and sets b to 0 in dofs that have neither mass
   nor constraints. */
static PetscErrorCode SetUpInertia(BorderedMass *m, Vec b)
{
  Vec scratch;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(m->work, &scratch));
  PetscCall(FixMassless(m->sys, m->B, b, scratch));
  PetscCall(WorkspaceRestore(m->work, &scratch));
  PetscCall(TryElimination(m));
  /* in each call, because KSPReset forgets them */
  PetscCall(KSPSetOperators(m->ksp, m->B, m->B));
  PetscCall(SolverSetZeroPivot(m->ksp, m->B));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const FsConstraintRows bordered = {FS_CONSTRAINT_ACCELERATION, 1, 1};

PetscErrorCode BorderedMassPrepare(BorderedMass *m, const FsState *state)
{
  Vec b;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(m->work, &b));
  PetscCall(BorderedMassBuild(m, state, &bordered));
  PetscCall(SetUpInertia(m, b));
  PetscCall(WorkspaceRestore(m->work, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BorderedMassApplyInverse(BorderedMass *m, Vec b, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(SolverSolve(m->ksp, b, x, solved));
  if (*solved || !m->eliminates) PetscFunctionReturn(PETSC_SUCCESS);
  /* the ties determine other unknowns here, or none: factor the whole matrix from now on */
  m->eliminates = PETSC_FALSE;
  PetscCall(CreateInertiaSolver(m));
  PetscCall(SetUpInertia(m, b));
  PetscCall(SolverSolve(m->ksp, b, x, solved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BorderedMassSolveFactored(BorderedMass *m, Vec b, Vec x, PetscBool *solved)
{
  /* Relative to the largest entry of B times that of x, which is the residual that round-off leaves
     if B is ill-conditioned, although b is small. The norms mix rows of forces, moments and
     constraints. */
  const PetscReal round_off = 1e-13;
  PetscReal       norm, residual, size, entries;
  Vec             r;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(m->work, &r));
  PetscCall(BorderedMassApplyInverse(m, b, x, solved));
  PetscCall(MatMult(m->B, x, r));
  PetscCall(VecAXPY(r, -1, b));
  PetscCall(VecNorm(r, NORM_2, &residual));
  PetscCall(VecNorm(b, NORM_2, &norm));
  PetscCall(VecNorm(x, NORM_INFINITY, &size));
  PetscCall(MatNorm(m->B, NORM_INFINITY, &entries));
  *solved = (PetscBool)(*solved &&
                        residual <= SOLVER_MASS_MAX_RESIDUAL * norm + round_off * entries * size &&
                        !PetscIsInfOrNanReal(norm));
  PetscCall(WorkspaceRestore(m->work, &r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BorderedMassFactorSolve(BorderedMass *m, Vec b, Vec x, PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(SetUpInertia(m, b));
  PetscCall(BorderedMassSolveFactored(m, b, x, solved));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BorderedMassSolve(BorderedMass *m, const FsState *state, Vec b, Vec x,
                                 PetscBool *solved)
{
  PetscFunctionBeginUser;
  PetscCall(BorderedMassBuild(m, state, &bordered));
  PetscCall(BorderedMassFactorSolve(m, b, x, solved));
  /* keep it with constraints, which may need it at every step; large linear models need the
     memory */
  if (!m->sys->constraints) {
    PetscCall(KSPDestroy(&m->ksp));
    PetscCall(MatDestroy(&m->B));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's method for accelerations and multipliers if forces depend on these. It starts from those
   of one linear solve without the friction that is proportional to multipliers. b, x: work
   vectors. */
static PetscErrorCode IterateAccelerations(BorderedMass *m, FsState *state, Vec b, Vec x,
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
    PetscCall(FsSystemResidual(m->sys, state, &loading, &bordered, b));
    PetscCall(VecScale(b, -1));
    PetscCall(FsSystemTangent(m->sys, state, &loading, &bordered, (FsShift){.cm = 1}, m->B));
    PetscCall(SetUpInertia(m, b));
    PetscCall(BorderedMassApplyInverse(m, b, x, solved));
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
static PetscErrorCode FindAccelerations(BorderedMass *m, FsState *state, Vec b, FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();
  PetscReal       norm;
  Vec             x;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(state->a));
  PetscCall(FsSystemResidual(m->sys, state, &loading, &bordered, b));
  PetscCall(VecScale(b, -1));
  PetscCall(VecNorm(b, NORM_1, &norm));
  if (norm == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(BorderedMassSolve(m, state, b, state->a, &info->ok));
  if (info->ok && m->sys->traits.multiplier_dependent) {
    PetscCall(WorkspaceGet(m->work, &x));
    PetscCall(IterateAccelerations(m, state, b, x, &info->ok));
    PetscCall(WorkspaceRestore(m->work, &x));
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
  if (!info->ok) PetscCall(ReportLargestResidual(m->work, state, &loading, &bordered, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BorderedMassAccelerations(BorderedMass *m, FsState *state, FsStageInfo *info)
{
  Vec b;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(m->work, &b));
  PetscCall(FindAccelerations(m, state, b, info));
  PetscCall(WorkspaceRestore(m->work, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}
