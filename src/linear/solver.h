/* solver.h: which of PETSc's linear solvers a matrix gets, and solves whose failure is a status instead of an
   error. Used by the stages of src/solve and by integrator/schemes/semi_implicit.c. Begin with SolverSetUp. */
#ifndef FS_LINEAR_SOLVER_H
#define FS_LINEAR_SOLVER_H

#include <fs/system.h>
#include <petscsnes.h>
#include "base/error.h"
#include "linear/tolerances.h"

/* What the choice for the effective matrix A of a linear system depends on. */
typedef struct {
  /* the largest (K_ii + cc C_ii) / (cm M_ii): of the order of (dt times the highest frequency)^2 */
  PetscReal stiffness;
  PetscReal solves;              /* expected with one matrix; 0: unknown */
  PetscBool must_be_matrix_free; /* -operator matrix_free: A must stay matrix-free */
} SolverCase;

/* Set the solver of A by the rules in solver.c, then by the user's options. name[size]: the choice and its reason,
   for the log. fused: it is CG with Jacobi's preconditioner on a matrix-free A, which StencilSolve does in two
   passes through memory instead of by KSP. Input error: options that PETSc refuses. Collective, as all here. */
PetscErrorCode SolverSetUp(KSP ksp, Mat A, const SolverCase *c, PetscBool *fused, char name[],
                           size_t size);

/* *assemble: A is a matrix-free operator and the solver that SolverSetUp would take, or the user's, needs a
   matrix. Input error if c->always forbids that. */
PetscErrorCode SolverChoose(Mat A, const SolverCase *c, PetscBool *assemble);

/* A default of ours for an option of PETSc's, in the options database, because settings of the PC are lost by KSPReset. */
PetscErrorCode SolverSetDefaultOption(const char option[], const char value[]);

/* check_solver_options.c. CheckLimits: input error for a tolerance (-ksp_rtol, -snes_atol, ...) or number of iterations that makes no sense. Try: input error for options that PETSc
   refuses in a solve alone, found by an iteration; A is the solver's matrix, with its values. Nothing if the user has set no option of solvers. */
PetscErrorCode SolverCheckTolerances(MPI_Comm comm);
PetscErrorCode SolverCheckOptions(KSP ksp, Mat A);
/* For tries of other kinds: whether some option of PETSc's solvers is given; input error for what was caught in a try with ksp, in
   PETSc's words. */
PetscErrorCode SolverHasUserOptions(PetscBool *chosen);
PetscErrorCode SolverCheckCaughtError(KSP ksp, const CaughtError *caught);

/* A direct solver. pivots: A may be indefinite or have zeros on its diagonal (FsSystem.pivots), so the factorization must
   choose its pivots. */
PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool pivots);
/* name[size] = what solves with A after the user's options, for the log: the library that SolverSetDirect took and why, or what the user
   chose. */
PetscErrorCode SolverNameDirect(KSP ksp, Mat A, PetscBool pivots, char name[], size_t size);
/* A solver for the mass matrix M to a relative 1e-12: direct if it is small or pivots, else CG. */
PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool pivots);
/* The pivot that a factorization calls zero, relative to the largest row sum of A; to be called after A has
   changed. */
PetscErrorCode SolverSetZeroPivot(KSP ksp, Mat A);

/* factor_check.c, for solvers that apply factors of A once. FactorCheckSolution: whether x is what they make of b, and A is not singular.
   With A scaled so that the largest entries of rows are 1 and units do not matter, the backward error is of round-off,
   |b - A x| <= 1e-10 (|A| |x| + |b|), as LAPACK judges solutions (a residual that is small against b alone is more than an
   ill-conditioned A allows), and a step of refinement is small against x: it is cond(A) times round-off of x, which for a
   singular A is all of x. False for NaN. FactorCheckNonsingular: the same for a random b, as few entries may miss what is
   singular; x: the solution, which moves most where a singular A lets it. Two or three solves, two products. */
PetscErrorCode FactorCheckSolution(KSP ksp, Mat A, Vec x, Vec b, PetscBool *solves);
PetscErrorCode FactorCheckNonsingular(KSP ksp, Mat A, Vec x, PetscBool *solves);

/* mumps_workspace.c. PETSC_ERR_MEM where the last factorization of the solver's preconditioner has met the end of memory: MUMPS tells of it in a
   status, as of a singular matrix. Called after each solve that may have factored. */
PetscErrorCode SolverCheckMemory(KSP ksp);
/* *again: the last factorization was MUMPS's and has outgrown its workspace, which is larger from here on; to be solved once more. */
PetscErrorCode SolverEnlargeWorkspace(KSP ksp, PetscBool *again);

/* safe_solve.c. KSPSolve and SNESSolve whose failures are a status: *solved, or a negative reason. KLU alone raises an error for
   a singular matrix; it is caught. x is undefined after a failure. Other errors are passed on. */
PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved);
PetscErrorCode SolverSolveNonlinear(SNES snes, Vec x, SNESConvergedReason *reason);

/* Whether a norm is so large that the motion cannot be meant; squares of it are still finite. */
static inline PetscBool is_unbounded(PetscReal norm)
{
  const PetscReal limit = 1e120;

  return (PetscBool)(norm > limit);
}

/* Whether a solve ended because a factorization met a singular matrix. */
static inline PetscBool SolverIsSingular(const CaughtError *caught)
{
  return (PetscBool)(caught->code == PETSC_ERR_LIB || caught->code == PETSC_ERR_MAT_CH_ZRPVT ||
                     caught->code == PETSC_ERR_MAT_LU_ZRPVT);
}

#endif
