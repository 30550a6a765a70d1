/* redundancy_watch.c: watches redundant constraints while a model moves, and reports their
   reactions.

   It checks that the dropped rows hold and that the rank stays. It drops other rows if the present
   ones become dependent. Reported multipliers are those of least norm. For other models it only
   checks the rank in kinematics, and calls singularity_watch.h for those with loops.
   constraint_rank.c finds the redundant rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "redundancy_watch.h"
#include "solve/consistent/constraint_gram.h"
#include "redundant_rows.h"
#include "solve/consistent/singularity_watch.h"
#include "solve/bordered_mass.h"
#include "solve/failure_report.h"
#include "solve/stage.h"

PetscErrorCode FsStageDescribeRedundancy(FsStage s, size_t size, char text[])
{
  PetscReal rows;
  char      names[512], *supports;
  Vec       ones, all;

  PetscFunctionBeginUser;
  text[0] = 0;
  if (!FsSystemCountDroppedRows(s->sys) || s->branching) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(s->b, &ones));
  PetscCall(VecDuplicate(s->b, &all));
  PetscCall(VecSet(ones, 1));
  PetscCall(VecZeroEntries(all));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, 1, ones, all));
  PetscCall(VecNorm(all, NORM_1, &rows));
  PetscCall(FsSystemGetDroppedRows(s->sys, all));
  PetscCall(s->sys->constraints->name_joints(s->sys, all, 0.5, names, sizeof names));
  supports = strchr(names, ';');
  if (supports) *supports = 0;
  PetscCall(PetscSNPrintf(
    text, size,
    "%" PetscInt_FMT
    " of %.0f rows of joints follow from the others (%s): reactions are those of least norm",
    FsSystemCountDroppedRows(s->sys), (double)rows, names));
  PetscCall(VecDestroy(&ones));
  PetscCall(VecDestroy(&all));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Projects mu on the part that exerts no forces, G^T mu = 0. The filter tiny (G G^T + tiny)^-1,
   applied three times, passes (tiny/sigma^2)^3 of other parts; tiny is the regularization. */
