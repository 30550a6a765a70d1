/* constraint_rank.c: determines the rank of the constraints and drops redundant rows.

   Block inverse iteration finds the left null vectors of the scaled gradient G at the assembled
   initial state. Pivots choose as many rows as there are null vectors, and these are dropped
   (FsSystemDropRows). Rows that cannot be dropped are input errors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "solve/consistent/redundancy/constraint_gram.h"
#include "redundant_rows.h"
#include "solve/constraint_solver.h"
#include "solve/stage.h"

/* Singular values of G, whose rows have length 1. Up to ZERO they are round-off of an assembled
   model. Chains of n joints are regular and have some that fall like 1/n^2, close to each other.
   Single ones below SMALL, by GAP under the next, belong to constraints that more digits in the
   input would make dependent. SMALL is the error of an axis or point that is written with six
   digits. Redundant.test_refused in tests/model/redundant.py has such axes: it shows a smaller
   SMALL as a run that is accepted. */
static const PetscReal ZERO = 1e-10, SMALL = 1e-6, GAP = 1e-3, REGULARIZATION = 1e-13;

/* number of columns of the block */
enum { BLOCK_FIRST_COLUMNS = 8, BLOCK_MAX_COLUMNS = REDUNDANT_ROWS_MAX };

typedef struct {
  ConstraintSolver s;
  const FsState   *state;
  ConstraintGram   gram;
  /* number of constraint rows; columns of the block; of these null vectors, which come first */
  PetscInt   rows, n, k;
  Vec       *z, *f;            /* [n] orthonormal, in the rows; G^T z */
  PetscReal *sigma;            /* [n] |G^T z|, ascending */
  PetscBool  nearly_dependent; /* some null vectors are only nearly so */
  Vec        order, scratch;
} ConstraintRank;

