/* solver.h: chooses PETSc's linear solver for a matrix and returns failed solves as a status.

   All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_SOLVER_H
#define FS_LINEAR_SOLVER_H

#include <fs/system.h>
#include <petscsnes.h>
#include "base/error.h"
#include "direct/mumps.h"
#include "system/force_units.h"
#include <petscsys.h>

/* ---- tolerances ------------------------------------------------------------------------------ */

/* The default value of -ksp_rtol in steps of linear systems. CG tests it in the natural norm,
   relative to the right-hand side. It is small enough that errors of solves stay below those of
   time steps. */
#define SOLVER_RTOL ((PetscReal)1e-8)

/* Relative tolerance of CG for solves with the mass matrix. */
#define SOLVER_MASS_RTOL ((PetscReal)1e-12)

/* Smallest and largest relative tolerance that NewtonTolerance returns for solves with tangents. */
#define SOLVER_NEWTON_MIN_RTOL ((PetscReal)1e-9)
#define SOLVER_NEWTON_MAX_RTOL ((PetscReal)1e-2)

/* Largest |A x - b| / |b| of a vector x that counts as a solution of a step. A solver that has
   reached its tolerance in another norm stays far below; a solver that has broken down leaves about
   1. tests/solve/singular.py has both. */
#define SOLVER_MAX_RESIDUAL ((PetscReal)1e-3)

/* Largest |B x - b| / |b| of a solution with the bordered mass matrix, except for round-off. If
   B is singular, |B x - b| is about as large as |b|. tests/linear/factor_check.c has factors that
   are off by less and by more, in units of mass from 1e-6 to 1e6. */
#define SOLVER_MASS_MAX_RESIDUAL ((PetscReal)1e-6)

/* Limits of FactorCheckSolution: the backward error, and the size of a step of iterative refinement
   relative to the solution, both in norms without a unit (system/force_units.h). The first is
   round-off times 1e6, for growth in the pivots. The second accepts condition numbers of up to
   about 1e13. Stiff models that must pass, and singular ones that must not, are in
   tests/solve/singular.py. Damaged factors in any units are in tests/linear/factor_check.c. */
#define FACTOR_MAX_BACKWARD_ERROR ((PetscReal)1e-10)
#define FACTOR_MAX_REFINEMENT ((PetscReal)1e-3)

/* Constants of TangentIsNonsingular, which tests with a random right-hand side whether the matrix
   of an iterative solver is singular. MAX_RESIDUAL is the largest relative residual of a matrix
   that counts as nonsingular. The test tries relative tolerances from FIRST_RTOL down to LAST_RTOL,
   each RTOL_FACTOR times the one before. */
#define SINGULAR_TEST_MAX_RESIDUAL ((PetscReal)1e-5)
#define SINGULAR_TEST_FIRST_RTOL ((PetscReal)1e-6)
#define SINGULAR_TEST_LAST_RTOL ((PetscReal)1e-12)
#define SINGULAR_TEST_RTOL_FACTOR ((PetscReal)1e-3)

/* ---- solver ---------------------------------------------------------------------------------- */

/* SolverCase - What the choice of a linear solver depends on. The solver is for the effective
   matrix A = cm M + cc C + ck K of a linear system. */
typedef struct {
  /* largest (K_ii + cc C_ii) / (cm M_ii), about (dt times the highest frequency [rad/s])^2 */
  PetscReal stiffness;
  PetscReal solves; /* expected number of solves with one matrix; 0 if unknown */
  /* whether iterative solvers fail for the model (traits.ill_conditioned) */
  PetscBool ill_conditioned;
  PetscBool must_be_matrix_free; /* the user gave -operator matrix_free */
} SolverCase;

/* SolverSetUp - Chooses and sets up the linear solver of A by the rules in solver.c, and then
   applies the user's options of PETSc.

   Output:
     fused  PETSC_TRUE if StencilSolve can replace KSPSolve. Then A is matrix-free and the solver is
            CG with Jacobi's preconditioner; StencilSolve needs two passes through memory for an
            iteration
     name   [size] the chosen solver and the reason for the choice, for the log
   Input error: PETSc rejects its options. */
PetscErrorCode SolverSetUp(KSP ksp, Mat A, const SolverCase *c, PetscBool *fused, char name[],
                           size_t size);

/* SolverChoose - Determines whether the solver that fsolve chooses needs an assembled matrix
   although A is a matrix-free operator.

   Output:
     assemble  PETSC_TRUE if the caller must assemble A
   Input error: the solver needs an assembled matrix, but the user gave -operator matrix_free
   (c->must_be_matrix_free). */
PetscErrorCode SolverChoose(Mat A, const SolverCase *c, PetscBool *assemble);

/* SolverCheckTolerances - Raises an input error if the user gave a tolerance or a maximum number of
   iterations that makes no sense, such as a negative -ksp_rtol or -snes_atol. */
PetscErrorCode SolverCheckTolerances(MPI_Comm comm);

/* SolverCheckFactors - Raises an input error if the user's options ask for factors of A that PETSc
   does not have. This is so if -pc_type and -pc_factor_mat_solver_type do not fit together, or are
   not possible on several ranks. */
PetscErrorCode SolverCheckFactors(KSP ksp, Mat A);

/* SolverHasUserOptions - Sets *chosen to whether the user has given an option of PETSc's
   solvers. */
PetscErrorCode SolverHasUserOptions(PetscBool *chosen);

/* SolverHasOptionsOf - Sets *chosen to whether the user has given an option of PETSc whose name
   contains kind, such as "snes_". Values, such as the path of -log_view, do not count. */
PetscErrorCode SolverHasOptionsOf(const char kind[], PetscBool *chosen);

