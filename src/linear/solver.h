/* solver.h: chooses PETSc's linear solver for a matrix and returns failed solves as a status.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_SOLVER_H
#define FS_LINEAR_SOLVER_H

#include <fs/system.h>
#include <petscsnes.h>
#include "base/error.h"
#include "direct/mumps.h"
#include "linear/tolerances.h"

/* Data for the choice of a solver for the effective matrix A of a linear system. */
typedef struct {
  /* largest (K_ii + cc C_ii) / (cm M_ii), about (dt times the highest frequency [rad/s])^2 */
  PetscReal stiffness;
  PetscReal solves;              /* expected number of solves with one matrix; 0 if unknown */
  PetscBool ill_conditioned;     /* traits.ill_conditioned of FsSystem */
  PetscBool must_be_matrix_free; /* -operator matrix_free: A must stay matrix-free */
} SolverCase;

/* SolverSetUp - Sets the solver of A by the rules in solver.c, then by the user's options.

   Output:
     fused  PETSC_TRUE if StencilSolve can replace KSPSolve. It needs two passes through memory for
            an iteration of CG with Jacobi's preconditioner on a matrix-free A
     name   [size] the chosen solver and the reason, for the log
   Input error: PETSc rejects its options. */
PetscErrorCode SolverSetUp(KSP ksp, Mat A, const SolverCase *c, PetscBool *fused, char name[],
                           size_t size);

/* SolverChoose - Determines whether a matrix-free operator must be assembled.

   Output:
     assemble  PETSC_TRUE if A is matrix-free, but the chosen solver needs an assembled matrix
   Input error: the same, but c->must_be_matrix_free is PETSC_TRUE. */
PetscErrorCode SolverChoose(Mat A, const SolverCase *c, PetscBool *assemble);

/* SolverCheckTolerances - Checks the user's tolerances and iteration limits.

   Input error: a value of -ksp_rtol, -snes_atol, ... that makes no sense. */
PetscErrorCode SolverCheckTolerances(MPI_Comm comm);

/* SolverCheckFactors - Checks that PETSc has the factors of A for which the user's options ask.

   Input error: -pc_type and -pc_factor_mat_solver_type do not fit together, or are not for several
   ranks. */
PetscErrorCode SolverCheckFactors(KSP ksp, Mat A);

/* SolverHasUserOptions - Determines whether the user has set an option of PETSc's solvers. */
PetscErrorCode SolverHasUserOptions(PetscBool *chosen);

/* SolverHasOptionsOf - The same for the options of one kind, such as "snes_". */
PetscErrorCode SolverHasOptionsOf(const char kind[], PetscBool *chosen);

/* SolverCheckCaughtError - Raises an input error with PETSc's message if a caught error comes from
   the user's options.

   Does nothing if the error is a singular matrix or a lack of convergence. An error for missing
   memory is raised again as it is. */
PetscErrorCode SolverCheckCaughtError(KSP ksp, const CaughtError *caught);

/* SolverSetDirect - Makes ksp a direct solver.

   Input:
     pivots  PETSC_TRUE if the factorization must pivot, because A may be indefinite or have zeros
             on its diagonal (traits.indefinite of FsSystem) */
PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool pivots);

/* SolverIterateAround - Makes ksp iterate if the user gave it a preconditioner that is no
   factorization.

   The default of ksp applies factors once; -pc_type replaces them, and one application of another
   preconditioner solves nothing. Nothing changes if the user gave -ksp_type.

   Collective. type: the iteration, KSPCG or KSPGMRES. */
PetscErrorCode SolverIterateAround(KSP ksp, KSPType type);

/* SolverNameDirect - Writes the name of the direct solver of A into name[size], for the log.

   The name is the library and the reason why SolverSetDirect has chosen it, or the solver that the
   user has chosen. */
PetscErrorCode SolverNameDirect(KSP ksp, Mat A, PetscBool pivots, char name[], size_t size);

