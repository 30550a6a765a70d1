/* solver.h: chooses PETSc's linear solver for a matrix and returns failed solves as a status.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_SOLVER_H
#define FS_LINEAR_SOLVER_H

#include <fs/system.h>
#include <petscsnes.h>
#include "base/error.h"
#include "linear/tolerances.h"

/* Data for the choice of a solver for the effective matrix A of a linear system. */
typedef struct {
  /* largest (K_ii + cc C_ii) / (cm M_ii), about (dt times the highest frequency)^2 */
  PetscReal stiffness;
  PetscReal solves;              /* expected with one matrix; 0 if unknown */
  PetscBool must_be_matrix_free; /* -operator matrix_free: A must stay matrix-free */
} SolverCase;

/* SolverSetUp - Sets the solver of A by the rules in solver.c, then by the user's options.

   Output:
     fused  true if StencilSolve can replace KSP: CG with Jacobi's preconditioner on a matrix-free
            A, in two passes through memory
     name   [size] the choice and its reason, for the log
   Input error: options that PETSc rejects. */
PetscErrorCode SolverSetUp(KSP ksp, Mat A, const SolverCase *c, PetscBool *fused, char name[],
                           size_t size);

/* SolverChoose - Determines whether a matrix-free operator must be assembled.

   Output:
     assemble  true if A is matrix-free and its solver, or the user's, needs a matrix
   Input error: the solver needs a matrix, but c->must_be_matrix_free is true. */
PetscErrorCode SolverChoose(Mat A, const SolverCase *c, PetscBool *assemble);

/* SolverSetDefaultOption - Sets an option of PETSc unless the user has set it.

   The options database keeps it, because KSPReset loses the settings of a PC. */
PetscErrorCode SolverSetDefaultOption(const char option[], const char value[]);

/* SolverCheckTolerances - Checks the user's tolerances and iteration limits.

   Input error: a value of -ksp_rtol, -snes_atol, ... that makes no sense. */
PetscErrorCode SolverCheckTolerances(MPI_Comm comm);

/* SolverCheckOptions - Tries the user's solver options by one iteration.

   Does nothing if the user has set no solver option.
   Input:
     A  matrix of the solver, with its values
   Input error: options that PETSc rejects in a solve. */
PetscErrorCode SolverCheckOptions(KSP ksp, Mat A);

/* SolverHasUserOptions - Determines whether the user has set an option of PETSc's solvers. */
PetscErrorCode SolverHasUserOptions(PetscBool *chosen);

/* SolverCheckCaughtError - Raises an input error in PETSc's words for an error that a try has
   caught.

   Singular matrices and missing convergence are not errors of the options. */
PetscErrorCode SolverCheckCaughtError(KSP ksp, const CaughtError *caught);

/* SolverSetDirect - Makes ksp a direct solver.

   Input:
     pivots  true if A may be indefinite or have zeros on its diagonal (FsSystem.pivots), so that
             the factorization must pivot */
PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool pivots);

/* SolverNameDirect - Writes the name of the solver of A into name[size], for the log.

   It is the library that SolverSetDirect has chosen and the reason, or the user's choice. */
PetscErrorCode SolverNameDirect(KSP ksp, Mat A, PetscBool pivots, char name[], size_t size);

/* SolverSetMass - Makes ksp a solver for the mass matrix M with SOLVER_MASS_RTOL.

   It is direct if M is small or needs pivots, else CG. */
PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool pivots);

/* SolverSetZeroPivot - Sets the limit for a zero pivot relative to the largest row sum of A.

   Call it after each change of A. */
PetscErrorCode SolverSetZeroPivot(KSP ksp, Mat A);

/* FactorCheckSolution - Tests whether factors that ksp applies once have solved A x = b.

   Rows of A are scaled so that their largest entry is 1; then units do not matter. The backward
   error must be round-off, |b - A x| <= 1e-10 (|A| |x| + |b|), as LAPACK judges solutions. The
   residual alone need not be small against b if A is ill-conditioned. A step of iterative
   refinement must be small against x: it is cond(A) times the round-off of x, and of the size of x
   for a singular A.
   Output:
     solves  false also for NaN
   Costs one solve and one product. */
PetscErrorCode FactorCheckSolution(KSP ksp, Mat A, Vec x, Vec b, PetscBool *solves);

/* FactorCheckNonsingular - Tests the factors with a random right-hand side.

   Few entries of a given right-hand side may miss the null space of a singular matrix.
   Output:
     x       solution, which is largest in the null space of a singular A
     solves  see FactorCheckSolution */
PetscErrorCode FactorCheckNonsingular(KSP ksp, Mat A, Vec x, PetscBool *solves);

/* SolverCheckMemory - Raises PETSC_ERR_MEM if the last factorization ran out of memory.

   MUMPS reports that only by a status, as it does for a singular matrix. Call it after each solve
   that may have factored. */
PetscErrorCode SolverCheckMemory(KSP ksp);

/* SolverEnlargeWorkspace - Enlarges the workspace of MUMPS if the last factorization needed more.

   Output:
     again  true if the caller must solve again */
PetscErrorCode SolverEnlargeWorkspace(KSP ksp, PetscBool *again);

/* SolverSolve - Calls KSPSolve and returns a failure as *solved = PETSC_FALSE.

   KLU raises an error for a singular matrix; it is caught. Other errors are passed on. After a
   failure x is undefined. */
PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved);

/* SolverSolveNonlinear - Calls SNESSolve and returns a failure as a negative reason. */
PetscErrorCode SolverSolveNonlinear(SNES snes, Vec x, SNESConvergedReason *reason);

/* Returns whether a norm is too large for a motion; its square is still finite. */
static inline PetscBool is_unbounded(PetscReal norm)
{
  const PetscReal limit = 1e120;

  return (PetscBool)(norm > limit);
}

/* Returns whether a solve ended because a factorization met a singular matrix. */
static inline PetscBool SolverIsSingular(const CaughtError *caught)
{
  return (PetscBool)(caught->code == PETSC_ERR_LIB || caught->code == PETSC_ERR_MAT_CH_ZRPVT ||
                     caught->code == PETSC_ERR_MAT_LU_ZRPVT);
}

#endif