static PetscErrorCode ProjectNull(ConstraintGram g, PetscReal regularization, Vec mu)
{
  PetscFunctionBeginUser;
  for (int k = 0; k < 3; k++) {
    PetscCall(ConstraintGramApplyInverse(g, mu));
    PetscCall(VecScale(mu, regularization));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

struct _n_LeastReactions {
  ConstraintGram g;
  Vec            mu, null_part;
};

static const PetscReal REACTION_REGULARIZATION = 1e-11; /* of ConstraintGram */

static PetscErrorCode LeastReactionsCreate(FsStage s, LeastReactions *out)
{
  LeastReactions r;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&r));
  PetscCall(ConstraintGramCreate(s, FsSystemAllConstraints(s->sys), CONSTRAINT_SCALING_FORCE,
                                 REACTION_REGULARIZATION, &r->g));
  PetscCall(VecDuplicate(s->b, &r->mu));
  PetscCall(VecDuplicate(s->b, &r->null_part));
  *out = r;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LeastReactionsDestroy(LeastReactions *out)
{
  LeastReactions r = *out;

  PetscFunctionBeginUser;
  if (!r) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDestroy(&r->mu));
  PetscCall(VecDestroy(&r->null_part));
  PetscCall(ConstraintGramDestroy(&r->g));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageMinimumNormReactions(FsStage s, const FsLoading *loading, FsState *state)
{
  enum { MAX_ITERATIONS = 20 };
  /* Relative to the norm of the scaled multipliers: a part along the null vectors that is smaller
     is the round-off of their sum, and another pass of the filter would not reduce it. */
  const PetscReal round_off = 1e-14;
  PetscReal       size, null_norm, before = PETSC_MAX_REAL;
  Vec             mu, null_part;
  ConstraintGram  g;

  PetscFunctionBeginUser;
  if (!FsSystemCountDroppedRows(s->sys)) PetscFunctionReturn(PETSC_SUCCESS);
  if (!s->reactions) PetscCall(LeastReactionsCreate(s, &s->reactions));
  g         = s->reactions->g;
  mu        = s->reactions->mu;
  null_part = s->reactions->null_part;
  PetscCall(ConstraintGramUpdate(g, state, loading));
  PetscCall(ConstraintGramTakeMultipliers(g, state, mu));
  PetscCall(VecNorm(mu, NORM_2, &size));
  for (int k = 0; k < MAX_ITERATIONS;
       k++) { /* the filter is exact to round-off over the regularization */
    PetscCall(VecCopy(mu, null_part));
    PetscCall(ProjectNull(g, REACTION_REGULARIZATION, null_part));
    PetscCall(VecNorm(null_part, NORM_2, &null_norm));
    if (!(null_norm > round_off * size && null_norm < before)) break;
    PetscCall(VecAXPY(mu, -1, null_part));
    before = null_norm;
  }
  PetscCall(ConstraintGramPutMultipliers(g, mu, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- on the way ------------------------------------------------------------------------------ */

static PetscErrorCode FailRedundancy(FsStage s, const char reason[], Vec x, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  info->ok     = PETSC_FALSE;
  info->reason = reason;
  PetscCall(ReportLargestEntry(s->sys, "it is worst at", x, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the dropped rows. They are sums of the rows that remain, with factors of about 1, because
   constraint_rank.c takes the largest pivots. The latter hold to 1e-9 (NewtonTestConstraints).

   The limit is relative to the characteristic length, and in rad. It is 100 times the error of the
   rows that remain, because a dropped row adds up the errors of several of them. */
static PetscErrorCode CheckDropped(FsStage s, const FsState *state, const FsLoading *loading,
                                   FsStageInfo *info)
{
  const PetscReal allowed = 1e-7;
  const FsState   at      = {.t = state->t, .q = state->q};
  PetscReal       error;

  PetscFunctionBeginUser;
  PetscCall(
    FsSystemAllConstraints(s->sys)->rows(s->sys, FS_CONSTRAINT_POSITION, &at, loading, s->b));
  PetscCall(StageScaledMaxNorm(s, s->b, &error));
  if (!(error <= allowed))
    PetscCall(FailRedundancy(
      s, "joints that held the same motion in the initial state contradict each other here", s->b,
      info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* State of the watch. */
struct _n_RedundancyWatch {
  /* 0 if no rows are dropped and only the rank is watched */
  PetscInt k;
  /* [k] null vectors of the transposed gradient G of all constraints, orthonormal */
  Vec *z;
  /* u and v = G^T u/|G^T u| at the last accepted state, and at the last candidate; u is a left
     singular vector of the smallest singular value that is not 0 */
  Vec       left, right, next_left, next_right;
  PetscReal sigma, next_sigma; /* |G^T u| */
  PetscBool has_next;          /* next_... are those of a candidate */
  Vec       noise;             /* of length 1, in the rows */
  Vec       factor;            /* scaling of G (ConstraintGramGetScaling) */
  Vec       order, dropped; /* RedundantRowsGetOrder, NULL before its first call; a work vector */

  ConstraintGram g;
};

/* Computes the null vectors and next_... at the position of g, by inverse iteration from those of
   the last one, or from noise. */
static PetscErrorCode TrackNullVectors(RedundancyWatch r, PetscBool from_noise)
{
  const ConstraintGram g          = r->g;
  const int            iterations = from_noise ? 4 : 2;
  const PetscReal some = 0.1; /* a share of noise finds a singular value that becomes smaller */
  PetscScalar    *along;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(r->k + 1, &along));
  for (PetscInt k = 0; k < r->k && from_noise; k++)
    PetscCall(ConstraintGramSetRandom(g, (int)k + 1, PETSC_TRUE, r->z[k]));
  if (from_noise) PetscCall(VecCopy(r->noise, r->next_left));
  else PetscCall(VecWAXPY(r->next_left, some, r->noise, r->left));
  PetscCall(ConstraintGramIterateInverse(g, iterations, r->k, r->z));
  for (int i = 0; i < iterations; i++) {
    PetscCall(ConstraintGramApplyInverse(g, r->next_left));
    for (int twice = 0; twice < 2;
         twice++) { /* the second pass removes the round-off of the first */
      if (r->k) PetscCall(VecMDot(r->next_left, r->k, r->z, along));
      for (PetscInt k = 0; k < r->k; k++) along[k] = -along[k];
      if (r->k) PetscCall(VecMAXPY(r->next_left, r->k, along, r->z));
      PetscCall(VecNormalize(r->next_left, NULL));
    }
  }
  PetscCall(ConstraintGramMultTranspose(g, r->next_left, r->next_right));
  PetscCall(VecNormalize(r->next_right, &r->next_sigma));
  PetscCall(VecCopy(ConstraintGramGetScaling(g), r->factor));
  r->has_next = PETSC_TRUE;
  PetscCall(PetscFree(along));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Makes the last candidate the accepted state. */
static void accept_singular_vectors(RedundancyWatch r)
{
  const Vec left = r->left, right = r->right;

  if (!r->has_next) return;
  r->left       = r->next_left;
  r->right      = r->next_right;
  r->sigma      = r->next_sigma;
  r->next_left  = left;
  r->next_right = right;
  r->has_next   = PETSC_FALSE;
}

static const PetscReal REGULARIZATION = 1e-13; /* of ConstraintGram */

static PetscErrorCode StartWatch(FsStage s, const FsState *state, const FsLoading *loading)
{
  RedundancyWatch r;

  PetscFunctionBeginUser;
  PetscCall(RedundancyWatchDestroy(&s->redundant));
  PetscCall(PetscNew(&r));
  s->redundant = r;
  r->k         = FsSystemCountDroppedRows(s->sys);
  if (r->k) PetscCall(VecDuplicateVecs(s->b, r->k, &r->z));
  PetscCall(VecDuplicate(s->b, &r->left));
  PetscCall(VecDuplicate(s->b, &r->right));
  PetscCall(VecDuplicate(s->b, &r->next_left));
  PetscCall(VecDuplicate(s->b, &r->next_right));
  PetscCall(VecDuplicate(s->b, &r->factor));
  PetscCall(VecDuplicate(s->b, &r->noise));
  PetscCall(VecDuplicate(s->b, &r->dropped));
  PetscCall(ConstraintGramCreate(s, FsSystemAllConstraints(s->sys), CONSTRAINT_SCALING_UNIT,
                                 REGULARIZATION, &r->g));
  PetscCall(ConstraintGramUpdate(r->g, state, loading));
  PetscCall(ConstraintGramSetRandom(r->g, 0, PETSC_TRUE, r->noise));
  PetscCall(VecNormalize(r->noise, NULL));
  PetscCall(TrackNullVectors(r, PETSC_TRUE));
  accept_singular_vectors(r);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageWatchRedundancy(FsStage s, const FsState *state, const FsLoading *loading)
{
  PetscFunctionBeginUser;
  if (FsSystemCountDroppedRows(s->sys) || s->redundant) PetscCall(StartWatch(s, state, loading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RedundancyWatchDestroy(RedundancyWatch *out)
{
  RedundancyWatch r = *out;

  PetscFunctionBeginUser;
  if (!r) PetscFunctionReturn(PETSC_SUCCESS);
  if (r->k) PetscCall(VecDestroyVecs(r->k, &r->z));
  PetscCall(VecDestroy(&r->left));
  PetscCall(VecDestroy(&r->right));
  PetscCall(VecDestroy(&r->next_left));
  PetscCall(VecDestroy(&r->next_right));
  PetscCall(VecDestroy(&r->factor));
  PetscCall(VecDestroy(&r->noise));
  PetscCall(VecDestroy(&r->order));
  PetscCall(VecDestroy(&r->dropped));
  PetscCall(ConstraintGramDestroy(&r->g));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes *along = u . G v at a state. */
static PetscErrorCode MultBoth(FsStage s, ConstraintGram g, Vec u, Vec v, PetscReal *along)
{
  PetscFunctionBeginUser;
  PetscCall(ConstraintGramMultTranspose(g, u, s->x));
  PetscCall(VecDot(s->x, v, along));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the rank. u . G v with the singular vectors of the last position is there the smallest
   singular value. It passes through 0 if the rank of G falls, while the singular value itself does
   not. If another one is the smallest at the candidate, its vectors are followed back. If a
   singular value is small, the state is in the singular position: errors of its positions are
   large, and the sign is meaningless. */
static PetscErrorCode CheckRank(FsStage s, const FsState *last, const FsState *state,
                                const FsLoading *loading, FsStageInfo *info)
{
  /* for rows of length 1; in the point errors of positions are the root of those of constraints */
  const PetscReal       singular = 1e-6;
  const PetscReal       same     = 0.7; /* u . u of the two positions */
  const RedundancyWatch r        = s->redundant;
  const PetscReal       inside =
    PetscMax(CHANGE_POINT_INSIDE * r->sigma, PetscMin(singular, 0.1 * r->sigma));
  const ConstraintGram g = r->g;
  PetscReal            ahead, back = 1, kept;

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramUpdate(g, state, loading));
  PetscCall(MultBoth(s, g, r->left, r->right, &ahead));
  PetscCall(TrackNullVectors(r, PETSC_FALSE));
  PetscCall(VecDot(r->left, r->next_left, &kept));
  kept = PetscAbsReal(kept);
  if (kept < same) {
    PetscCall(ConstraintGramUpdate(g, last, loading));
    PetscCall(MultBoth(s, g, r->next_left, r->next_right, &back));
  }
  if (FsStageIsInChangePoint(s) || (ahead > 0 && back > 0 && r->next_sigma > inside))
    PetscFunctionReturn(PETSC_SUCCESS);
  if (r->next_sigma <= inside || (ahead <= 0 && kept < same))
    PetscCall(ReportBifurcation(s->sys, r->next_left, info));
  else
    PetscCall(
      ChangePointCross(s, last, state, loading,
                       back > 0 ? r->sigma / (r->sigma - ahead) : back / (back - r->next_sigma),
                       r->next_left, r->next_right, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageCheckBifurcation(FsStage s, const FsState *last, const FsState *state,
                                     const FsLoading *loading, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  if (FsSystemCountDroppedRows(s->sys)) PetscCall(CheckDropped(s, state, loading, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->redundant) PetscCall(CheckRank(s, last, state, loading, info));
  else PetscCall(StartWatch(s, state, loading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageCheckRedundancy(FsStage s, const FsState *last, const FsState *state,
                                      const FsLoading *loading, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  s->change_points.crossed = s->change_points.inside = PETSC_FALSE;
  if (FsSystemCountDroppedRows(s->sys)) {
    PetscCall(StageCheckBifurcation(s, last, state, loading, info));
  } else if (s->sys->traits.has_loops && !s->sys->traits.linear) {
    if (FsStageIsInChangePoint(s) && s->singularity) {
      SingularityWatchForget(s->singularity);
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    if (!s->singularity) PetscCall(SingularityWatchCreate(s, &s->singularity));
    PetscCall(SingularityWatchCheck(s->singularity, last, state, loading, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds null vectors to lambda of the state, so that it is 0 in the dropped rows. */
static PetscErrorCode ClearDropped(FsStage s, Vec dropped, FsState *state)
{
  const RedundancyWatch r = s->redundant;

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(s->x));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, 1, state->a, s->x));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, -1, s->x, state->a));
  PetscCall(VecPointwiseDivide(s->x, s->x, r->factor));
  PetscCall(RedundantRowsClear(s, r->k, r->z, dropped, s->x));
  PetscCall(VecPointwiseMult(s->x, s->x, r->factor));
  PetscCall(s->sys->constraints->add_multipliers(s->sys, 1, s->x, state->a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageReselectRedundantRows(FsStage s, FsState *state)
{
  const PetscReal       poor = 0.25, better = 2;
  const RedundancyWatch r = s->redundant;
  PetscReal             least, other;
  Vec                   dropped;

  PetscFunctionBeginUser;
  PetscCall(ChangePointAccept(s));
  if (s->singularity) SingularityWatchAccept(s->singularity);
  if (r) accept_singular_vectors(r);
  if (!r || !r->k) PetscFunctionReturn(PETSC_SUCCESS);
  dropped = r->dropped;
  PetscCall(FsSystemGetDroppedRows(s->sys, dropped));
  PetscCall(RedundantRowsMinSingularValue(s, r->k, r->z, dropped, &least));
  if (least < poor) {
    if (!r->order) {
      PetscCall(VecDuplicate(s->b, &r->order));
      PetscCall(RedundantRowsGetOrder(s, r->order));
    }
    PetscCall(RedundantRowsChoose(s, r->k, r->z, r->order, dropped));
    PetscCall(RedundantRowsMinSingularValue(s, r->k, r->z, dropped, &other));
    if (other > better * least) {
      PetscCall(FsSystemDropRows(s->sys, dropped));
      PetscCall(ClearDropped(s, dropped, state));
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
