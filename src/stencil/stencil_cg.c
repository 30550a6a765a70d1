/* stencil_cg.c: solves linear systems by conjugate gradients with Jacobi's preconditioner D.

   Method: Hestenes & Stiefel 1952, for operators of stencil.h. An iteration passes through memory
   twice and has two reductions (stencil_iterate.c; fusing of loops: Chronopoulos & Gear 1989,
   section 2), or passes once and has one (stencil_single_cg.c). With mixed precision,
   stencil_refine.c iterates first. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stencil_iteration.h"

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

/* Iterates from x, whose residual is in work[R]; arguments as those of StencilIterate(). */
static PetscErrorCode Iterate(KSP ksp, const StencilOperator *op, const ConvergenceTest *test,
                              PetscReal rz, Vec x, PetscReal *pending_step,
                              KSPConvergedReason *reason, PetscInt *iterations)
{
  const Precision precision = {.min_beta = 1e-6, .unit = 1}; /* errors of 1e-13 */
  CGArrays        v;

  PetscFunctionBeginUser;
  PetscCall(VecGetArray(x, &v.x));
  PetscCall(VecGetArray(op->work[R], &v.r));
  PetscCall(VecGetArray(op->work[P], &v.p));
  PetscCall(VecGetArray(op->work[W], &v.w));
  PetscCall(StencilIterate(ksp, op, test, &precision, rz, &v, pending_step, reason, iterations));
  PetscCall(VecRestoreArray(op->work[W], &v.w));
  PetscCall(VecRestoreArray(op->work[P], &v.p));
  PetscCall(VecRestoreArray(op->work[R], &v.r));
  PetscCall(VecRestoreArray(x, &v.x));
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
  *reason       = test_convergence(&test, 0, test.first);
  *pending_step = 0;
  if (op->mixed_precision && !*reason)
    PetscCall(StencilRefine(ksp, A, &test, &sums[0], x, pending_step, reason, iterations));
  if (!*reason) PetscCall(Iterate(ksp, op, &test, sums[0], x, pending_step, reason, iterations));
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

PetscErrorCode StencilPreferPrecision(Stencil s, PetscBool3 mixed)
{
  PetscFunctionBeginUser;
  s->mixed_precision = mixed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilGetPreferredPrecision(Mat A, PetscBool3 *mixed)
{
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  *mixed = op->s->mixed_precision;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilUseMixedPrecision(Mat A, PetscBool mixed)
{
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  op->mixed_precision = mixed;
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
