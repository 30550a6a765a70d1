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
KSPConvergedReason test_convergence(const ConvergenceTest *t, PetscInt iteration, PetscReal norm);

/* StencilReduceSums - Adds n numbers over all ranks. Collective. */
PetscErrorCode StencilReduceSums(MPI_Comm comm, PetscInt n, PetscReal sums[]);

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
