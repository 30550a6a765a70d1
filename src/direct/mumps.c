/* mumps.c: sets up MUMPS, and enlarges its workspace if delayed pivots need more than it estimated.

   Lack of memory is an error of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "mumps.h"
#include <string.h>
#include "base/error.h"

PetscErrorCode SolverSetDefaultOption(const char option[], const char value[])
{
  PetscBool chosen;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, option, &chosen));
  if (chosen) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscOptionsSetValue(NULL, option, value));
  /* mark the option as used, because another solver may be chosen that never reads it */
  PetscCall(PetscOptionsHasName(NULL, NULL, option, &chosen));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KSPSetMumps(KSP ksp, PetscBool pivots)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCLU));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  /* delayed pivots need workspace: 200 % more */
  if (pivots) PetscCall(SolverSetDefaultOption("-mat_mumps_icntl_14", "200"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether delayed pivots needed more than the estimated workspace of MUMPS, INFOG(1) = -8 or -9.
   This is not a lack of memory. */
static PetscErrorCode IsWorkspaceTooSmall(KSP ksp, PetscBool *too_small)
{
  PCFailedReason reason;
  MatSolverType  library;
  PetscInt       error = 0;
  Mat            F;
  PC             pc;

  PetscFunctionBeginUser;
  *too_small = PETSC_FALSE;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetFailedReason(pc, &reason));
  if (reason != PC_FACTOR_OUTMEMORY) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCFactorGetMatSolverType(pc, &library));
  PetscCall(PCFactorGetMatrix(pc, &F));
  if (library && !strcmp(library, MATSOLVERMUMPS)) PetscCall(MatMumpsGetInfog(F, 1, &error));
  *too_small = (PetscBool)(error == -8 || error == -9);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverCheckMemory(KSP ksp)
{
  PCFailedReason reason;
  PetscBool      too_small;
  PC             pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetFailedReason(pc, &reason));
  PetscCall(IsWorkspaceTooSmall(ksp, &too_small));
  PetscCheck(reason != PC_FACTOR_OUTMEMORY || too_small, PetscObjectComm((PetscObject)ksp),
             PETSC_ERR_MEM, "%s", error_out_of_memory);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverEnlargeWorkspace(KSP ksp, PetscBool *again)
{
  /* [%] MAX_PERCENT is more than delayed pivots can need */
  enum { GROWTH_FACTOR = 4, MAX_PERCENT = 20000 };
  PetscInt  percent = 20; /* default of MUMPS */
  PetscBool too_small;
  char      value[32];
  Mat       A, P;

  PetscFunctionBeginUser;
  *again = PETSC_FALSE;
  PetscCall(IsWorkspaceTooSmall(ksp, &too_small));
  if (!too_small) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-mat_mumps_icntl_14", &percent, NULL));
  if (percent >= MAX_PERCENT) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(value, sizeof value, "%" PetscInt_FMT,
                          PetscMin(MAX_PERCENT, GROWTH_FACTOR * PetscMax(percent, 1))));
  PetscCall(PetscOptionsSetValue(NULL, "-mat_mumps_icntl_14", value));
  PetscCall(KSPGetOperators(ksp, &A, &P));
  PetscCall(PetscObjectReference((PetscObject)A));
  PetscCall(PetscObjectReference((PetscObject)P));
  PetscCall(KSPReset(ksp)); /* MUMPS cannot be used again after a failed factorization */
  PetscCall(KSPSetOperators(ksp, A, P));
  PetscCall(MatDestroy(&A));
  PetscCall(MatDestroy(&P));
  *again = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
