/* change_points.c: lets a motion pass positions in which a second branch crosses its own.

   The rank of the constraints falls in one point only, and the tangent of the motion is unique: it
   continues in the direction of its velocity. A solve behind the point may end on the other branch.
   The velocities there differ from those before the point by as much as they are large.

   In the point itself the constraints do not determine the motion: G has a left null vector, and
   velocities in one more direction satisfy them. The state there is found from the states on both
   sides. In that direction it is interpolated. In all others it satisfies the constraints.
   Multipliers are those of least norm; a force that needs the null vector would be infinite. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "change_points.h"
#include "solve/consistent/redundancy/constraint_gram.h"
#include "solve/failure_report.h"
#include "solve/constraint_solver.h"
#include "solve/stage.h"
#include "system/force_units.h"

/* ---- crossings ------------------------------------------------------------------------------- */

/* Largest entries in the part of the model that the other branch moves: where |direction| is at
   least SHARE of its largest entry. */
enum { DEFECT, SPEED, CHANGE, SIZES };
static const PetscReal SHARE = 0.1;

/* Computes the sizes of d, of the velocities, and of the accelerations times half the step. Without
   accelerations (equilibria) the last is 0. */
static PetscErrorCode MeasureChange(ConstraintSolver s, const FsState *last, const FsState *state,
                                    Vec d, Vec direction, PetscReal half, PetscReal size[SIZES])
{
  Vec vec[6] = {d, last->v, state->v, half > 0 ? last->a : d, half > 0 ? state->a : d};
  const PetscScalar *x[6], *w;
  PetscReal          largest;
  PetscInt           n;
  Vec                weights;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &weights));
  vec[5] = direction;
  PetscCall(FsSystemWeights(s->sys, weights));
  PetscCall(VecNorm(direction, NORM_INFINITY, &largest));
  PetscCall(VecGetLocalSize(direction, &n));
  for (int k = 0; k < 6; k++) PetscCall(VecGetArrayRead(vec[k], &x[k]));
  PetscCall(VecGetArrayRead(weights, &w));
  for (int k = 0; k < SIZES; k++) size[k] = 0;
  for (PetscInt i = 0; i < n; i++) {
    const PetscReal length = PetscSqrtReal(w[i]);

    if (w[i] == 0 || PetscAbsScalar(x[5][i]) < SHARE * largest) continue;
    size[DEFECT] = PetscMax(size[DEFECT], length * PetscAbsScalar(x[0][i]));
    for (int k = 1; k < 3; k++) {
      size[SPEED]  = PetscMax(size[SPEED], length * PetscAbsScalar(x[k][i]));
      size[CHANGE] = PetscMax(size[CHANGE], length * half * PetscAbsScalar(x[k + 2][i]));
    }
  }
  PetscCall(VecRestoreArrayRead(weights, &w));
  for (int k = 5; k >= 0; k--) PetscCall(VecRestoreArrayRead(vec[k], &x[k]));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, size, SIZES, MPIU_REAL, MPIU_MAX, s->sys->comm));
  PetscCall(WorkspaceRestore(s->work, &weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether velocities and accelerations are continuous from last to state. Over a step h the
   trapezoidal rule gives v with an error of (h w)^2/12 of h a, if the motion has the frequency w. A
   jump of the velocity, or of the acceleration, is an error of the size of v, or of h a. Secants of
   equilibria change by h w of themselves. */
static PetscErrorCode IsSmooth(ConstraintSolver s, const FsState *last, const FsState *state,
                               const FsLoading *loading, Vec direction, PetscBool *smooth)
{
  const PetscReal allowed = 0.2, noise = 0.01, turn = 0.5;
  const PetscReal half = loading->quasistatic ? 0 : (state->t - last->t) / 2;
  PetscReal       size[SIZES];
  Vec             d;

  PetscFunctionBeginUser;
  *smooth = PETSC_FALSE;
  if (!last->v) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &d));
  PetscCall(VecWAXPY(d, -1, last->v, state->v));
  if (half > 0) PetscCall(VecAXPY(d, -half, last->a));
  if (half > 0) PetscCall(VecAXPY(d, -half, state->a));
  PetscCall(MeasureChange(s, last, state, d, direction, half, size));
  *smooth =
    (PetscBool)(size[SPEED] > 0 &&
                size[DEFECT] <= (half > 0 ? allowed * PetscMax(size[CHANGE], noise * size[SPEED])
                                          : turn * size[SPEED]));
  PetscCall(WorkspaceRestore(s->work, &d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChangePointCross(ConstraintSolver s, const FsState *last, const FsState *state,
                                const FsLoading *loading, PetscReal fraction, Vec rows,
                                Vec direction, FsStageInfo *info)
{
  ChangePoints *c      = &s->change_points;
  PetscBool     smooth = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!c->stop && fraction < 1 - CHANGE_POINT_INSIDE)
    PetscCall(IsSmooth(s, last, state, loading, direction, &smooth));
  if (!smooth) {
    PetscCall(ReportBifurcation(s->sys, rows, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  c->crossed = PETSC_TRUE;
  c->time    = last->t + fraction * (state->t - last->t);
  PetscCall(FsSystemDescribeLargestDof(s->sys, rows, c->place, sizeof c->place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FsStageIsInChangePoint(FsStage s) { return s->constraints->change_points.leaves; }

PetscErrorCode ChangePointStart(ConstraintSolver s, PetscReal t, Vec rows)
{
  ChangePoints *c = &s->change_points;

  PetscFunctionBeginUser;
  c->leaves            = PETSC_TRUE;
  c->passed.count      = 1;
  c->passed.first_time = t;
  PetscCall(
    FsSystemDescribeLargestDof(s->sys, rows, c->passed.first_place, sizeof c->passed.first_place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ChangePointAccept(ConstraintSolver s)
{
  ChangePoints *c = &s->change_points;

  PetscFunctionBeginUser;
  c->leaves = c->inside;
  c->inside = PETSC_FALSE;
  if (!c->crossed) PetscFunctionReturn(PETSC_SUCCESS);
  c->crossed = PETSC_FALSE;
  if (c->passed.count++ == 0) {
    c->passed.first_time = c->time;
    PetscCall(PetscStrncpy(c->passed.first_place, c->place, sizeof c->passed.first_place));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

void FsStageStopAtChangePoints(FsStage s, PetscBool stop)
{
  s->constraints->change_points.stop = stop;
}

const FsChangePoints *FsStageChangePoints(FsStage s)
{
  return &s->constraints->change_points.passed;
}

PetscErrorCode ChangePointsArchive(ChangePoints *c, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "change_points"));
  PetscCall(FsArchiveInt(a, "count", &c->passed.count));
  PetscCall(FsArchiveReals(a, "first", 1, &c->passed.first_time));
  PetscCall(FsArchiveBool(a, "leaves", &c->leaves));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- a state in a change point --------------------------------------------------------------- */

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
   level. b, *error: what is left for rows of length 1, and its largest entry. */
static PetscErrorCode SatisfyRows(ConstraintSolver s, ConstraintGram g, FsConstraintLevel level,
                                  const FsLoading *loading, FsState *state, Vec b, PetscReal *error)
{
  enum { MAX_ITERATIONS = 20 };
  const FsSystem sys     = s->sys;
  const Vec      changed = level == FS_CONSTRAINT_POSITION   ? state->q
                           : level == FS_CONSTRAINT_VELOCITY ? state->v
                                                             : state->a;
  PetscReal      before  = PETSC_MAX_REAL;
  Vec            x, q;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(WorkspaceGet(s->work, &q));
  for (int k = 0; k < MAX_ITERATIONS; k++) {
    if (k == 0 || level == FS_CONSTRAINT_POSITION)
      PetscCall(ConstraintGramUpdate(g, state, loading));
    PetscCall(sys->constraints->rows(sys, level, state, loading, b));
    PetscCall(VecPointwiseMult(b, b, ConstraintGramGetScaling(g)));
    PetscCall(VecNorm(b, NORM_INFINITY, error));
    if (!(*error < before / 2)) break;
    before = *error;
    PetscCall(VecScale(b, -1));
    PetscCall(ConstraintGramSolveDofs(g, b, x));
    PetscCall(VecPointwiseMult(x, x, ConstraintGramGetScaling(g)));
    if (level == FS_CONSTRAINT_POSITION && sys->rotations) {
      PetscCall(sys->rotations->compose(sys, state->q, x, q));
      PetscCall(VecCopy(q, state->q));
    } else PetscCall(VecAXPY(changed, 1, x));
  }
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscCall(WorkspaceRestore(s->work, &q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the multipliers of least norm whose forces are as near as possible to those that the
   other forces need. */
static PetscErrorCode FindMultipliers(ConstraintSolver s, ConstraintGram g, FsConstraintLevel level,
                                      const FsLoading *loading, FsState *state)
{
  const FsConstraintRows     rows = {level, 1, 1};
  const FsSystemConstraints *ops  = s->sys->constraints;
  Vec                        force, lambda;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &force));
  PetscCall(WorkspaceGet(s->work, &lambda));
  PetscCall(ops->add_multipliers(s->sys, -1, state->a, state->a));
  PetscCall(FsSystemResidual(s->sys, state, loading, &rows, force));
  PetscCall(ops->add_multipliers(s->sys, -1, force, force));
  PetscCall(VecPointwiseMult(force, force, ConstraintGramGetScaling(g)));
  PetscCall(VecScale(force, -1));
  PetscCall(ConstraintGramSolve(g, force, lambda));
  PetscCall(ConstraintGramPutMultipliers(g, lambda, state));
  PetscCall(WorkspaceRestore(s->work, &force));
  PetscCall(WorkspaceRestore(s->work, &lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Largest error of constraints: of positions relative to the characteristic length, of velocities
   relative to the largest speed. In a change point the errors of positions are the root of those of
   constraints, so that a smaller limit would refuse states that are as exact as they can be. A
   static path through such a point is in tests/model/change_points.py (test_static_in_the_point).
 */
static const PetscReal ALLOWED = 1e-6;

/* Corrects a state, as little as possible, so that it satisfies the constraints of all levels up to
   the highest one, and computes its multipliers. Then the state lies in the change point. */
static PetscErrorCode BridgeTo(ConstraintSolver s, FsConstraintLevel highest,
                               const FsLoading *loading, FsState *state, FsStageInfo *info)
{
  const PetscReal length  = FsSystemCharacteristicLength(s->sys);
  PetscReal       error[] = {0, 0, 0}, speed = 0;
  ConstraintGram  g;
  Vec             b;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &b));
  PetscCall(ConstraintGramCreate(s, s->sys->constraints, REGULARIZATION, &g));
  for (FsConstraintLevel level = FS_CONSTRAINT_POSITION; level <= highest; level++)
    PetscCall(SatisfyRows(s, g, level, loading, state, b, &error[level]));
  PetscCall(FindMultipliers(s, g, highest, loading, state));
  PetscCall(ConstraintGramDestroy(&g));
  if (highest > FS_CONSTRAINT_POSITION) PetscCall(ConstraintScaledMaxNorm(s, state->v, &speed));
  info->ok                = (PetscBool)(error[FS_CONSTRAINT_POSITION] <= ALLOWED * length &&
                         error[FS_CONSTRAINT_VELOCITY] <= ALLOWED * speed * length);
  s->change_points.time   = state->t;
  s->change_points.inside = info->ok;
  if (!info->ok) PetscCall(ReportBifurcation(s->sys, b, info));
  PetscCall(WorkspaceRestore(s->work, &b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageBridgeEquilibrium(FsStage stage, const FsLoading *loading, FsState *state,
                                        FsStageInfo *info)
{
  const ConstraintSolver s = stage->constraints;

  PetscFunctionBeginUser;
  info->ok = (PetscBool)(info->ok && s->change_points.crossed);
  if (info->ok) PetscCall(BridgeTo(s, FS_CONSTRAINT_POSITION, loading, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageBridgeChangePoint(FsStage stage, const FsState *last, const FsState *behind,
                                        FsState *state, FsStageInfo *info)
{
  const ConstraintSolver s = stage->constraints;
  /* The error of the interpolation shows in the rows that it does not know. It is relative to the
     characteristic length, and in rad (see ConstraintViolation). A longer step, whose error is
     larger, is halved and not bridged. */
  const PetscReal     exact   = 1e-10;
  const FsLoading     loading = FsLoadingOfMotion();
  const ChangePoints *c       = &s->change_points;
  PetscReal           error;
  Vec                 b;

  PetscFunctionBeginUser;
  info->ok = (PetscBool)(info->ok && (c->crossed || c->leaves));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(Interpolate(last, behind, state));
  PetscCall(WorkspaceGet(s->work, &b));
  PetscCall(ConstraintViolation(s, FS_CONSTRAINT_POSITION, state, b, &error));
  PetscCall(WorkspaceRestore(s->work, &b));
  info->ok = (PetscBool)(error <= exact);
  if (info->ok) PetscCall(BridgeTo(s, FS_CONSTRAINT_ACCELERATION, &loading, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
