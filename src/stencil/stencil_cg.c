/* stencil_cg.c: solves linear systems by conjugate gradients with Jacobi's preconditioner D.

   Method: Hestenes & Stiefel 1952, for operators of stencil.h. An iteration passes through memory
   twice and has two reductions. UpdateDirection computes p, A p and p . A p in one pass.
   UpdateSolution computes x, r and r . D^-1 r in another one (fusing of loops: Chronopoulos & Gear
   1989, section 2). Only every second iteration updates x, by two steps. The direction before the
   last one is (p - D^-1 r)/beta. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/sums.h"
#include "stencil_iteration.h"

/* ---- passes: sums are over this rank's rows only --------------------------------------------- */

/* Sets op->ghost_inverse unless it is up to date; overwrites work. */
static PetscErrorCode SetUpGhostInverse(Mat A, StencilOperator *op, Vec work)
{
  const PetscScalar *d;

  PetscFunctionBeginUser;
  if (op->has_inverse || !op->s->scatter) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetDiagonal(A, work));
  PetscCall(StencilGhostUpdateBegin(op->s, work));
  PetscCall(StencilGhostUpdateEnd(op->s, work, &d));
  for (PetscInt i = 0; i < op->s->nghosts; i++) op->ghost_inverse[i] = d[i] != 0 ? 1 / d[i] : 1;
  PetscCall(StencilRestoreGhosts(op->s, &d));
  op->has_inverse = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes x = D^-1 r + beta x in the rows of a chunk; x may be NaN if beta is 0. */
static void update_direction(const StencilOperator *op, const RowChunk *p, PetscReal beta,
                             const PetscScalar r[], PetscScalar x[])
{
  PetscReal d[CHUNK];

  expand_to_rows(op->s, p, op->inverse, d);
  if (beta == 0)
    for (PetscInt i = 0; i < p->n; i++) x[p->first + i] = d[i] * r[p->first + i];
  else
    for (PetscInt i = 0; i < p->n; i++)
      x[p->first + i] = d[i] * r[p->first + i] + beta * x[p->first + i];
}

