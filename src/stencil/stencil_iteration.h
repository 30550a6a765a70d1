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

/* StencilReduceSums - Adds n numbers over all ranks. Collective. */
static inline PetscErrorCode StencilReduceSums(MPI_Comm comm, PetscInt n, PetscReal sums[])
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, (PetscMPIInt)n, MPIU_REAL, MPI_SUM, comm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

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
