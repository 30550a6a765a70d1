/* branching_start.c: starts a motion in a change point, on the branch of its initial velocities.

   There G has left null vectors z that its neighbourhood does not have. A motion with the velocity
   v must satisfy z . gamma(v) = 0, in which gamma is the second time derivative of the constraints
   for a = 0. It is a square in v, with one solution for each branch. Let w be the derivative of
   G^T z along v, without its part in the range of G^T. The vectors z with w = 0 remain null vectors
   along the motion. For the others the third time derivative of the constraints, 3 w . a + c = 0,
   replaces the dependent row as a constraint of the accelerations; its force is along w.

   A. Mueller, "Higher-order analysis of kinematic singularities of lower pair linkages", Journal of
   Mechanisms and Robotics 11 (2019) 011008. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "change_points.h"
#include "solve/consistent/redundancy/redundant_rows.h"
#include "solve/constraint_solver.h"
#include "solve/stage.h"

/* REGULARIZATION: of ConstraintGram. MOVES: norm of a random motion after the projection onto the
   constraints, relative to before; below it the mechanism has no degree of freedom, and what is
   left is round-off. TURNS: |w| from which G^T z changes, for velocities of 1 and lengths of the
   model's size; below it is an error of differences, which is about STEP. ROUNDING: allowed error
   of z . gamma(v), relative to speed^2 over the characteristic length; initial velocities with six
   digits have such errors. STEP: of differences, relative to the model's size. All are relative to
   sizes of the model or of its velocities, and have no unit. In tests/model/change_points.py,
   test_undecided has velocities that must be refused, and flat linkages have vectors above TURNS.
   In tests/model/bearings.py, shafts whose joints are redundant in all positions have vectors below
   TURNS. */
static const PetscReal REGULARIZATION = 1e-13, MOVES = 1e-6, TURNS = 1e-5, ROUNDING = 1e-6,
                       STEP = 1e-5;

struct _n_BranchingStart {
  PetscInt k,
    /* numbers of null vectors; of those that some motion leaves; of those that the motion of the
       initial velocities leaves, the last ones, or 0 before BranchingStartDecide() */
    possible, here;
  Vec *z, *w; /* [k] null vectors, for rows of length 1; see above, for velocities of 1 */
  char names[512];
};

PetscErrorCode BranchingStartDestroy(BranchingStart *out)
{
  BranchingStart b = *out;

  PetscFunctionBeginUser;
  if (!b) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroyVecs(b->k, &b->z));
  PetscCall(VecDestroyVecs(b->k, &b->w));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the start is not decided. */
