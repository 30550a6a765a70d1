/* rank_watch.c: watches the rank of the constraints while a model moves.

   G is the scaled gradient of all constraints (constraint_gram.h), and G+ its pseudo-inverse at an
   earlier position, the reference. At first G G+ is 1 for vectors of rows without null vectors of
   G^T. Its determinant changes sign if the rank of G falls on the way: there an eigenvalue of the
   change 1 - G G+ passes 1. Rows that are always small, as those of long chains, do not matter to
   it. One iteration a step, with factors of an earlier step, follows the largest eigenvalue. If it
   is large, factors at the last state and Arnoldi's method decide.

   If rows are redundant (constraint_rank.c), G^T has null vectors in all positions. The watch
   follows them from state to state. It checks that the dropped rows hold, and drops other rows if
   the present ones become dependent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "change_points.h"
#include "solve/consistent/redundancy/constraint_gram.h"
#include "solve/constraint_solver.h"
#include "solve/consistent/redundancy/redundant_rows.h"
#include "solve/failure_report.h"
#include "solve/stage.h"
#include <petscblaslapack.h>

static const PetscReal REGULARIZATION = 1e-13; /* of ConstraintGram */
/* Size of the change, which has no unit, above which it is examined; distance from 1 that counts as
   singular. A smaller size costs time alone, because Arnoldi's method decides. With a size of 0.99
   the test test_parallelogram of tests/model/change_points.py misses change points. */
static const PetscReal LARGE = 0.3, SINGULAR = CHANGE_POINT_INSIDE;

/* The state at which the reference is. */
typedef enum {
  AT_NO_STATE,
  AT_EARLIER_STATE,
  AT_LAST_STATE, /* the last accepted one */
  AT_CANDIDATE   /* that of the last check, which is not accepted yet */
} Reference;

struct _n_RankWatch {
  ConstraintSolver s;
  ConstraintGram   g; /* at the reference */
  Reference        at;
  PetscReal        reference_time; /* of the reference [s] */
  PetscReal        next;           /* time of the next check [s] */
  PetscReal        rate;           /* of the change, the largest of late [1/s] */
  /* number of consecutive checks from the last accepted state without a large change */
  PetscInt  ncalm;
  PetscBool has_vector; /* z is a good start vector */
  /* vector with the largest change; see PowerIterate; work vector */
  Vec      z, noise, x;
  PetscInt k; /* number of redundant rows */
  /* [k + 1], if k is not 0: orthonormal null vectors of G^T at the reference. The last one is that
     of the smallest other singular value, which is a null vector in a change point */
  Vec *null;
};

static PetscErrorCode RankWatchCreate(ConstraintSolver s, RankWatch *out)
{
  RankWatch p;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&p));
  p->s = s;
  p->k = FsSystemCountDroppedRows(s->sys);
  PetscCall(ConstraintGramCreate(s, FsSystemAllConstraints(s->sys), REGULARIZATION, &p->g));
  PetscCall(VecDuplicate(s->sys->vec, &p->z));
  PetscCall(VecDuplicate(s->sys->vec, &p->x));
  PetscCall(VecDuplicate(s->sys->vec, &p->noise));
  PetscCall(ConstraintGramSetRandom(p->g, 0, PETSC_TRUE, p->noise));
  PetscCall(VecNormalize(p->noise, NULL));
  PetscCall(VecCopy(p->noise, p->z));
  if (p->k) PetscCall(VecDuplicateVecs(s->sys->vec, p->k + 1, &p->null));
  for (PetscInt k = 0; p->k && k <= p->k; k++)
    PetscCall(ConstraintGramSetRandom(p->g, (int)k + 1, PETSC_TRUE, p->null[k]));
  *out = p;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RankWatchDestroy(RankWatch *out)
{
  RankWatch p = *out;

  PetscFunctionBeginUser;
  if (!p) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintGramDestroy(&p->g));
  PetscCall(VecDestroy(&p->z));
  PetscCall(VecDestroy(&p->x));
  PetscCall(VecDestroy(&p->noise));
  if (p->k) PetscCall(VecDestroyVecs(p->k + 1, &p->null));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RankWatchArchive(ConstraintSolver s, FsArchive a)
{
  RankWatch p       = s->watch;
  PetscBool watches = (PetscBool)(p && !p->k), last, begun;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveBool(a, "passes", &watches));
  if (a->reading && p && (p->k || !watches)) PetscCall(RankWatchDestroy(&s->watch));
  if (!watches) PetscFunctionReturn(PETSC_SUCCESS);
  if (!s->watch) PetscCall(RankWatchCreate(s, &s->watch));
  p     = s->watch;
  last  = (PetscBool)(p->at == AT_LAST_STATE);
  begun = (PetscBool)(p->at != AT_NO_STATE);
  PetscCall(FsArchivePushScope(a, "passage"));
  PetscCall(FsArchiveBool(a, "last", &last));
  PetscCall(FsArchiveBool(a, "begun", &begun));
  PetscCall(FsArchiveReals(a, "from", 1, &p->reference_time));
  PetscCall(FsArchiveReals(a, "next", 1, &p->next));
  PetscCall(FsArchiveReals(a, "rate", 1, &p->rate));
  PetscCall(FsArchiveInt(a, "calm", &p->ncalm));
  PetscCall(FsArchiveBool(a, "found", &p->has_vector));
  PetscCall(FsArchiveVec(a, "z", p->z));
  if (begun) PetscCall(ConstraintGramArchive(p->g, a));
  p->at = !begun ? AT_NO_STATE : last ? AT_LAST_STATE : AT_EARLIER_STATE;
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the reference --------------------------------------------------------------------------- */