static PetscErrorCode ConstraintRankCreate(ConstraintSolver           s,
                                           const FsSystemConstraints *constraints,
                                           const FsState *state, ConstraintRank *r)
{
  const FsLoading loading = FsLoadingOfMotion();

  PetscFunctionBeginUser;
  *r = (ConstraintRank){.s = s, .state = state};
  PetscCall(ConstraintGramCreate(s, constraints, REGULARIZATION, &r->gram));
  PetscCall(ConstraintGramUpdate(r->gram, state, &loading));
  PetscCall(VecDuplicate(s->sys->vec, &r->order));
  PetscCall(VecDuplicate(s->sys->vec, &r->scratch));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether G has singular values of about 1e-5 or less. With a random b, the component of (G G^T +
   REGULARIZATION)^-1 b along a left null vector is that of b times 1/REGULARIZATION. It takes one
   solve; most models need no more. */
static PetscErrorCode MayBeDependent(ConstraintRank *r, PetscBool *dependent)
{
  /* REGULARIZATION times the largest entry of the solution. The random entries are about 1, and so
     is the product for a singular value of 0. It is 1e-3 at a singular value of 1e-5 (the square
     root of 1e-13/1e-3), which is above SMALL, so that no dependence is overlooked. */
  const PetscReal independent = 1e-3;
  PetscReal       most;

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramSetRandom(r->gram, 0, PETSC_TRUE, r->scratch));
  PetscCall(ConstraintGramApplyInverse(r->gram, r->scratch));
  PetscCall(VecNorm(r->scratch, NORM_INFINITY, &most));
  *dependent = (PetscBool) !(REGULARIZATION * most < independent); /* NaN counts as dependent */
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountConstraintRows(ConstraintRank *r)
{
  PetscReal sum;

  PetscFunctionBeginUser;
  PetscCall(VecSet(r->order, 1));
  PetscCall(VecZeroEntries(r->scratch));
  PetscCall(r->s->sys->constraints->add_multipliers(r->s->sys, 1, r->order, r->scratch));
  PetscCall(VecNorm(r->scratch, NORM_1, &sum));
  r->rows = (PetscInt)(sum + 0.5);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rotates z[n] so that its products with G G^T are diagonal, and computes sigma. */
static PetscErrorCode DiagonalizeBlock(ConstraintRank *r)
{
  const PetscInt n = r->n;
  PetscScalar   *A;
  Vec           *turned;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1((size_t)n * (size_t)n, &A));
  for (PetscInt k = 0; k < n; k++)
    PetscCall(ConstraintGramMultTranspose(r->gram, r->z[k], r->f[k]));
  for (PetscInt k = 0; k < n; k++) PetscCall(VecMDot(r->f[k], n, r->f, A + n * k));
  PetscCall(LapackEigen(n, A, r->sigma));
  PetscCall(VecDuplicateVecs(r->z[0], n, &turned));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(VecZeroEntries(turned[k]));
    PetscCall(VecMAXPY(turned[k], n, A + n * k, r->z));
  }
  PetscCall(VecDestroyVecs(n, &r->z));
  r->z = turned;
  for (PetscInt k = 0; k < n; k++) { /* again, without the round-off of squares */
    PetscCall(ConstraintGramMultTranspose(r->gram, r->z[k], r->f[k]));
    PetscCall(VecNorm(r->f[k], NORM_2, &r->sigma[k]));
  }
  PetscCall(PetscFree(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyBlock(ConstraintRank *r)
{
  PetscFunctionBeginUser;
  if (r->z) PetscCall(VecDestroyVecs(r->n, &r->z));
  if (r->f) PetscCall(VecDestroyVecs(r->n, &r->f));
  PetscCall(PetscFree(r->sigma));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConstraintRankDestroy(ConstraintRank *r)
{
  PetscFunctionBeginUser;
  PetscCall(DestroyBlock(r));
  PetscCall(ConstraintGramDestroy(&r->gram));
  PetscCall(VecDestroy(&r->order));
  PetscCall(VecDestroy(&r->scratch));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the n left singular vectors of the smallest singular values. Those of 0 converge at
   once, by 1e-9 an iteration or better against any that is not SMALL. */
static PetscErrorCode IterateBlock(ConstraintRank *r, PetscInt n)
{
  const int iterations = 3;

  PetscFunctionBeginUser;
  PetscCall(DestroyBlock(r));
  r->n = PetscMin(n, r->rows);
  PetscCall(VecDuplicateVecs(r->scratch, r->n, &r->z));
  PetscCall(VecDuplicateVecs(r->scratch, r->n, &r->f));
  PetscCall(PetscMalloc1(r->n, &r->sigma));
  for (PetscInt k = 0; k < r->n; k++)
    PetscCall(ConstraintGramSetRandom(r->gram, (int)k + 1, PETSC_TRUE, r->z[k]));
  PetscCall(ConstraintGramIterateInverse(r->gram, iterations, r->n, r->z));
  PetscCall(DiagonalizeBlock(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Adds columns until some are no null vectors. Input error: too many are null vectors. */
static PetscErrorCode FindNullVectors(ConstraintRank *r)
{
  PetscInt small = 0;

  PetscFunctionBeginUser;
  for (PetscInt n = BLOCK_FIRST_COLUMNS; n <= BLOCK_MAX_COLUMNS; n *= 2) {
    PetscCall(IterateBlock(r, n));
    for (r->k = 0; r->k < r->n && r->sigma[r->k] <= ZERO; r->k++) continue;
    for (small = r->k; small < r->n && r->sigma[small] <= SMALL; small++) continue;
    if (small < r->n || r->n == r->rows) break;
  }
  PetscCheck(r->k < BLOCK_MAX_COLUMNS, r->s->sys->comm, PETSC_ERR_USER_INPUT,
             "%d or more of the %" PetscInt_FMT
             " rows of joints follow from the others: use joints with fewer constraints, or a "
             "plane model (-directions)",
             BLOCK_MAX_COLUMNS, r->rows);
  r->nearly_dependent =
    (PetscBool)(small > r->k && (small == r->n || r->sigma[small - 1] < GAP * r->sigma[small]));
  if (r->nearly_dependent) r->k = small;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the names of the joints with rows in the null vectors; drivers: only those with rows in
   which a driver prescribes a motion. */
static PetscErrorCode NameJoints(ConstraintRank *r, PetscBool drivers, size_t size, char names[])
{
  const PetscReal    share = 1e-6; /* part of vectors of length 1 that is more than round-off */
  const PetscScalar *order;
  PetscScalar       *x;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(RedundantRowsNorms(r->k, r->z, r->scratch));
  PetscCall(VecGetLocalSize(r->order, &n));
  PetscCall(VecGetArrayRead(r->order, &order));
  PetscCall(VecGetArray(r->scratch, &x));
  for (PetscInt i = 0; i < n; i++)
    if (drivers && order[i] >= 0) x[i] = 0;
  PetscCall(VecRestoreArray(r->scratch, &x));
  PetscCall(VecRestoreArrayRead(r->order, &order));
  PetscCall(r->s->sys->constraints->name_joints(r->s->sys, r->scratch, share, names, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: more digits would make the constraints dependent, a driver is in a dead center, or
   its motion is redundant. Constraints that depend on each other only in this position are left to
   change_points.h. */
static PetscErrorCode CheckDependence(ConstraintRank *r)
{
  char names[512], drivers[512];

  PetscFunctionBeginUser;
  PetscCall(NameJoints(r, PETSC_FALSE, sizeof names, names));
  PetscCheck(!r->nearly_dependent, r->s->sys->comm, PETSC_ERR_USER_INPUT,
             "joints and supports nearly hold the same motion more than once: %s; their "
             "constraints differ by a relative %.1g: give their points and axes with more digits "
             "(12 or more), or use a joint with fewer constraints",
             names, (double)r->sigma[r->k - 1]);
  PetscCall(NameJoints(r, PETSC_TRUE, sizeof drivers, drivers));
  PetscCall(BranchingStartCreate(r->s, r->gram, r->state, r->k, r->z, names, &r->s->branching));
  PetscCheck(!r->s->branching || !drivers[0], r->s->sys->comm, PETSC_ERR_USER_INPUT,
             "the mechanism starts in a dead center of its drivers: %s; they cannot move it there, "
             "or it may move in two ways; start in another position, or drive another coordinate",
             drivers);
  PetscCheck(!drivers[0], r->s->sys->comm, PETSC_ERR_USER_INPUT,
             "drivers of joints prescribe motions that other joints and supports already hold: %s "
             "(with %s); remove these drivers, or use a joint with fewer constraints",
             drivers, names);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DropRows(ConstraintRank *r)
{
  PetscFunctionBeginUser;
  PetscCall(CountConstraintRows(r));
  PetscCall(FindNullVectors(r));
  if (r->k) {
    PetscCall(RedundantRowsGetOrder(r->s, r->order));
    PetscCall(CheckDependence(r));
    PetscCall(RedundantRowsChoose(r->s, r->k, r->z, r->order, r->scratch));
    PetscCall(FsSystemDropRows(r->s->sys, r->scratch));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageDropRedundant(ConstraintSolver s, const FsState *state)
{
  ConstraintRank r;
  PetscBool      may_depend = PETSC_TRUE;

  PetscFunctionBeginUser;
  if (FsSystemCountDroppedRows(s->sys)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintRankCreate(s, s->sys->constraints, state, &r));
  PetscCall(MayBeDependent(&r, &may_depend));
  if (may_depend) PetscCall(DropRows(&r));
  PetscCall(ConstraintRankDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest singular value of G, to about a percent, by the power method. */
static PetscErrorCode FindLargestSingularValue(ConstraintRank *r, PetscReal *sigma)
{
  const int iterations = 30;

  PetscFunctionBeginUser;
  PetscCall(ConstraintGramSetRandom(r->gram, 0, PETSC_TRUE, r->scratch));
  for (int i = 0; i < iterations; i++) {
    PetscCall(VecNormalize(r->scratch, NULL));
    PetscCall(ConstraintGramMult(r->gram, r->scratch));
  }
  PetscCall(VecNorm(r->scratch, NORM_2, sigma));
  *sigma = PetscSqrtReal(*sigma);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageConstraintRank(FsStage stage, const FsState *state, Vec dropped,
                                     FsConstraintRank *rank)
{
  const ConstraintSolver s = stage->constraints;
  ConstraintRank         r;
  PetscReal              largest;

  PetscFunctionBeginUser;
  *rank = (FsConstraintRank){.rows = 0};
  PetscCall(VecZeroEntries(dropped));
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ConstraintRankCreate(s, FsSystemAllConstraints(s->sys), state, &r));
  PetscCall(CountConstraintRows(&r));
  if (r.rows) {
    PetscCall(FindNullVectors(&r));
    PetscCall(RedundantRowsGetOrder(s, r.order));
    PetscCall(RedundantRowsChoose(s, r.k, r.z, r.order, dropped));
    PetscCall(FindLargestSingularValue(&r, &largest));
    if (r.k < r.n) rank->conditioning = largest / r.sigma[r.k];
  }
  rank->rows        = r.rows;
  rank->independent = r.rows - r.k;
  PetscCall(ConstraintRankDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageIsDependent(ConstraintSolver s, const FsState *state, PetscBool *dependent)
{
  ConstraintRank r;

  PetscFunctionBeginUser;
  PetscCall(ConstraintRankCreate(s, s->sys->constraints, state, &r));
  PetscCall(MayBeDependent(&r, dependent));
  PetscCall(ConstraintRankDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