static PetscErrorCode Reject(ConstraintSolver s, const char why[])
{
  PetscFunctionBeginUser;
  SETERRQ(s->sys->comm, PETSC_ERR_USER_INPUT,
          "joints and supports hold the same motion more than once only in this position, where "
          "motions branch or end: %s; %s. Start in another position, use a joint with fewer "
          "constraints, or give initial velocities that belong to one motion "
          "(-initial_<joint>_angular_velocity of several joints)",
          s->branching->names, why);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FsStageStartBranches(FsStage s) { return (PetscBool)(s->constraints->branching != NULL); }

PetscInt branching_start_rows(BranchingStart b) { return b ? b->here : 0; }

PetscErrorCode FsStageRejectBranchingStart(FsStage stage)
{
  const ConstraintSolver s = stage->constraints;

  PetscFunctionBeginUser;
  if (s->branching) PetscCall(Reject(s, "nothing moves yet that could choose one"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- along a motion -------------------------------------------------------------------------- */

/* A motion through the change point. */
typedef struct {
  const FsState *state; /* t and q are used */
  Vec            v;     /* velocities */
  PetscReal      speed; /* their largest entry; rotations count with their lengths [m/s] */
  PetscReal      h;     /* a short time [s] */
  PetscReal      clock; /* 1 if time passes: supports move; else 0 */
} Motion;

static PetscErrorCode MotionCreate(ConstraintSolver s, ConstraintGram g, const FsState *state,
                                   Vec v, PetscReal clock, Motion *m)
{
  Vec x;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(VecPointwiseDivide(x, v, ConstraintGramGetScaling(g)));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, x, x));
  *m = (Motion){.state = state, .v = v, .clock = clock};
  PetscCall(VecNorm(x, NORM_INFINITY, &m->speed));
  m->h = m->speed > 0 ? STEP * FsSystemCharacteristicLength(s->sys) / m->speed : 0;
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the positions q after a time. */
static PetscErrorCode MotionMove(ConstraintSolver s, const Motion *m, PetscReal time, Vec q)
{
  Vec step;

  PetscFunctionBeginUser;
  if (s->sys->rotations) {
    PetscCall(WorkspaceGet(s->work, &step));
    PetscCall(VecAXPBY(step, time, 0, m->v));
    PetscCall(s->sys->rotations->compose(s->sys, m->state->q, step, q));
    PetscCall(WorkspaceRestore(s->work, &step));
  } else PetscCall(VecWAXPY(q, time, m->v, m->state->q));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes w[k], the derivatives of G^T z along a motion, without their part in the range of G^T;
   columns are scaled as in g, which is G at the start. */
static PetscErrorCode DifferentiateGradient(ConstraintSolver s, ConstraintGram g, const Motion *m,
                                            PetscInt k, const Vec z[], Vec w[])
{
  const FsLoading loading  = FsLoadingOfMotion();
  const PetscReal weight[] = {2 / m->h, -0.5 / m->h}; /* at h and 2 h; G^T z = 0 at 0 */
  ConstraintGram  moved;
  Vec             q, f, x;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(WorkspaceGet(s->work, &q));
  PetscCall(WorkspaceGet(s->work, &f));
  PetscCall(ConstraintGramCreate(s, FsSystemAllConstraints(s->sys), REGULARIZATION, &moved));
  for (PetscInt j = 0; j < k; j++) PetscCall(VecZeroEntries(w[j]));
  for (int i = 0; i < 2; i++) {
    const FsState at = {.t = m->state->t + (i + 1) * m->clock * m->h, .q = q};

    PetscCall(MotionMove(s, m, (i + 1) * m->h, q));
    PetscCall(ConstraintGramUpdate(moved, &at, &loading));
    for (PetscInt j = 0; j < k; j++) { /* rows keep the scale that they have at the start */
      PetscCall(VecPointwiseMult(x, z[j], ConstraintGramGetScaling(g)));
      PetscCall(VecPointwiseDivide(x, x, ConstraintGramGetScaling(moved)));
      PetscCall(ConstraintGramMultTranspose(moved, x, f));
      PetscCall(VecAXPY(w[j], weight[i], f));
    }
  }
  for (PetscInt j = 0; j < k; j++) {
    PetscCall(ConstraintGramSolveDofs(g, w[j], x));
    PetscCall(VecCopy(x, w[j]));
  }
  PetscCall(ConstraintGramDestroy(&moved));
  PetscCall(WorkspaceRestore(s->work, &q));
  PetscCall(WorkspaceRestore(s->work, &f));
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Replaces x[k] by combinations of them, the columns of y[k][k]. */
static PetscErrorCode Combine(PetscInt k, const PetscScalar y[], Vec x[])
{
  Vec *old;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(x[0], k, &old));
  for (PetscInt j = 0; j < k; j++) PetscCall(VecCopy(x[j], old[j]));
  for (PetscInt j = 0; j < k; j++) {
    PetscCall(VecZeroEntries(x[j]));
    PetscCall(VecMAXPY(x[j], k, y + j * k, old));
  }
  PetscCall(VecDestroyVecs(k, &old));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes w[k] orthogonal, in ascending order of their lengths, and combines z[k] in the same way.
 *turning: number of those that are not 0 along the motion. */
static PetscErrorCode SortByChange(ConstraintSolver s, const Motion *m, PetscInt k, Vec z[],
                                   Vec w[], PetscInt *turning)
{
  const PetscReal zero = TURNS * m->speed / FsSystemCharacteristicLength(s->sys);
  PetscScalar    *A;
  PetscReal      *square;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)(k * k), &A, k, &square));
  for (PetscInt j = 0; j < k; j++) PetscCall(VecMDot(w[j], k, w, A + k * j));
  PetscCall(LapackEigen(k, A, square));
  PetscCall(Combine(k, A, z));
  PetscCall(Combine(k, A, w));
  *turning = 0;
  for (PetscInt j = 0; j < k; j++) *turning += square[j] > zero * zero;
  PetscCall(PetscFree2(A, square));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the null vectors that only this position has: no velocity that the constraints allow keeps
   them. Overwrites b->w. */
static PetscErrorCode CountHere(ConstraintSolver s, ConstraintGram g, const FsState *state,
                                BranchingStart b)
{
  PetscReal before, after;
  Motion    m;
  Vec       v, random;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &random));
  PetscCall(WorkspaceGet(s->work, &v));
  PetscCall(ConstraintGramSetRandom(g, 0, PETSC_FALSE, random));
  PetscCall(VecNorm(random, NORM_2, &before));
  PetscCall(ConstraintGramSolveDofs(g, random, v));
  PetscCall(VecNorm(v, NORM_2, &after));
  if (after > MOVES * before) {
    PetscCall(VecPointwiseMult(v, v, ConstraintGramGetScaling(g)));
    PetscCall(MotionCreate(s, g, state, v, 0, &m));
    PetscCall(DifferentiateGradient(s, g, &m, b->k, b->z, b->w));
    PetscCall(SortByChange(s, &m, b->k, b->z, b->w, &b->possible));
  }
  PetscCall(WorkspaceRestore(s->work, &v));
  PetscCall(WorkspaceRestore(s->work, &random));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchingStartCreate(ConstraintSolver s, ConstraintGram g, const FsState *state,
                                    PetscInt k, Vec z[], const char names[], BranchingStart *out)
{
  BranchingStart b;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&b));
  b->k = k;
  PetscCall(VecDuplicateVecs(z[0], k, &b->z));
  PetscCall(VecDuplicateVecs(z[0], k, &b->w));
  for (PetscInt j = 0; j < k; j++) PetscCall(VecCopy(z[j], b->z[j]));
  PetscCall(PetscStrncpy(b->names, names, sizeof b->names));
  PetscCall(CountHere(s, g, state, b));
  if (!b->possible) PetscCall(BranchingStartDestroy(&b));
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the products of z[k] with the constraints of accelerations, for a = 0, after a time. */
static PetscErrorCode Curvature(ConstraintSolver s, ConstraintGram g, const Motion *m,
                                PetscReal time, PetscInt k, const Vec z[], PetscScalar product[])
{
  const FsLoading loading = FsLoadingOfMotion();
  FsState         at      = {.t = m->state->t + m->clock * time, .v = m->v};
  Vec             gamma;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &gamma));
  PetscCall(WorkspaceGet(s->work, &at.q));
  PetscCall(MotionMove(s, m, time, at.q));
  PetscCall(
    FsSystemAllConstraints(s->sys)->rows(s->sys, FS_CONSTRAINT_ACCELERATION, &at, &loading, gamma));
  PetscCall(VecPointwiseMult(gamma, gamma, ConstraintGramGetScaling(g)));
  PetscCall(VecMDot(gamma, k, z, product));
  PetscCall(WorkspaceRestore(s->work, &at.q));
  PetscCall(WorkspaceRestore(s->work, &gamma));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateGradient(ConstraintSolver s, const FsState *state, ConstraintGram *g)
{
  const FsLoading loading = FsLoadingOfMotion();

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramCreate(s, FsSystemAllConstraints(s->sys), REGULARIZATION, g));
  PetscCall(ConstraintGramUpdate(*g, state, &loading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks z . gamma(v) = 0 for the null vectors of this position, and removes what is rounding: w is
   half the derivative of z . gamma by v. */
static PetscErrorCode SatisfyCurvature(ConstraintSolver s, ConstraintGram g, const Motion *m)
{
  const BranchingStart b     = s->branching;
  const PetscInt       first = b->k - b->here;
  const PetscReal allowed = ROUNDING * m->speed * m->speed / FsSystemCharacteristicLength(s->sys);
  PetscScalar    *gamma;
  PetscBool       belongs = PETSC_TRUE;
  Vec             x;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &x));
  PetscCall(PetscMalloc1(b->here, &gamma));
  PetscCall(Curvature(s, g, m, 0, b->here, b->z + first, gamma));
  for (PetscInt j = 0; j < b->here; j++) {
    PetscReal length;

    belongs = (PetscBool)(belongs && PetscAbsScalar(gamma[j]) <= allowed);
    PetscCall(VecNorm(b->w[first + j], NORM_2, &length));
    PetscCall(VecPointwiseMult(x, b->w[first + j], ConstraintGramGetScaling(g)));
    PetscCall(VecAXPY(m->v, -gamma[j] / (2 * length * length), x));
  }
  PetscCall(PetscFree(gamma));
  if (!belongs) PetscCall(Reject(s, "the initial velocities belong to none of these motions"));
  PetscCall(WorkspaceRestore(s->work, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BranchingStartDecide(ConstraintSolver s, FsState *state)
{
  const BranchingStart b = s->branching;
  ConstraintGram       g;
  Motion               m;

  PetscFunctionBeginUser;
  if (!b) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->change_points.stop) PetscCall(Reject(s, "-change_points stop lets no motion start here"));
  PetscCall(CreateGradient(s, state, &g));
  PetscCall(MotionCreate(s, g, state, state->v, 1, &m));
  if (m.speed == 0) PetscCall(Reject(s, "the model is at rest"));
  PetscCall(DifferentiateGradient(s, g, &m, b->k, b->z, b->w));
  PetscCall(SortByChange(s, &m, b->k, b->z, b->w, &b->here));
  if (b->here < b->possible)
    PetscCall(Reject(s, "the initial velocities belong to more than one of these motions"));
  PetscCall(SatisfyCurvature(s, g, &m));
  PetscCall(ConstraintGramDestroy(&g));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the first accelerations ----------------------------------------------------------------- */

/* Changes the accelerations so that 3 w . a + c = 0, by forces along w. These forces keep the
   constraints of accelerations: a changes by sums of y, with B [y; lambda] = [w; 0]. */
static PetscErrorCode SatisfyThirdDerivative(ConstraintSolver s, ConstraintGram g, FsState *state,
                                             FsStageInfo *info)
{
  const BranchingStart b     = s->branching;
  const PetscInt       first = b->k - b->here, n = b->here;
  PetscScalar         *at, *c, *A; /* at: at the times 0, h, 2 h */
  Vec                 *y, *w = b->w + first;
  PetscBool            regular;
  Motion               m;
  Vec                  force;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &force));
  PetscCall(VecDuplicateVecs(s->sys->vec, n, &y));
  PetscCall(PetscMalloc3((size_t)(3 * n), &at, n, &c, (size_t)(n * n), &A));
  PetscCall(MotionCreate(s, g, state, state->v, 1, &m));
  for (int i = 0; i < 3; i++) PetscCall(Curvature(s, g, &m, i * m.h, n, b->z + first, at + i * n));
  for (PetscInt j = 0; j < n; j++) /* w without scaled columns */
    PetscCall(VecPointwiseDivide(w[j], w[j], ConstraintGramGetScaling(g)));
  PetscCall(VecMDot(state->a, n, w, c));
  for (PetscInt j = 0; j < n; j++)
    c[j] = -c[j] - (4 * at[n + j] - at[2 * n + j] - 3 * at[j]) / (6 * m.h);
  for (PetscInt j = 0; j < n && info->ok; j++) {
    PetscCall(VecCopy(w[j], force));
    PetscCall(BorderedMassSolve(&s->inertia, state, force, y[j], &info->ok));
    PetscCall(VecMDot(y[j], n, w, A + j * n));
  }
  PetscCall(LapackSolve(n, 1, A, c, &regular));
  if (!regular) info->ok = PETSC_FALSE;
  if (info->ok) PetscCall(VecMAXPY(state->a, n, c, y));
  else info->reason = "the accelerations in the change point cannot be found";
  PetscCall(PetscFree3(at, c, A));
  PetscCall(VecDestroyVecs(n, &y));
  PetscCall(WorkspaceRestore(s->work, &force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Drops the rows that depend on others along the motion, too. Multipliers get the least norm, and
   then become 0 in these rows. */
static PetscErrorCode KeepDependentRows(ConstraintSolver s, ConstraintGram g, FsState *state)
{
  const BranchingStart b = s->branching;
  const PetscInt       k = b->k - b->here;
  Vec                  dropped, order, lambda;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &dropped));
  PetscCall(WorkspaceGet(s->work, &order));
  PetscCall(WorkspaceGet(s->work, &lambda));
  PetscCall(ConstraintGramTakeMultipliers(g, state, lambda));
  PetscCall(RedundantRowsDeflate(b->k, b->z, lambda));
  PetscCall(VecZeroEntries(dropped));
  if (k) {
    PetscCall(RedundantRowsGetOrder(s, order));
    PetscCall(RedundantRowsChoose(s, k, b->z, order, dropped));
    PetscCall(RedundantRowsMinimize(s, k, b->z, dropped, lambda));
  }
  PetscCall(ConstraintGramPutMultipliers(g, lambda, state));
  PetscCall(FsSystemDropRows(s->sys, dropped));
  PetscCall(WorkspaceRestore(s->work, &dropped));
  PetscCall(WorkspaceRestore(s->work, &order));
  PetscCall(WorkspaceRestore(s->work, &lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageLeaveBranchingStart(FsStage stage, FsState *state, FsStageInfo *info)
{
  const ConstraintSolver s = stage->constraints;
  const BranchingStart   b = s->branching;
  ConstraintGram         g;

  PetscFunctionBeginUser;
  if (!b) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CreateGradient(s, state, &g));
  PetscCall(SatisfyThirdDerivative(s, g, state, info));
  PetscCall(KeepDependentRows(s, g, state));
  PetscCall(ConstraintGramDestroy(&g));
  PetscCall(ChangePointStart(s, state->t, b->z[b->k - 1]));
  PetscCall(BranchingStartDestroy(&s->branching));
  PetscFunctionReturn(PETSC_SUCCESS);
}
