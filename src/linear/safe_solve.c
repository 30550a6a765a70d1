/* safe_solve.c: solves linear and nonlinear systems and returns failures as a status.

   A status reports singular matrices. A factorization that needs more workspace is repeated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solver.h"

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
