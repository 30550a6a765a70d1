/* safe_solve.c: solves linear and nonlinear systems and returns failures as a status.

   A status reports singular matrices. A factorization that needs more workspace is repeated.
   Tests determine whether factors solve with their matrix, and whether it is singular. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solver.h"
#include "base/error.h"
#include <fs/exit_status.h>

/* Whether a solve ended because a factorization met a singular matrix. If that is a block on one
   rank, it is an error, because the other ranks are still in the solve. */
static PetscErrorCode CheckSingular(const CaughtError *caught, PetscBool *singular)
{
  PetscFunctionBeginUser;
  *singular = SolverIsSingular(caught);
  PetscCheck(!*singular || !caught->alone, PETSC_COMM_SELF, PETSC_ERR_NOT_CONVERGED,
             "the preconditioner's block of a rank is singular: %s", caught->text);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises a caught error. If the user has set options of the solver, the cause is one of these
   options and not a bug. */
static PetscErrorCode RaiseSolverError(KSP ksp, const CaughtError *caught)
{
  PetscBool chosen = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!caught->code) PetscFunctionReturn(PETSC_SUCCESS);
  if (ErrorExitStatus(caught->code) == FS_EXIT_BUG) PetscCall(SolverHasUserOptions(&chosen));
  if (chosen) PetscCall(SolverCheckCaughtError(ksp, caught));
  PetscCall(RaiseCaughtError(PetscObjectComm((PetscObject)ksp), caught));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSolve(KSP ksp, Vec b, Vec x, PetscBool *solved)
{
  KSPConvergedReason reason;
  CaughtError        caught;
  PetscBool          singular, again;

  PetscFunctionBeginUser;
  *solved = PETSC_FALSE;
  do {
    PetscCall(CatchErrorsBegin(&caught));
    (void)KSPSolve(ksp, b, x);
    PetscCall(CatchErrorsEnd());
    PetscCall(CheckSingular(&caught, &singular));
    if (singular) {
      PetscCall(KSPReset(ksp));
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(RaiseSolverError(ksp, &caught));
    PetscCall(SolverCheckMemory(ksp));
    PetscCall(SolverEnlargeWorkspace(ksp, &again));
  } while (again);
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  /* MUMPS cannot be used again after a failed factorization: on several ranks the next one would
     end the run */
  if (reason == KSP_DIVERGED_PC_FAILED) PetscCall(KSPReset(ksp));
  *solved = (PetscBool)(reason > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverSolveNonlinear(SNES  snes, PetscErrorCode (*solve)(SNES, Vec, void *),
                                    void *context, Vec x, SNESConvergedReason *reason)
{
  CaughtError caught;
  PetscBool   singular, again;
  PetscReal   norm, least;
  KSP         ksp;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  /* a repeated solve starts from the last iterate */
  do {
    PetscCall(CatchErrorsBegin(&caught));
    if (solve) (void)solve(snes, x, context);
    else (void)SNESSolve(snes, NULL, x);
    PetscCall(CatchErrorsEnd());
    PetscCall(CheckSingular(&caught, &singular));
    if (singular) {
      *reason = SNES_DIVERGED_LINEAR_SOLVE;
      PetscFunctionReturn(PETSC_SUCCESS);
    }
    PetscCall(RaiseSolverError(ksp, &caught));
    PetscCall(SolverCheckMemory(ksp));
    PetscCall(SolverEnlargeWorkspace(ksp, &again));
  } while (again);
  PetscCall(SNESGetConvergedReason(snes, reason));
  PetscCall(SNESGetFunctionNorm(snes, &norm));
  PetscCall(SNESGetTolerances(snes, &least, NULL, NULL, NULL, NULL));
  if (*reason == SNES_CONVERGED_ITS) /* no test was applied: -snes_type ksponly */
    *reason = SNES_DIVERGED_MAX_IT;
  if (*reason == SNES_CONVERGED_FNORM_ABS && norm >= least)
    /* SNESLINESEARCHCP returns this after a huge step; it is not convergence */
    *reason = SNES_DIVERGED_LINE_SEARCH;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- tests of factors ------------------------------------------------------------------------ */

/* Tests whether factors solve with their matrix and whether it is singular.

   Some libraries report a singular matrix; others divide by the round-off that is left of a
   pivot. */

PetscErrorCode FactorCheckSolution(KSP ksp, Mat A, const Equilibration *e, Vec x, Vec b,
                                   PetscBool *solves)
{
  PetscReal norm_b, norm_x, norm_r, norm_d;
  Vec       r, d;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(b, &r));
  PetscCall(VecDuplicate(b, &d));
  PetscCall(MatMult(A, x, r));
  PetscCall(VecAYPX(r, -1, b));
  PetscCall(SolverSolve(ksp, r, d, solves));
  PetscCall(EquilibrationNormOfSide(e, b, &norm_b));
  PetscCall(EquilibrationNormOfUnknown(e, x, &norm_x));
  PetscCall(EquilibrationNormOfSide(e, r, &norm_r));
  PetscCall(EquilibrationNormOfUnknown(e, d, &norm_d));
  *solves = (PetscBool)(*solves && !e->singular &&
                        norm_r <= FACTOR_MAX_BACKWARD_ERROR * (norm_x + norm_b) &&
                        norm_d <= FACTOR_MAX_REFINEMENT * norm_x && !is_unbounded(norm_x));
  PetscCall(VecDestroy(&d));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorCheckNonsingular(KSP ksp, Mat A, const Equilibration *e, Vec x,
                                      PetscBool *solves)
{
  Vec b;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(x, &b));
  if (e->singular) PetscCall(VecSetRandom(b, NULL));
  else PetscCall(EquilibrationRandomSide(e, b));
  PetscCall(SolverSolve(ksp, b, x, solves));
  if (*solves) PetscCall(FactorCheckSolution(ksp, A, e, x, b, solves));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorMissesAsymmetry(KSP ksp, Mat A, Vec weights, PetscBool *misses)
{
  /* |A x - A^T x| relative to |A x|, for a random x: the order of sums leaves 1e-15. Entries of x
     and rows are those of displacements and forces, by the weights. Cholesky factors of an
     unsymmetric tangent are refused in tests/solve/singular.py
     (test_cholesky_of_an_unsymmetric_matrix). The row "Cholesky factors of follower loads" of
     tests/relations/guards.py has them in any units. */
  const PetscReal round_off = 1e-10;
  PetscReal       size, difference;
  Vec             unit, x, Ax, ATx;
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCCHOLESKY, misses));
  if (!*misses) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatCreateVecs(A, &x, &Ax));
  PetscCall(VecDuplicate(Ax, &ATx));
  PetscCall(VecDuplicate(x, &unit));
  PetscCall(VecCopy(weights, unit));
  PetscCall(VecSqrtAbs(unit));
  PetscCall(VecReciprocal(unit)); /* weights of 0 remain 0 */
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(VecPointwiseMult(x, x, unit));
  PetscCall(MatMult(A, x, Ax));
  PetscCall(MatMultTranspose(A, x, ATx));
  PetscCall(VecAXPY(ATx, -1, Ax));
  PetscCall(VecPointwiseMult(Ax, unit, Ax));
  PetscCall(VecPointwiseMult(ATx, unit, ATx));
  PetscCall(VecNorm(Ax, NORM_2, &size));
  PetscCall(VecNorm(ATx, NORM_2, &difference));
  *misses = (PetscBool)(difference > round_off * size);
  PetscCall(VecDestroy(&unit));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&Ax));
  PetscCall(VecDestroy(&ATx));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* PETSc's own limit for a zero pivot is absolute: all pivots of small models in SI units would be
   zero. */
PetscErrorCode SolverSetZeroPivot(KSP ksp, Mat A)
{
  /* only exact zeros; callers test the solutions */
  const PetscReal zero = 1e-40;
  PetscReal       size;
  PetscBool       factor, known, definite;
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(
    PetscObjectTypeCompareAny((PetscObject)pc, &factor, PCLU, PCCHOLESKY, PCILU, PCICC, ""));
  if (!factor) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatNorm(A, NORM_INFINITY, &size));
  if (size > 0 && !PetscIsInfOrNanReal(size)) PetscCall(PCFactorSetZeroPivot(pc, zero * size));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCICC, &factor));
  PetscCall(MatIsSPDKnown(A, &known, &definite));
  /* PETSc's search for a shift does not end if the matrix is not definite */
  if (factor && !(known && definite)) PetscCall(PCFactorSetShiftType(pc, MAT_SHIFT_INBLOCKS));
  PetscFunctionReturn(PETSC_SUCCESS);
}
