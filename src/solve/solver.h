/* solver.h: which of PETSc's linear solvers, and how their failures are told. */
#ifndef SOLVER_H
#define SOLVER_H

#include <fs/solve.h>

/* PETSc's solver for this matrix, or the one that the user chose, and its name, with the reason for it. fused: it is CG with
   Jacobi's preconditioner on a matrix-free operator, which StencilSolve does in two passes. */
typedef struct {
  PetscReal stiffness; /* the largest (K_ii + cc C_ii) / (cm M_ii) */
  PetscReal solves;    /* to come with one matrix; 0: unknown */
  PetscBool always;    /* take matrix-free operators whatever the rule says */
} SolverCase;
PetscErrorCode SolverSetUp(KSP ksp, Mat A, const SolverCase *c, PetscBool *fused, char name[], size_t size);

/* Whether the solver that SolverSetUp would take, or the user's, needs A, a matrix-free operator, assembled; an input error
   if that is out of the question. */
PetscErrorCode SolverChoose(Mat A, const SolverCase *c, PetscBool *assemble);

/* Factors, pivoting ones if that is needed (FsSystem.pivots). */
PetscErrorCode SolverSetDirect(KSP ksp, Mat A, PetscBool pivots);
/* For a mass matrix: to 1e-12, or by pivoting factors. */
PetscErrorCode SolverSetMass(KSP ksp, Mat M, PetscBool pivots);
/* What counts as zero in a factor, relative to A. */
PetscErrorCode SolverScalePivots(KSP ksp, Mat A);

/* KSPSolve, and whether it solved anything: KLU, alone among solvers, raises an error for a singular matrix. And the same of
   SNESSolve, whose reason it gives. */
PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved);
PetscErrorCode SolverSolveNonlinear(SNES snes, Vec x, SNESConvergedReason *reason);

#endif
