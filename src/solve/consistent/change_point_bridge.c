/* change_point_bridge.c: finds the state in a change point from the states on both sides.

   In the point itself the constraints do not determine the motion: G has a left null vector, and
   velocities in one more direction satisfy them. In that direction the state is interpolated. In
   all others it satisfies the constraints. Multipliers are those of least norm; a force that needs
   the null vector would be infinite. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "constraint_gram.h"
#include "solve/failure_report.h"
#include "solve/stage.h"

/* Singular values of G below the square root of this count as 0: near the point they are
   proportional to the distance from it. The rows of G have length 1, so that 1e-4 of a row counts
   as 0. The test test_in_the_point of tests/model/change_points.py compares the multipliers in such
   a point, which would be too large if a smaller singular value were inverted. */
static const PetscReal REGULARIZATION = 1e-8;

/* Interpolates from two states: q by Hermite's polynomial of fifth order, v by that of third
   order. */
static PetscErrorCode Interpolate(const FsState *s0, const FsState *s1, FsState *s)
{
  enum { N = 6 };
  const PetscReal h = s1->t - s0->t, x = (s->t - s0->t) / h, x2 = x * x, x3 = x2 * x, x4 = x3 * x,
                  x5       = x4 * x;
  const Vec         vec[N] = {s0->q, s0->v, s0->a, s1->q, s1->v, s1->a};
  const PetscScalar q[N]   = {
      1 - 10 * x3 + 15 * x4 - 6 * x5,          h * (x - 6 * x3 + 8 * x4 - 3 * x5),
      h * h * (x2 - 3 * x3 + 3 * x4 - x5) / 2, 10 * x3 - 15 * x4 + 6 * x5,
      h * (-4 * x3 + 7 * x4 - 3 * x5),         h * h * (x3 - 2 * x4 + x5) / 2};
  const PetscScalar v[N] = {0, 1 - 3 * x2 + 2 * x3, h * (x - 2 * x2 + x3),
                            0, 3 * x2 - 2 * x3,     h * (x3 - x2)};
  const PetscScalar a[N] = {0, 6 * (x2 - x) / h, 1 - 4 * x + 3 * x2,
                            0, 6 * (x - x2) / h, 3 * x2 - 2 * x};

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(s->q));
  PetscCall(VecMAXPY(s->q, N, q, (Vec *)vec));
  PetscCall(VecZeroEntries(s->v));
  PetscCall(VecMAXPY(s->v, N, v, (Vec *)vec));
  PetscCall(VecZeroEntries(s->a));
  PetscCall(VecMAXPY(s->a, N, a, (Vec *)vec));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Corrects q, v or a of a state, as little as possible, so that it satisfies the constraints of a
   level. *error: what is left, for rows of length 1. */