/* SolverSetMass - Makes ksp a solver for the mass matrix M.

   The solver is direct if M is small or the factorization must pivot (see SolverSetDirect).
   Otherwise it is CG with the relative tolerance SOLVER_MASS_RTOL. */
PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool pivots);

/* SolverSetZeroPivot - Sets the size below which PETSc's factorizations call a pivot zero.

   The limit is proportional to the largest row sum of A. Call this after each change of A. */
PetscErrorCode SolverSetZeroPivot(KSP ksp, Mat A);

/* FactorAnnounce - Prints a line before factors of A that will take over two seconds.

   The line says how long they will take. It is printed once for each matrix. Collective. */
PetscErrorCode FactorAnnounce(Mat A);

/* SolverAnnounceFactors - The same if ksp is a direct solver, which PETSc's libraries implement. */
PetscErrorCode SolverAnnounceFactors(KSP ksp, Mat A);

/* FactorCheckSolution - Tests whether factors that ksp applies once have solved A x = b.

   Rows of A are scaled so that their largest entry is 1; then units do not matter. There are two
   tests. First, the backward error must be round-off, |b - A x| <= 1e-10 (|A| |x| + |b|), as in
   LAPACK. If A is ill-conditioned, such a residual need not be small compared with b. Second, a
   step of iterative refinement must be at most 1e-3 |x|. This step is about cond(A) times the
   round-off of x, and as large as x if A is singular. The tests cost one solve and one product.
   Output:
     solves  PETSC_TRUE if x passes both tests; PETSC_FALSE also if x contains NaN, or if the solve
             fails (SolverSolve) and resets ksp */
PetscErrorCode FactorCheckSolution(KSP ksp, Mat A, Vec x, Vec b, PetscBool *solves);

/* FactorCheckNonsingular - Tests the factors with a random right-hand side.

   The right-hand side of a problem may have no component that shows that the matrix is singular.
   Output:
     x       solution; if A is singular, mainly a vector of its null space
     solves  result of FactorCheckSolution for x */
PetscErrorCode FactorCheckNonsingular(KSP ksp, Mat A, Vec x, PetscBool *solves);

/* FactorMissesAsymmetry - Determines whether ksp has Cholesky factors of a matrix that is not
   symmetric, so that they do not solve with it. Multiplies A and its transpose by a vector.

   Input:
     weights  those with which squares of entries of x in A x can be added, see FsSystemWeights;
              rows and columns whose weights are 0 do not count */
PetscErrorCode FactorMissesAsymmetry(KSP ksp, Mat A, Vec weights, PetscBool *misses);

/* SolverSolve - Calls KSPSolve and returns a failure as *solved = PETSC_FALSE.

   Errors that libraries such as KLU raise for a singular matrix are caught. Other errors are passed
   on. After a failure x is undefined. */
PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved);

/* SolverSolveNonlinear - Calls SNESSolve and returns a failure as a negative *reason.

   Input:
     solve    is called instead of SNESSolve, with context; NULL for SNESSolve. It sets the norm of
              the function and the reason of the SNES */
PetscErrorCode SolverSolveNonlinear(SNES  snes, PetscErrorCode (*solve)(SNES, Vec x, void *context),
                                    void *context, Vec x, SNESConvergedReason *reason);

/* is_unbounded - Returns whether a norm is too large for a motion.

   The limit is so small that the square of a smaller norm is finite. */
static inline PetscBool is_unbounded(PetscReal norm)
{
  const PetscReal limit = 1e120;

  return (PetscBool)(norm > limit);
}

/* SolverIsSingular - Returns whether a caught error says that a matrix is singular. */
static inline PetscBool SolverIsSingular(const CaughtError *caught)
{
  return (PetscBool)(caught->code == PETSC_ERR_LIB || caught->code == PETSC_ERR_MAT_CH_ZRPVT ||
                     caught->code == PETSC_ERR_MAT_LU_ZRPVT);
}

#endif
