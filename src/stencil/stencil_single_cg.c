/* stencil_single_cg.c: conjugate gradients with Jacobi's preconditioner D and one reduction an
   iteration.

   Method: Chronopoulos & Gear 1989, algorithm 2.2. With u = D^-1 r and w = A u, both sums r . u and
   u . w are known before the next direction, and one reduction adds them. The product A p follows
   from w and the last A p. An iteration is one pass through memory, over 10 vectors; that of
   stencil_cg.c is two passes over 9.5. A solve takes one product more. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/sums.h"
#include "math/wide.h"
#include "stencil_iteration.h"

/* Steps of an iteration: the solution goes alpha along p = u + beta p. */
typedef struct {
  PetscReal alpha, beta;
} StepSizes;

/* The arrays of an iteration: solution x, u, direction p, w = A u and s = A p. */
typedef struct {
  PetscScalar *x, *u, *p, *w, *s;
} Iterate;

/* Computes p = u + beta p, s = w + beta s, x += alpha p and u -= alpha d s in n rows. p and s may
   be NaN if beta is 0. */
SIMD_CLONES static void update_rows(PetscInt n, StepSizes steps, const PetscReal d[],
                                    PetscScalar *restrict x, PetscScalar *restrict u,
                                    PetscScalar *restrict p, const PetscScalar *restrict w,
                                    PetscScalar *restrict s)
{
  if (steps.beta == 0)
    for (PetscInt i = 0; i < n; i++) p[i] = u[i], s[i] = w[i];
  else
    for (PetscInt i = 0; i < n; i++) {
      p[i] = u[i] + steps.beta * p[i];
      s[i] = w[i] + steps.beta * s[i];
    }
  for (PetscInt i = 0; i < n; i++) {
    x[i] += steps.alpha * p[i];
    u[i] -= steps.alpha * d[i] * s[i];
  }
}

static void update_chunk(const StencilOperator *op, const RowChunk *at, StepSizes steps,
                         const Iterate *to)
{
  const PetscInt k = at->first;
  PetscReal      d[CHUNK];

  expand_to_rows(op->s, at, op->inverse, d);
  update_rows(at->n, steps, d, to->x + k, to->u + k, to->p + k, to->w + k, to->s + k);
}

/* Computes w = A u in the rows of a chunk, and adds to the sums u . D u and u . w. */
static void multiply_chunk(const StencilOperator *op, const RowChunk *at, const Iterate *to,
                           PetscReal sums[2])
{
  const PetscScalar *u = to->u + at->first;
  PetscReal          d[CHUNK];

  StencilMultChunk(op, at, to->u, to->w + at->first);
  expand_to_rows(op->s, at, op->inverse, d);
  for (PetscInt i = 0; i < at->n; i++) d[i] = 1 / d[i];
  sums[0] += array_weighted_square(at->n, d, u);
  sums[1] += array_dot(at->n, u, to->w + at->first);
}