/* Computes p = D^-1 r + beta p, w = A p and sum = p . w. */
static PetscErrorCode UpdateDirection(Mat A, Vec r, PetscReal beta, Vec p, Vec w, PetscReal *sum)
{
  const PetscScalar *residual, *ghost;
  PetscScalar       *x, *y;
  RowChunk           here = {0}, lookahead = {0};
  StencilOperator   *op;

  PetscFunctionBeginUser;
  *sum = 0;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(StencilGhostUpdateBegin(op->s, r));
  PetscCall(VecGetArrayRead(r, &residual));
  PetscCall(VecGetArray(p, &x));
  PetscCall(VecGetArray(w, &y));
  /* p is computed ahead of the product, up to the largest distance */
  while (next_row_chunk(op->s, &here)) {
    while (lookahead.first + lookahead.n <
             PetscMin(op->s->n, here.first + here.n + op->s->lookahead) &&
           next_row_chunk(op->s, &lookahead))
      update_direction(op, &lookahead, beta, residual, x);
    StencilMultChunk(op, &here, x, y + here.first);
    *sum += array_dot(here.n, x + here.first, y + here.first);
  }
  PetscCall(VecRestoreArrayRead(r, &residual));
  PetscCall(StencilGhostUpdateEnd(op->s, r, &ghost));
  for (PetscInt i = 0; i < op->s->nghosts; i++)
    op->ghost_p[i] = op->ghost_inverse[i] * ghost[i] + (beta == 0 ? 0 : beta * op->ghost_p[i]);
  PetscCall(StencilRestoreGhosts(op->s, &ghost));
  for (PetscInt k = 0; k < op->s->offdiag.n; k++) {
    const PetscInt  row   = op->s->offdiag.row[k];
    const PetscReal share = offdiag_product(op, k, x, op->ghost_p);

    y[row] += share;
    *sum += x[row] * share;
  }
  PetscCall(VecRestoreArray(w, &y));
  PetscCall(VecRestoreArray(p, &x));
  PetscCall(PetscLogFlops(2 * op->s->nonzeros + 5 * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The steps of x in one pass: along p, and along the direction before it divided by the beta that
   led from there to p. */
typedef struct {
  PetscReal along, back;
} StepPair;

/* Adds both steps to x in the rows of a chunk, from p and the r from which p was computed. */
static void update_x(const RowChunk *at, const PetscReal d[], StepPair steps, const PetscScalar p[],
                     const PetscScalar r[], PetscScalar x[])
{
  for (PetscInt i = at->first; i < at->first + at->n; i++)
    x[i] += steps.along * p[i] + steps.back * (p[i] - d[i - at->first] * r[i]);
}

/* Computes r -= alpha w and sum = r . D^-1 r; adds the steps to x, unless they are 0. */
static PetscErrorCode UpdateSolution(Mat A, PetscReal alpha, StepPair steps, Vec p, Vec w, Vec x,
                                     Vec r, PetscReal *sum)
{
  const PetscScalar *direction, *product;
  PetscScalar       *solution, *residual;
  RowChunk           at = {0};
  StencilOperator   *op;

  PetscFunctionBeginUser;
  *sum = 0;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(VecGetArrayRead(p, &direction));
  PetscCall(VecGetArrayRead(w, &product));
  PetscCall(VecGetArray(x, &solution));
  PetscCall(VecGetArray(r, &residual));
  while (next_row_chunk(op->s, &at)) {
    PetscReal d[CHUNK];

    expand_to_rows(op->s, &at, op->inverse, d);
    if (steps.along != 0) update_x(&at, d, steps, direction, residual, solution);
    for (PetscInt i = at.first; i < at.first + at.n; i++) residual[i] -= alpha * product[i];
    *sum += array_weighted_square(at.n, d, residual + at.first);
  }
  PetscCall(VecRestoreArray(r, &residual));
  PetscCall(VecRestoreArray(x, &solution));
  PetscCall(VecRestoreArrayRead(w, &product));
  PetscCall(VecRestoreArrayRead(p, &direction));
  PetscCall(PetscLogFlops((steps.along != 0 ? 11 : 5) * (PetscLogDouble)op->s->n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the iteration --------------------------------------------------------------------------- */

PetscErrorCode StencilSetUpSolve(Mat A, const Vec work[STENCIL_WORK])
{
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  for (int k = 0; k < STENCIL_WORK; k++) {
    PetscCall(PetscObjectReference((PetscObject)work[k]));
    PetscCall(VecDestroy(&op->work[k]));
    op->work[k] = work[k];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Iterates from x.

   Input:
     work  the residual of x is in work[R]
     rz    r . D^-1 r over all ranks
   Output:
     pending_step  the solution is x + *pending_step work[P]
     iterations    increased by the number of iterations */
static PetscErrorCode Iterate(KSP ksp, Mat A, const ConvergenceTest *test, PetscReal rz, Vec x,
                              Vec const work[], PetscReal *pending_step, KSPConvergedReason *reason,
                              PetscInt *iterations)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)A);
  /* a smaller beta recovers the previous direction with an error of more than 1e-13, rounding over
     the root of beta */
  const PetscReal min_beta = 1e-6;
  PetscReal       beta     = 0, pw;

  PetscFunctionBeginUser;
  *pending_step = 0;
  while (!*reason) {
    const PetscReal last = rz;
    StepPair        steps;

    if (beta < min_beta) {
      PetscCall(VecAXPY(x, *pending_step, work[P]));
      *pending_step = 0;
    }
    PetscCall(UpdateDirection(A, work[R], beta, work[P], work[W], &pw));
    PetscCall(StencilReduceSums(comm, 1, &pw));
    if (!(pw > 0)) { /* x and its pending step are lost */
      *reason       = PetscIsInfOrNanReal(pw) ? KSP_DIVERGED_NANORINF : KSP_DIVERGED_INDEFINITE_MAT;
      *pending_step = 0;
      break;
    }
    steps = *pending_step != 0 ? (StepPair){last / pw, *pending_step / beta} : (StepPair){0, 0};
    PetscCall(UpdateSolution(A, last / pw, steps, work[P], work[W], x, work[R], &rz));
    *pending_step = *pending_step != 0 ? 0 : last / pw;
    PetscCall(StencilReduceSums(comm, 1, &rz));
    if (rz < 0) *reason = KSP_DIVERGED_INDEFINITE_PC;
    if (*reason) break;
    beta = rz / last;
    ++*iterations;
    PetscCall(KSPMonitor(ksp, *iterations, PetscSqrtReal(rz)));
    *reason = test_convergence(test, *iterations, PetscSqrtReal(rz));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Creates missing work vectors, and sets D^-1 of the ghosts. */
static PetscErrorCode SetUpWork(Mat A)
{
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  for (int k = 0; k < STENCIL_WORK; k++)
    if (!op->work[k]) PetscCall(MatCreateVecs(A, &op->work[k], NULL));
  PetscCall(SetUpGhostInverse(A, op, op->work[P]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Iterates from the first residual, with its sums over this rank's rows. */
static PetscErrorCode SolveFromResidual(KSP ksp, Mat A, PetscReal sums[2], Vec x,
                                        PetscReal *pending_step, KSPConvergedReason *reason,
                                        PetscInt *iterations)
{
  ConvergenceTest  test;
  StencilOperator *op;

  PetscFunctionBeginUser;
  *iterations = 0;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(KSPGetTolerances(ksp, &test.rtol, &test.atol, &test.divtol, &test.max_iterations));
  if (op->single_reduction) {
    *pending_step = 0;
    PetscCall(StencilIterateOnce(ksp, A, &test, sums, x, reason, iterations));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(StencilReduceSums(PetscObjectComm((PetscObject)A), 2, sums));
  test.first = PetscSqrtReal(sums[0]);
  test.rhs   = sums[1] > 0 ? PetscSqrtReal(sums[1]) : test.first;
  PetscCall(KSPMonitor(ksp, 0, test.first));
  *reason = test_convergence(&test, 0, test.first);
  PetscCall(Iterate(ksp, A, &test, sums[0], x, op->work, pending_step, reason, iterations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilUseSingleReduction(Mat A, PetscBool single)
{
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  op->single_reduction = single;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSolve(KSP ksp, Mat A, Vec b, Vec x, KSPConvergedReason *reason,
                            PetscInt *iterations)
{
  PetscBool        guess;
  PetscReal        sums[2], pending_step;
  PetscLogEvent    solve;
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(PetscLogEventGetId("KSPSolve", &solve));
  PetscCall(PetscLogEventBegin(solve, ksp, b, x, 0));
  PetscCall(SetUpWork(A));
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(KSPGetInitialGuessNonzero(ksp, &guess));
  if (!guess) PetscCall(VecZeroEntries(x));
  PetscCall(StencilResidual(A, b, x, op->work[R], sums));
  PetscCall(SolveFromResidual(ksp, A, sums, x, &pending_step, reason, iterations));
  PetscCall(VecAXPY(x, pending_step, op->work[P]));
  PetscCall(PetscLogEventEnd(solve, ksp, b, x, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilSolveSums(KSP ksp, Mat A, const StencilSums *s, Vec *direction,
                                PetscReal *pending_step, KSPConvergedReason *reason,
                                PetscInt *iterations)
{
  const Vec        x = s->to[STENCIL_SUMS - 1];
  PetscReal        sums[2];
  PetscLogEvent    solve;
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(PetscLogEventGetId("KSPSolve", &solve));
  PetscCall(PetscLogEventBegin(solve, ksp, s->loads, x, 0));
  PetscCall(SetUpWork(A));
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(StencilSumsResidual(A, s, op->work[R], sums));
  PetscCall(SolveFromResidual(ksp, A, sums, x, pending_step, reason, iterations));
  *direction = op->work[P];
  PetscCall(PetscLogEventEnd(solve, ksp, s->loads, x, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}