/* SolverCheckCaughtError - Raises an input error with PETSc's message if a caught error comes from
   the user's options of PETSc.

   Input:
     ksp     the solver that has raised the error
     caught  the error (CatchErrorsEnd)
   Does nothing if the error says that a matrix is singular or that the solver did not converge. An
   error for missing memory is raised again. */
PetscErrorCode SolverCheckCaughtError(KSP ksp, const CaughtError *caught);

/* SolverSetDirect - Makes the linear solver ksp a direct one for the matrix A.

   Input:
     pivots  PETSC_TRUE if the factorization must pivot, because A may be indefinite or have zeros
             on its diagonal (traits.indefinite of FsSystem) */
PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool pivots);

/* SolverIterateAround - Makes ksp an iterative solver if the user has chosen a preconditioner that
   is not a factorization.

   By default ksp is a direct solver, which applies factors once. If -pc_type replaces the factors
   by another preconditioner, one application of it is not a solution. Nothing changes if the user
   gave -ksp_type.
   Input:
     type  the iteration, KSPCG or KSPGMRES */
PetscErrorCode SolverIterateAround(KSP ksp, KSPType type);

/* SolverNameDirect - Writes the name of the direct solver of A into name[size], for the log.

   The text names the library and the reason why SolverSetDirect has chosen it, or the solver that
   the user has chosen. pivots is the argument of SolverSetDirect. */
PetscErrorCode SolverNameDirect(KSP ksp, Mat A, PetscBool pivots, char name[], size_t size);

/* SolverSetMass - Makes the linear solver ksp one for the mass matrix M.

   The solver is direct if M is small or if pivots is PETSC_TRUE, which means that the factorization
   must pivot because M may be indefinite or have zeros on its diagonal. Otherwise the solver is CG
   with the relative tolerance SOLVER_MASS_RTOL. */
PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool pivots);

/* SolverSetZeroPivot - Sets the size below which PETSc's own factorizations regard a pivot as zero.

   The limit is proportional to the largest row sum of A. Call this after each change of A. */
PetscErrorCode SolverSetZeroPivot(KSP ksp, Mat A);

/* FactorAnnounce - Prints a line for the user before factors of A are computed, if this will take
   more than two seconds.

   The line says about how long it will take. It is printed once for each matrix. */
PetscErrorCode FactorAnnounce(Mat A);

/* SolverAnnounceFactors - Prints a line before factors of A are computed if this takes more than
   two seconds and ksp is a direct solver by a library of PETSc. */
PetscErrorCode SolverAnnounceFactors(KSP ksp, Mat A);

/* FactorCheckSolution - Tests whether a direct solver has solved A x = b, or whether A is singular.

   The tests compare norms of vectors that have no unit, because rows and columns of A are scaled
   (system/force_units.h). There are two tests. First, the backward error must be round-off,
   |b - A x| <= 1e-10 (|A| |x| + |b|), as in LAPACK. If A is ill-conditioned, such a residual need
   not be small compared with b. Second, a step of iterative refinement must be at most 1e-3 |x|.
   This step is about cond(A) times the round-off of x, and as large as x if A is singular. The
   tests cost one solve and one product.
   Input:
     ksp     a solver that applies factors of A once
     e       the factors of rows and columns of A; A is singular if e->singular is set
     x, b    the computed solution and the right-hand side
   Output:
     solves  PETSC_TRUE if x passes both tests. It is PETSC_FALSE also if x contains NaN, or if the
             solve of the refinement fails, in which case ksp is reset (SolverSolve) */
PetscErrorCode FactorCheckSolution(KSP ksp, Mat A, const Equilibration *e, Vec x, Vec b,
                                   PetscBool *solves);

/* FactorCheckNonsingular - Tests whether A is singular, by a solve with a random right-hand side
   and FactorCheckSolution. The right-hand side of a problem may by chance have no component that
   shows it.

   Output:
     x       the solution of the test. If A is singular, x is mainly a vector of the null space of A
     solves  PETSC_FALSE if A is singular up to round-off */
PetscErrorCode FactorCheckNonsingular(KSP ksp, Mat A, const Equilibration *e, Vec x,
                                      PetscBool *solves);

/* FactorMissesAsymmetry - Sets *misses to whether ksp has Cholesky factors of a matrix that is not
   symmetric. Such factors solve with another matrix. The test multiplies A and its transpose by a
   vector.

   Input:
     weights  the weights with which squares of the entries of x in A x can be added
              (FsSystemWeights). Rows and columns whose weights are 0 do not count */
PetscErrorCode FactorMissesAsymmetry(KSP ksp, Mat A, Vec weights, PetscBool *misses);

/* SolverSolve - Solves A x = b by KSPSolve, and returns *solved = PETSC_FALSE if the solve fails.

   Errors that libraries such as KLU raise for a singular matrix are caught; other errors are
   raised. After a failure x is undefined. If the factorization has failed, ksp is reset and has no
   matrix any more: call KSPSetOperators before the next solve. */
PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved);

/* SolverSolveNonlinear - Solves a nonlinear problem by SNESSolve, and returns the reason why the
   iteration ended, which is negative if the solve failed.

   Input:
     solve    a function that is called instead of SNESSolve, with the argument context, or NULL for
              SNESSolve. The function must set the norm and the reason of the SNES
   Changed:
     x        the initial guess on entry, the solution on return */
PetscErrorCode SolverSolveNonlinear(SNES  snes, PetscErrorCode (*solve)(SNES, Vec x, void *context),
                                    void *context, Vec x, SNESConvergedReason *reason);

/* is_unbounded - Returns whether the norm of a motion is so large that the iteration must stop. The
   square of a smaller norm is finite. */
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