/* Adds to w and to the sum u . w the entries in columns of other ranks and of irregular rows. */
static PetscErrorCode AddOffDiagonal(const StencilOperator *op, Vec u, const Iterate *to,
                                     PetscReal *sum)
{
  const PetscScalar *ghost;

  PetscFunctionBeginUser;
  PetscCall(StencilGhostUpdateBegin(op->s, u));
  PetscCall(StencilGhostUpdateEnd(op->s, u, &ghost));
  for (PetscInt k = 0; k < op->s->offdiag.n; k++) {
    const PetscInt  row   = op->s->offdiag.row[k];
    const PetscReal share = offdiag_product(op, k, to->u, ghost);

    to->w[row] += share;
    *sum += to->u[row] * share;
  }
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode GetArrays(const StencilOperator *op, Vec x, Iterate *to)
{
  PetscFunctionBeginUser;
  PetscCall(VecGetArray(x, &to->x));
  PetscCall(VecGetArray(op->work[R], &to->u));
  PetscCall(VecGetArray(op->work[P], &to->p));
  PetscCall(VecGetArray(op->work[W], &to->w));
  PetscCall(VecGetArray(op->product, &to->s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode RestoreArrays(const StencilOperator *op, Vec x, Iterate *to)
{
  PetscFunctionBeginUser;
  PetscCall(VecRestoreArray(op->product, &to->s));
  PetscCall(VecRestoreArray(op->work[W], &to->w));
  PetscCall(VecRestoreArray(op->work[P], &to->p));
  PetscCall(VecRestoreArray(op->work[R], &to->u));
  PetscCall(VecRestoreArray(x, &to->x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Goes one step, unless steps is NULL, and computes w = A u. Sums are over this rank's rows. */
static PetscErrorCode StepAndMultiply(const StencilOperator *op, const StepSizes *steps, Vec x,
                                      PetscReal sums[2])
{
  RowChunk here = {0}, lookahead = {0};
  Iterate  to;

  PetscFunctionBeginUser;
  sums[0] = sums[1] = 0;
  PetscCall(GetArrays(op, x, &to));
  /* u is computed ahead of the product, up to the largest distance */
  while (next_row_chunk(op->s, &here)) {
    while (steps &&
           lookahead.first + lookahead.n <
             PetscMin(op->s->n, here.first + here.n + op->s->lookahead) &&
           next_row_chunk(op->s, &lookahead))
      update_chunk(op, &lookahead, *steps, &to);
    multiply_chunk(op, &here, &to, sums);
  }
  PetscCall(RestoreArrays(op, x, &to));
  PetscCall(GetArrays(op, x, &to));
  PetscCall(AddOffDiagonal(op, op->work[R], &to, &sums[1]));
  PetscCall(RestoreArrays(op, x, &to));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + (steps ? 15 : 6) * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes u = D^-1 r in place of r. */
static PetscErrorCode ScaleResidual(const StencilOperator *op)
{
  PetscScalar *u;
  RowChunk     at = {0};

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(op->work[R], &u));
  while (next_row_chunk(op->s, &at)) {
    PetscReal d[CHUNK];

    expand_to_rows(op->s, &at, op->inverse, d);
    for (PetscInt i = 0; i < at.n; i++) u[at.first + i] *= d[i];
  }
  PetscCall(VecRestoreArray(op->work[R], &u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the next steps from sums over all ranks, r . u before the last step and r . u and u . w now.
   The next direction is u alone if round-off has spoilt the denominator. */
static KSPConvergedReason choose_steps(PetscReal last, const PetscReal sums[2], StepSizes *steps)
{
  const PetscReal beta        = last > 0 ? sums[0] / last : 0;
  const PetscReal denominator = sums[1] - (last > 0 ? beta * sums[0] / steps->alpha : 0);

  if (PetscIsInfOrNanReal(sums[1])) return KSP_DIVERGED_NANORINF;
  if (sums[1] <= 0) return KSP_DIVERGED_INDEFINITE_MAT;
  *steps =
    denominator > 0 ? (StepSizes){sums[0] / denominator, beta} : (StepSizes){sums[0] / sums[1], 0};
  return KSP_CONVERGED_ITERATING;
}

PetscErrorCode StencilIterateOnce(KSP ksp, Mat A, ConvergenceTest *test, PetscReal first[2], Vec x,
                                  KSPConvergedReason *reason, PetscInt *iterations)
{
  const MPI_Comm   comm = PetscObjectComm((PetscObject)A);
  PetscReal        sums[3], last = 0;
  StepSizes        steps = {0, 0};
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  if (!op->product) PetscCall(VecDuplicate(op->work[R], &op->product));
  PetscCall(ScaleResidual(op));
  PetscCall(StepAndMultiply(op, NULL, x, sums));
  sums[0] = first[0]; /* the same bits as those of stencil_cg.c */
  sums[2] = first[1];
  PetscCall(StencilReduceSums(comm, 3, sums));
  test->first = PetscSqrtReal(sums[0]);
  test->rhs   = sums[2] > 0 ? PetscSqrtReal(sums[2]) : test->first;
  PetscCall(KSPMonitor(ksp, 0, test->first));
  *reason = test_convergence(test, 0, test->first);
  while (!*reason) {
    *reason = sums[0] < 0 ? KSP_DIVERGED_INDEFINITE_PC : choose_steps(last, sums, &steps);
    if (*reason) break;
    last = sums[0];
    PetscCall(StepAndMultiply(op, &steps, x, sums));
    PetscCall(StencilReduceSums(comm, 2, sums));
    ++*iterations;
    PetscCall(KSPMonitor(ksp, *iterations, PetscSqrtReal(sums[0])));
    *reason = test_convergence(test, *iterations, PetscSqrtReal(sums[0]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
