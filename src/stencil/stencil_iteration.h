/* stencil_iteration.h: what both iterations of conjugate gradients of this folder share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_ITERATION_H
#define FS_STENCIL_STENCIL_ITERATION_H

#include "stencil_rows.h"

/* Work vectors of an operator: residual, direction, A times direction. */
enum { R, P, W };

/* ConvergenceTest - PETSc's default convergence test, in the natural norm sqrt(r . D^-1 r).

   Member rhs is the norm of b, first that of the first r. */
typedef struct {
  PetscReal rtol, atol, divtol, rhs, first;
  PetscInt  max_iterations;
} ConvergenceTest;

/* Precision - What the iterations must know about the precision of their numbers.

   A smaller beta than min_beta recovers the previous direction with an error that matters: rounding
   over the root of beta. */
typedef struct {
  PetscReal min_beta;
  PetscReal rounding; /* relative rounding; 0 if iterations need not stop when it counts */
  PetscReal unit;     /* the numbers of r and x are divided by it */
} Precision;

/* test_convergence - Returns why the iteration ends with this norm, or KSP_CONVERGED_ITERATING. */
static inline KSPConvergedReason test_convergence(const ConvergenceTest *t, PetscInt iteration,
                                                  PetscReal norm)
{
  if (PetscIsInfOrNanReal(norm)) return KSP_DIVERGED_NANORINF;
  if (norm <= t->atol) return KSP_CONVERGED_ATOL;
  if (norm <= t->rtol * t->rhs) return KSP_CONVERGED_RTOL;
  if (norm >= t->divtol * PetscMax(t->rhs, t->first)) return KSP_DIVERGED_DTOL;
  return iteration >= t->max_iterations ? KSP_DIVERGED_ITS : KSP_CONVERGED_ITERATING;
}

/* is_rounding - Returns whether the norm is so small that r may differ from b - A x by rounding.

   The error is about the rounding times the condition number of D^-1 A. This number follows from
   the speed of convergence: n iterations reduce the norm by exp(-2 n / sqrt(condition)). */
static inline PetscBool is_rounding(const Precision *p, PetscInt n, PetscReal first, PetscReal norm)
{
  const PetscReal logarithm = PetscLogReal(first / norm);

  return (PetscBool)(norm < 0.1 * first &&
                     norm < 4 * p->rounding * first * PetscSqr(2 * (PetscReal)n / logarithm));
}

/* StencilReduceSums - Adds n numbers over all ranks. Collective. */
static inline PetscErrorCode StencilReduceSums(MPI_Comm comm, PetscInt n, PetscReal sums[])
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Arrays of conjugate gradients in the rows of this rank: solution, residual, direction p, A p. */
typedef struct {
  double *x, *r, *p, *w;
} CGArrays;
typedef struct {
  float *x, *r, *p, *w;
} CGArrays_float;

/* StencilIterate - Iterates from x with two reductions an iteration.

   Input:
     rz  r . D^-1 r over all ranks
   Input/Output:
     v           v->r is the residual of v->x
     reason      KSP_CONVERGED_ITERATING on entry
     iterations  increased by the number of iterations
   Output:
     pending_step  the solution is x + *pending_step p
   Collective. */
PetscErrorCode StencilIterate(KSP ksp, const StencilOperator *op, const ConvergenceTest *test,
                              const Precision *precision, PetscReal rz, const CGArrays *v,
                              PetscReal *pending_step, KSPConvergedReason *reason,
                              PetscInt *iterations);

/* StencilIterate_float - The same in single precision, with op->single. */
PetscErrorCode StencilIterate_float(KSP ksp, const StencilOperator *op, const ConvergenceTest *test,
                                    const Precision *precision, PetscReal rz,
                                    const CGArrays_float *v, PetscReal *pending_step,
                                    KSPConvergedReason *reason, PetscInt *iterations);

/* StencilRefine - Solves by corrections that are computed in single precision.

   A correction solves A d = r, with the residual r in double precision. It ends early if it does
   not halve the residual.
   Input/Output:
     rz          r . D^-1 r over all ranks, of the residual work[R] of x
     reason      KSP_CONVERGED_ITERATING on entry, and on return if it ends early
     iterations  increased by the number of iterations
   Output:
     pending_step  the solution is x + *pending_step work[P]
   Collective. */
PetscErrorCode StencilRefine(KSP ksp, Mat A, const ConvergenceTest *test, PetscReal *rz, Vec x,
                             PetscReal *pending_step, KSPConvergedReason *reason,
                             PetscInt *iterations);

/* StencilIterateOnce - Iterates from x with one reduction an iteration.

   Input:
     test  its norms rhs and first are set here
     sums  contributions of this rank's rows to r . D^-1 r and b . D^-1 b; overwritten
   Input/Output:
     x  the guess, whose residual is in work[R]; the solution on return
   Output:
     reason, iterations  as for StencilSolve()
   Collective. */
PetscErrorCode StencilIterateOnce(KSP ksp, Mat A, ConvergenceTest *test, PetscReal sums[2], Vec x,
                                  KSPConvergedReason *reason, PetscInt *iterations);

#endif
