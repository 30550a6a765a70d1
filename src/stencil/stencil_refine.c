/* stencil_refine.c: solves linear systems by corrections in single precision.

   Method: iterative refinement (Wilkinson 1963). An iteration in single precision passes over half
   the bytes. The residual and the solution stay in double precision. A correction takes no memory
   of its own: its arrays of floats are stored in the work vectors P and W. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stencil_iteration.h"
#include <float.h>

static void to_floats(PetscInt n, const PetscReal from[], float to[])
{
  for (PetscInt i = 0; i < n; i++) to[i] = (float)from[i];
}

/* Sets op->single unless it is up to date. */
static PetscErrorCode SetUpSingle(StencilOperator *op)
{
  const Stencil  s      = op->s;
  const PetscInt values = s->classes.at[s->classes.n], rows = s->classes.row[s->classes.n],
                 noffdiag = s->offdiag.at[s->offdiag.n];
  SingleNumbers *to       = &op->single;

  PetscFunctionBeginUser;
  if (op->has_single) PetscFunctionReturn(PETSC_SUCCESS);
  if (!to->value)
    PetscCall(PetscCalloc6(values, &to->value, rows, &to->inverse, noffdiag, &to->offdiag,
                           s->nghosts, &to->ghost_inverse, s->nghosts, &to->ghost, s->nghosts,
                           &to->ghost_p));
  to_floats(values, op->value, to->value);
  to_floats(rows, op->inverse, to->inverse);
  to_floats(noffdiag, op->offdiag, to->offdiag);
  to_floats(s->nghosts, op->ghost_inverse, to->ghost_inverse);
  op->has_single = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes a correction of x in work[P], from the residual in work[R] and its norm. */
static PetscErrorCode ComputeCorrection(KSP ksp, const StencilOperator *op,
                                        const ConvergenceTest *test, PetscReal norm,
                                        PetscInt *iterations)
{
  /* the residual that the iteration updates is not exact; the last correction goes a bit further */
  const PetscReal    margin    = 0.7;
  const Precision    precision = {.min_beta = 1e-3, .rounding = FLT_EPSILON / 2, .unit = norm};
  const PetscReal    scale     = 1 / norm;
  const PetscInt     n         = op->s->n;
  const PetscScalar *residual;
  PetscScalar       *halves[2];
  PetscReal          pending_step;
  KSPConvergedReason reason = KSP_CONVERGED_ITERATING;
  ConvergenceTest    inner  = *test;
  CGArrays_float     v;

  PetscFunctionBeginUser;
  inner.atol = margin * PetscMax(test->atol, test->rtol * test->rhs);
  inner.rtol = 0;
  PetscCall(VecGetArray(op->work[P], &halves[0]));
  PetscCall(VecGetArray(op->work[W], &halves[1]));
  v.r = (float *)halves[0];
  v.w = v.r + n;
  v.x = (float *)halves[1];
  v.p = v.x + n;
  PetscCall(VecGetArrayRead(op->work[R], &residual));
  for (PetscInt i = 0; i < n; i++) {
    v.r[i] = (float)(scale * residual[i]);
    v.x[i] = 0;
  }
  PetscCall(VecRestoreArrayRead(op->work[R], &residual));
  PetscCall(
    StencilIterate_float(ksp, op, &inner, &precision, 1, &v, &pending_step, &reason, iterations));
  for (PetscInt i = 0; i < n; i++)
    halves[0][i] = norm * ((PetscReal)v.x[i] + pending_step * (PetscReal)v.p[i]);
  PetscCall(VecRestoreArray(op->work[W], &halves[1]));
  PetscCall(VecRestoreArray(op->work[P], &halves[0]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StencilRefine(KSP ksp, Mat A, const ConvergenceTest *test, PetscReal *rz, Vec x,
                             PetscReal *pending_step, KSPConvergedReason *reason,
                             PetscInt *iterations)
{
  PetscReal        sums[2];
  StencilOperator *op;

  PetscFunctionBeginUser;
  PetscCall(MatShellGetContext(A, &op));
  PetscCall(SetUpSingle(op));
  for (;;) {
    PetscCall(ComputeCorrection(ksp, op, test, PetscSqrtReal(*rz), iterations));
    PetscCall(StencilResidual(A, op->work[R], op->work[P], op->work[W], sums));
    PetscCall(StencilReduceSums(op->s->comm, 1, sums));
    if (!(sums[0] < *rz / 4)) PetscFunctionReturn(PETSC_SUCCESS);
    *rz     = sums[0];
    *reason = test_convergence(test, *iterations, PetscSqrtReal(*rz));
    if (*reason) break;
    PetscCall(VecAXPY(x, 1, op->work[P]));
    PetscCall(VecCopy(op->work[W], op->work[R]));
  }
  *pending_step = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