/* Moves the reference, and with it the null vectors. */
static PetscErrorCode MoveReference(RankWatch p, const FsState *state, const FsLoading *loading,
                                    Reference at)
{
  const int iterations = 2;

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramUpdate(p->g, state, loading));
  p->at             = at;
  p->reference_time = state->t;
  if (!p->k) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintGramIterateInverse(p->g, iterations, p->k + 1, p->null));
  PetscCall(RedundantRowsDeflate(p->k, p->null, p->z));
  PetscCall(VecNormalize(p->z, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Begins a watch. If rows are redundant, finds their null vectors at a state, from noise. */
static PetscErrorCode BeginWatch(ConstraintSolver s, const FsState *state, const FsLoading *loading)
{
  PetscFunctionBeginUser;
  PetscCall(RankWatchDestroy(&s->watch));
  PetscCall(RankWatchCreate(s, &s->watch));
  for (int twice = 0; twice < 2 && s->watch->k; twice++)
    PetscCall(MoveReference(s->watch, state, loading, AT_LAST_STATE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the watch, which begins at a state if it does not exist yet. */
static PetscErrorCode GetWatch(ConstraintSolver s, const FsState *state, const FsLoading *loading,
                               RankWatch *p)
{
  PetscFunctionBeginUser;
  if (!s->watch) PetscCall(BeginWatch(s, state, loading));
  *p = s->watch;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageWatchRedundancy(FsStage stage, const FsState *state, const FsLoading *loading)
{
  const ConstraintSolver s = stage->constraints;

  PetscFunctionBeginUser;
  if (FsSystemCountDroppedRows(s->sys)) PetscCall(BeginWatch(s, state, loading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the change since the reference ---------------------------------------------------------- */

/* Computes e = (1 - G G+) z with G at a state, without null vectors. z has none. */
static PetscErrorCode ApplyGradientChange(RankWatch p, const FsState *state,
                                          const FsLoading *loading, Vec z, Vec e)
{
  const FsSystem  sys         = p->s->sys;
  const FsLoading quasistatic = {.factor = loading->factor, .quasistatic = PETSC_TRUE};
  const FsState   at          = {.t = state->t, .q = state->q, .v = p->x};

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramSolveDofs(p->g, z, p->x));
  PetscCall(VecPointwiseMult(p->x, p->x, ConstraintGramGetScaling(p->g)));
  PetscCall(FsSystemAllConstraints(sys)->rows(sys, FS_CONSTRAINT_VELOCITY, &at, &quasistatic, e));
  PetscCall(VecPointwiseMult(e, e, ConstraintGramGetScaling(p->g)));
  PetscCall(VecAYPX(e, -1, z));
  PetscCall(RedundantRowsDeflate(p->k, p->null, e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

enum { MIN_VECTORS = 8, MAX_VECTORS = 24 }; /* number of vectors of Arnoldi's method */

/* Finds the largest real eigenvalue of H[n][n], in Hessenberg form by columns, truncated below by
   left. *passed: it passes 1, at *fraction of the way; *sure: the residual of its vector is small
   against its distance from 1. */
static PetscErrorCode CheckEigenvalue(PetscInt n, PetscScalar H[][MAX_VECTORS + 1],
                                      PetscReal subdiagonal, PetscBool *passed, PetscBool *sure,
                                      PetscReal *fraction)
{
  enum { ROOM = 8 * MAX_VECTORS };
  const PetscReal small = 0.1;
  PetscBLASInt    order = (PetscBLASInt)n, one = 1, room = ROOM, info;
  PetscScalar     A[MAX_VECTORS * MAX_VECTORS], re[MAX_VECTORS], im[MAX_VECTORS],
    y[MAX_VECTORS * MAX_VECTORS], work[ROOM], none;
  PetscReal residual;
  PetscInt  top = -1;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) PetscCall(PetscArraycpy(&A[k * n], H[k], n));
  LAPACKgeev_("N", "V", &order, A, &order, re, im, &none, &one, y, &order, work, &room, &info);
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK's geev ends with %d", (int)info);
  *passed = *sure = PETSC_FALSE;
  for (PetscInt k = 0; k < n; k++)
    if (im[k] == 0 && (top < 0 || re[k] > re[top])) top = k;
  if (top < 0) PetscFunctionReturn(PETSC_SUCCESS);
  residual  = subdiagonal * PetscAbsReal(y[top * n + n - 1]);
  *passed   = (PetscBool)(re[top] >= 1 - SINGULAR);
  *fraction = *passed ? PetscMin(1, 1 / re[top]) : 0;
  *sure     = (PetscBool)(residual <= small * PetscMax(PetscAbsReal(re[top] - 1), SINGULAR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Decides by Arnoldi's method from z, until the result is sure. *passed is false if it does not
   become sure. */
static PetscErrorCode DecideByArnoldi(RankWatch p, const FsState *state, const FsLoading *loading,
                                      PetscBool *passed, PetscReal *fraction)
{
  /* Norm of the next vector, relative to eigenvalues of about 1: below it the vectors span an
     invariant space, and the eigenvalues of H are exact up to round-off. */
  const PetscReal round_off                       = 1e-10;
  PetscScalar     H[MAX_VECTORS][MAX_VECTORS + 1] = {{0}}, part[MAX_VECTORS];
  PetscBool       sure                            = PETSC_FALSE;
  PetscReal       subdiagonal                     = 1;
  Vec            *v;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicateVecs(p->z, MAX_VECTORS + 1, &v));
  PetscCall(VecCopy(p->z, v[0]));
  for (PetscInt n = 0; n < MAX_VECTORS && subdiagonal > round_off && !sure; n++) {
    PetscCall(ApplyGradientChange(p, state, loading, v[n], v[n + 1]));
    for (int twice = 0; twice < 2; twice++) { /* the second pass removes round-off */
      PetscCall(VecMDot(v[n + 1], n + 1, v, part));
      for (PetscInt k = 0; k <= n; k++) {
        H[n][k] += part[k];
        part[k] = -part[k];
      }
      PetscCall(VecMAXPY(v[n + 1], n + 1, part, v));
    }
    PetscCall(VecNormalize(v[n + 1], &subdiagonal));
    H[n][n + 1] = subdiagonal;
    if (n + 1 >= MIN_VECTORS || subdiagonal <= round_off)
      PetscCall(CheckEigenvalue(n + 1, H, subdiagonal, passed, &sure, fraction));
  }
  *passed = (PetscBool)(*passed && sure);
  PetscCall(VecDestroyVecs(MAX_VECTORS + 1, &v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes *change, the size of the change in the direction of its largest vector, by power
   iteration. Noise keeps components that are still small. */
static PetscErrorCode PowerIterate(RankWatch p, const FsState *state, const FsLoading *loading,
                                   PetscReal *change)
{
  const PetscReal some       = 0.1;
  const int       iterations = p->has_vector ? 2 : 6;
  Vec             e;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(p->s->work, &e));
  for (int i = 0; i < iterations; i++) {
    PetscCall(ApplyGradientChange(p, state, loading, p->z, e));
    PetscCall(VecNorm(e, NORM_2, change));
    if (*change > 0) PetscCall(VecAXPBY(p->z, 1 / *change, 0, e));
    PetscCall(VecAXPY(p->z, some, p->noise));
    PetscCall(RedundantRowsDeflate(p->k, p->null, p->z));
    PetscCall(VecNormalize(p->z, NULL));
  }
  p->has_vector = PETSC_TRUE;
  PetscCall(WorkspaceRestore(p->s->work, &e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the time of the next check: the next step, or in calm motion the time at which the
   change, at its largest rate of late, is a quarter of the way to a large one. A motion that comes
   back to an earlier position has a small change there, but not a small rate. Statics, where time
   may not advance, have one check a step. */
static PetscReal next_check(RankWatch p, PetscReal change, PetscReal t, PetscReal step)
{
  enum { CALM = 8 };
  const PetscReal ahead = 8, fade = 0.8, passed = t - p->reference_time;

  p->rate = PetscMax(fade * p->rate, passed > 0 ? change / passed : 0);
  return p->ncalm > CALM ? t + PetscMin(ahead * step, (LARGE - change) / (4 * p->rate))
                         : p->reference_time;
}

/* Whether the check of a candidate at t can be left out, because the motion is calm. Redundant rows
   move the reference with each candidate, so that a later check would not see this step. */
static PetscBool is_calm(RankWatch p, PetscReal t)
{
  return (PetscBool)(p->at != AT_NO_STATE && !p->k && t < p->next);
}

/* Decides whether the rank falls between two states, and whether the motion continues behind the
   position in which it does. */
static PetscErrorCode CheckChange(RankWatch p, const FsState *last, const FsState *state,
                                  const FsLoading *loading, FsStageInfo *info)
{
  PetscReal change, fraction = 0;
  PetscBool passed = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (is_calm(p, state->t)) PetscFunctionReturn(PETSC_SUCCESS);
  if (p->at == AT_NO_STATE || (p->k && p->at != AT_LAST_STATE))
    PetscCall(MoveReference(p, last, loading, AT_LAST_STATE));
  PetscCall(PowerIterate(p, state, loading, &change));
  if (change >= LARGE) {
    if (p->at != AT_LAST_STATE) PetscCall(MoveReference(p, last, loading, AT_LAST_STATE));
    PetscCall(PowerIterate(p, state, loading, &change));
    if (change >= LARGE) PetscCall(DecideByArnoldi(p, state, loading, &passed, &fraction));
  }
  p->ncalm = change < LARGE ? p->ncalm + 1 : 0;
  p->next  = next_check(p, change, state->t, state->t - last->t);
  if (!passed) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintGramSolveDofs(p->g, p->z, p->x));
  PetscCall(ChangePointCross(p->s, last, state, loading, fraction, p->z, p->x, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- checks of a candidate ------------------------------------------------------------------- */

PetscErrorCode StageWatchRank(ConstraintSolver s, const FsState *last, const FsState *state,
                              const FsLoading *loading, FsStageInfo *info)
{
  const PetscBool leaves = s->change_points.leaves;
  RankWatch       p      = NULL;

  PetscFunctionBeginUser;
  if (FsSystemCountDroppedRows(s->sys))
    PetscCall(RedundantRowsCheckDropped(s, state, loading, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GetWatch(s, last ? last : state, loading, &p));
  if (leaves || p->at == AT_CANDIDATE) p->at = AT_NO_STATE;
  if (last && !leaves) PetscCall(CheckChange(p, last, state, loading, info));
  if (p->k && info->ok) PetscCall(MoveReference(p, state, loading, AT_CANDIDATE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageCheckRedundancy(FsStage stage, const FsState *last, const FsState *state,
                                      const FsLoading *loading, FsStageInfo *info)
{
  const ConstraintSolver s = stage->constraints;

  PetscFunctionBeginUser;
  s->change_points.crossed = s->change_points.inside = PETSC_FALSE;
  if (FsSystemCountDroppedRows(s->sys) || (s->sys->traits.has_loops && !s->sys->traits.linear))
    PetscCall(StageWatchRank(s, last, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- accepted states ------------------------------------------------------------------------- */

/* Drops other rows if those that remain become dependent. Null vectors are added to the multipliers
   of the state, so that they are 0 in the dropped rows. */
static PetscErrorCode ReselectRows(RankWatch p, FsState *state)
{
  const PetscReal        poor = 0.25, better = 2;
  const ConstraintSolver s       = p->s;
  const Vec              dropped = p->x;
  PetscReal              least, other;
  Vec                    order, lambda;

  PetscFunctionBeginUser;
  PetscCall(FsSystemGetDroppedRows(s->sys, dropped));
  PetscCall(RedundantRowsMinSingularValue(s, p->k, p->null, dropped, &least));
  if (least >= poor) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(s->work, &order));
  PetscCall(RedundantRowsGetOrder(s, order));
  PetscCall(RedundantRowsChoose(s, p->k, p->null, order, dropped));
  PetscCall(WorkspaceRestore(s->work, &order));
  PetscCall(RedundantRowsMinSingularValue(s, p->k, p->null, dropped, &other));
  if (other <= better * least) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemDropRows(s->sys, dropped));
  PetscCall(WorkspaceGet(s->work, &lambda));
  PetscCall(ConstraintGramTakeMultipliers(p->g, state, lambda));
  PetscCall(RedundantRowsMinimize(s, p->k, p->null, dropped, lambda));
  PetscCall(ConstraintGramPutMultipliers(p->g, lambda, state));
  PetscCall(WorkspaceRestore(s->work, &lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageReselectRedundantRows(FsStage stage, FsState *state)
{
  const ConstraintSolver s = stage->constraints;
  const RankWatch        p = s->watch;

  PetscFunctionBeginUser;
  PetscCall(ChangePointAccept(s));
  if (!p) PetscFunctionReturn(PETSC_SUCCESS);
  if (p->at == AT_LAST_STATE) p->at = AT_EARLIER_STATE;
  /* a state in a change point is not the candidate, but interpolated */
  if (p->at == AT_CANDIDATE) p->at = s->change_points.leaves ? AT_NO_STATE : AT_LAST_STATE;
  if (p->k) PetscCall(ReselectRows(p, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the squares of the forces of multipliers of 1: scaled as G, moments divided by the
   characteristic length. */
static PetscErrorCode SquareForces(RankWatch p, Vec weights)
{
  const FsSystem  sys    = p->s->sys;
  const PetscReal length = FsSystemCharacteristicLength(sys), moment = 1 / (length * length);
  const Vec       factor = ConstraintGramGetScaling(p->g);

  PetscFunctionBeginUser;
  PetscCall(FsSystemAllConstraints(sys)->lengths(sys, weights)); /* 1 for lengths, 0 for angles */
  PetscCall(VecScale(weights, 1 - moment));
  PetscCall(VecShift(weights, moment));
  PetscCall(VecPointwiseMult(weights, weights, factor));
  PetscCall(VecPointwiseMult(weights, weights, factor));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageMinimumNormReactions(FsStage stage, const FsLoading *loading, FsState *state)
{
  ConstraintSolver s = stage->constraints;
  RankWatch        p = NULL;
  PetscInt         k;
  Vec              lambda;

  PetscFunctionBeginUser;
  if (!FsSystemCountDroppedRows(s->sys)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GetWatch(s, state, loading, &p));
  k = p->k + (s->change_points.leaves ? 1 : 0);
  if (p->at != AT_LAST_STATE) PetscCall(MoveReference(p, state, loading, AT_LAST_STATE));
  PetscCall(SquareForces(p, p->x));
  PetscCall(WorkspaceGet(s->work, &lambda));
  PetscCall(ConstraintGramTakeMultipliers(p->g, state, lambda));
  for (int twice = 0; twice < 2; twice++) /* the second pass removes the round-off of the first */
    PetscCall(RedundantRowsMinimize(s, k, p->null, p->x, lambda));
  PetscCall(ConstraintGramPutMultipliers(p->g, lambda, state));
  PetscCall(WorkspaceRestore(s->work, &lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}