static PetscErrorCode SatisfyRows(FsStage s, ConstraintGram g, FsConstraintLevel level,
                                  const FsLoading *loading, FsState *state, PetscReal *error)
{
  enum { MAX_ITERATIONS = 20 };
  const FsSystem sys = s->sys;
  const Vec      x = s->x, changed = level == FS_CONSTRAINT_POSITION   ? state->q
                                     : level == FS_CONSTRAINT_VELOCITY ? state->v
                                                                       : state->a;
  PetscReal      before = PETSC_MAX_REAL;

  PetscFunctionBeginUser;
  for (int k = 0; k < MAX_ITERATIONS; k++) {
    if (k == 0 || level == FS_CONSTRAINT_POSITION)
      PetscCall(ConstraintGramUpdate(g, state, loading));
    PetscCall(sys->constraints->rows(sys, level, state, loading, s->b));
    PetscCall(VecPointwiseMult(s->b, s->b, ConstraintGramGetScaling(g)));
    PetscCall(VecNorm(s->b, NORM_INFINITY, error));
    if (!(*error < before / 2)) break;
    before = *error;
    PetscCall(VecScale(s->b, -1));
    PetscCall(ConstraintGramSolve(g, s->b, x));
    PetscCall(sys->constraints->add_multipliers(sys, -1, x, x));
    PetscCall(VecPointwiseMult(x, x, ConstraintGramGetScaling(g)));
    if (level == FS_CONSTRAINT_POSITION && sys->rotations) {
      PetscCall(sys->rotations->compose(sys, state->q, x, s->r));
      PetscCall(VecCopy(s->r, state->q));
    } else PetscCall(VecAXPY(changed, 1, x));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the multipliers of least norm whose forces are as near as possible to those that the
   other forces need. */
static PetscErrorCode FindMultipliers(FsStage s, ConstraintGram g, FsConstraintLevel level,
                                      const FsLoading *loading, FsState *state)
{
  const FsConstraintRows     rows = {level, 1, 1};
  const FsSystemConstraints *ops  = s->sys->constraints;

  PetscFunctionBeginUser;
  PetscCall(ops->add_multipliers(s->sys, -1, state->a, state->a));
  PetscCall(FsSystemResidual(s->sys, state, loading, &rows, s->b));
  PetscCall(ops->add_multipliers(s->sys, -1, s->b, s->b));
  PetscCall(VecPointwiseMult(s->b, s->b, ConstraintGramGetScaling(g)));
  PetscCall(VecScale(s->b, -1));
  PetscCall(ConstraintGramSolve(g, s->b, s->x));
  PetscCall(VecPointwiseMult(s->x, s->x, ConstraintGramGetScaling(g)));
  PetscCall(ops->add_multipliers(s->sys, 1, s->x, state->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Largest error of constraints: of positions relative to the characteristic length, of velocities
   relative to the largest speed. In a change point the errors of positions are the root of those of
   constraints, so that a smaller limit would refuse states that are as exact as they can be. A
   static path through such a point is in tests/model/change_points.py (test_static_in_the_point).
 */
static const PetscReal ALLOWED = 1e-6;

/* Records whether the candidate state lies in the change point. */
static PetscErrorCode FinishBridge(FsStage s, const FsState *state, PetscBool ok, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok                = ok;
  s->change_points.time   = state->t;
  s->change_points.inside = ok;
  if (!ok) PetscCall(ReportBifurcation(s->sys, s->b, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageBridgeEquilibrium(FsStage s, const FsLoading *loading, FsState *state,
                                        FsStageInfo *info)
{
  ConstraintGram g;
  PetscReal      error;

  PetscFunctionBeginUser;
  if (!info->ok || !s->change_points.crossed) {
    info->ok = PETSC_FALSE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(
    ConstraintGramCreate(s, s->sys->constraints, CONSTRAINT_SCALING_UNIT, REGULARIZATION, &g));
  PetscCall(SatisfyRows(s, g, FS_CONSTRAINT_POSITION, loading, state, &error));
  PetscCall(FindMultipliers(s, g, FS_CONSTRAINT_POSITION, loading, state));
  PetscCall(ConstraintGramDestroy(&g));
  PetscCall(FinishBridge(
    s, state, (PetscBool)(error <= ALLOWED * FsSystemCharacteristicLength(s->sys)), info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageBridgeChangePoint(FsStage s, const FsState *last, const FsState *behind,
                                        FsState *state, FsStageInfo *info)
{
  /* The error of the interpolation shows in the rows that it does not know. It is relative to the
     characteristic length, and in rad (see StageViolation). A longer step, whose error is larger,
     is halved and not bridged. */
  const PetscReal exact   = 1e-10;
  const FsLoading loading = FsLoadingOfMotion();
  ConstraintGram  g;
  PetscReal       error[2], speed, scaled;

  PetscFunctionBeginUser;
  if (!info->ok || !(s->change_points.crossed || s->change_points.leaves)) {
    info->ok = PETSC_FALSE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Interpolate(last, behind, state));
  PetscCall(StageViolation(s, FS_CONSTRAINT_POSITION, state, &error[0]));
  if (!(error[0] <= exact)) {
    info->ok = PETSC_FALSE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(
    ConstraintGramCreate(s, s->sys->constraints, CONSTRAINT_SCALING_UNIT, REGULARIZATION, &g));
  PetscCall(SatisfyRows(s, g, FS_CONSTRAINT_POSITION, &loading, state, &error[0]));
  PetscCall(SatisfyRows(s, g, FS_CONSTRAINT_VELOCITY, &loading, state, &error[1]));
  PetscCall(SatisfyRows(s, g, FS_CONSTRAINT_ACCELERATION, &loading, state, &scaled));
  PetscCall(FindMultipliers(s, g, FS_CONSTRAINT_ACCELERATION, &loading, state));
  PetscCall(ConstraintGramDestroy(&g));
  PetscCall(StageScaledMaxNorm(s, state->v, &speed));
  speed *= FsSystemCharacteristicLength(s->sys);
  PetscCall(FinishBridge(s, state,
                         (PetscBool)(error[0] <= ALLOWED * FsSystemCharacteristicLength(s->sys) &&
                                     error[1] <= ALLOWED * speed),
                         info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
