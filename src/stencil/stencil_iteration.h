/* stencil_iteration.h: what the two iterations of conjugate gradients (CG) of this folder share,
   which have one and two reductions in an iteration.

   The equation is A x = b with an operator A (stencil.h). D is the diagonal of A, r = b - A x is
   the residual, and p is the direction of the search. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_STENCIL_ITERATION_H
#define FS_STENCIL_STENCIL_ITERATION_H

#include "stencil_rows.h"

/* The indices of the work vectors of an operator: the residual r, the direction p, and A p. */
enum { R, P, W };

/* ConvergenceTest - The data of PETSc's default convergence test, in the natural norm sqrt(r . D^-1
   r).

   The members rtol, atol, divtol and max_iterations are those of KSPSetTolerances(). The member rhs
   is the norm of b, and first is the norm of the first residual. */
typedef struct {
  PetscReal rtol, atol, divtol, rhs, first;
  PetscInt  max_iterations;
} ConvergenceTest;

/* Precision - What the iterations must know about the precision of their numbers.

   beta is the factor of the previous direction in a new direction, p = D^-1 r + beta p. The
   iteration recovers the previous direction from the new one, with an error that is the relative
   rounding divided by the root of beta. If beta is smaller than min_beta, this error is too large.
 */
typedef struct {
  PetscReal min_beta;
  /* the relative rounding of numbers; 0 if the iteration need not end when rounding dominates the
     residual r */
  PetscReal rounding;
  PetscReal unit; /* number by which r and x are divided when they are stored */
} Precision;

/* test_convergence - Returns the reason why conjugate gradients end if the residual has this norm,
   or KSP_CONVERGED_ITERATING to continue. */
static inline KSPConvergedReason test_convergence(const ConvergenceTest *t, PetscInt iteration,
                                                  PetscReal norm)
{
  if (PetscIsInfOrNanReal(norm)) return KSP_DIVERGED_NANORINF;
  if (norm <= t->atol) return KSP_CONVERGED_ATOL;
  if (norm <= t->rtol * t->rhs) return KSP_CONVERGED_RTOL;
  if (norm >= t->divtol * PetscMax(t->rhs, t->first)) return KSP_DIVERGED_DTOL;
  return iteration >= t->max_iterations ? KSP_DIVERGED_ITS : KSP_CONVERGED_ITERATING;
}

/* is_rounding - Returns whether the residual r has become so small that its difference from b - A
   x, which is due to rounding, dominates it.

   Input:
     n      the number of iterations so far
     first  the norm of the first residual
     norm   the norm of the present residual
   The difference is about the rounding times the condition number of D^-1 A. This number follows
   from the speed of convergence: n iterations reduce the norm by exp(-2 n / sqrt(condition)). */
static inline PetscBool is_rounding(const Precision *p, PetscInt n, PetscReal first, PetscReal norm)
{
  const PetscReal logarithm = PetscLogReal(first / norm);

  return (PetscBool)(norm < 0.1 * first &&
                     norm < 4 * p->rounding * first * PetscSqr(2 * (PetscReal)n / logarithm));
}

/* StencilReduceSums - Replaces each of n numbers by its sum over all ranks. Collective. */
static inline PetscErrorCode StencilReduceSums(MPI_Comm comm, PetscInt n, PetscReal sums[])
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* CGArrays - The values of vectors in the rows of this rank: the solution x, the residual r, the
   direction p, and w = A p. */
typedef struct {
  double *x, *r, *p, *w;
} CGArrays;
typedef struct {
  float *x, *r, *p, *w;
} CGArrays_float;

/* StencilIterate - Improves the solution x of A x = b by iterations of CG with two reductions each,
   until the convergence test ends them.

   Input:
     rz            r . D^-1 r over all ranks
   Changed:
     v             vectors of the iteration; on entry v->r is the residual of v->x
     reason        KSP_CONVERGED_ITERATING on entry
     iterations    the number of iterations is added
   Output:
     pending_step  a number that the caller must use: the solution is x + *pending_step p
   Collective. */
PetscErrorCode StencilIterate(KSP ksp, const StencilOperator *op, const ConvergenceTest *test,
                              const Precision *precision, PetscReal rz, const CGArrays *v,
                              PetscReal *pending_step, KSPConvergedReason *reason,
                              PetscInt *iterations);

/* StencilIterate_float - Improves the solution of A x = b by iterations of CG in single precision,
   with the numbers op->single. The arguments are those of StencilIterate(). */
PetscErrorCode StencilIterate_float(KSP ksp, const StencilOperator *op, const ConvergenceTest *test,
                                    const Precision *precision, PetscReal rz,
                                    const CGArrays_float *v, PetscReal *pending_step,
                                    KSPConvergedReason *reason, PetscInt *iterations);

/* StencilRefine - Solves A x = b by corrections that are computed in single precision.

   A correction d solves A d = r, where the residual r is computed in double precision. If a
   correction does not halve the residual, StencilRefine() returns without convergence.
   Input:
     test          the convergence test
   Changed:
     rz            r . D^-1 r over all ranks, of the residual work[R] of x
     x             the guess on entry
     reason        KSP_CONVERGED_ITERATING on entry, and on return without convergence
     iterations    the number of iterations is added
   Output:
     pending_step  a number that the caller must use: the solution is x + *pending_step work[P]
   Collective. */
PetscErrorCode StencilRefine(KSP ksp, Mat A, const ConvergenceTest *test, PetscReal *rz, Vec x,
                             PetscReal *pending_step, KSPConvergedReason *reason,
                             PetscInt *iterations);

/* StencilIterateOnce - Solves A x = b by iterations of CG with one reduction each.

   Input:
     sums        r . D^-1 r and b . D^-1 b, summed over this rank's rows; overwritten
   Changed:
     test        the convergence test, whose members rhs and first are set here
     x           the guess, whose residual is in work[R]; the solution on return
   Output:
     reason      positive if the iteration converged
     iterations  the number of iterations
   Collective. */
PetscErrorCode StencilIterateOnce(KSP ksp, Mat A, ConvergenceTest *test, PetscReal sums[2], Vec x,
                                  KSPConvergedReason *reason, PetscInt *iterations);

#endif
