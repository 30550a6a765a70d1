/* mumps_workspace.c: the memory of factorizations. MUMPS estimates its workspace before it knows which pivots it has to put off. */
#include "solver.h"
#include <string.h>

/* Whether MUMPS has outgrown the workspace that it estimated, -8 and -9, by pivots that it puts off: no lack of memory. */
static PetscErrorCode IsOutgrown(KSP ksp, PetscBool *outgrown)
{
  PCFailedReason reason;
  MatSolverType  library;
  PetscInt       error = 0;
  Mat            F;
  PC             pc;

  PetscFunctionBeginUser;
  *outgrown = PETSC_FALSE;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetFailedReason(pc, &reason));
  if (reason != PC_FACTOR_OUTMEMORY) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCFactorGetMatSolverType(pc, &library));
  PetscCall(PCFactorGetMatrix(pc, &F));
  if (library && !strcmp(library, MATSOLVERMUMPS)) PetscCall(MatMumpsGetInfog(F, 1, &error));
  *outgrown = (PetscBool)(error == -8 || error == -9);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverCheckMemory(KSP ksp)
{
  PCFailedReason reason;
  PetscBool      outgrown;
  PC             pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCGetFailedReason(pc, &reason));
  PetscCall(IsOutgrown(ksp, &outgrown));
  PetscCheck(reason != PC_FACTOR_OUTMEMORY || outgrown, PetscObjectComm((PetscObject)ksp), PETSC_ERR_MEM, "%s",
             error_out_of_memory);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverEnlarge(KSP ksp, PetscBool *again)
{
  enum { MORE = 4, MOST = 20000 }; /* [%] MOST: beyond what pivots that are put off can take */
  PetscInt  percent = 20;          /* what MUMPS takes by itself */
  PetscBool outgrown;
  char      value[32];
  Mat       A, P;

  PetscFunctionBeginUser;
  *again = PETSC_FALSE;
  PetscCall(IsOutgrown(ksp, &outgrown));
  if (!outgrown) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscOptionsGetInt(NULL, NULL, "-mat_mumps_icntl_14", &percent, NULL));
  if (percent >= MOST) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(value, sizeof value, "%" PetscInt_FMT, PetscMin(MOST, MORE * PetscMax(percent, 1))));
  PetscCall(PetscOptionsSetValue(NULL, "-mat_mumps_icntl_14", value));
  PetscCall(KSPGetOperators(ksp, &A, &P));
  PetscCall(PetscObjectReference((PetscObject)A));
  PetscCall(PetscObjectReference((PetscObject)P));
  PetscCall(KSPReset(ksp)); /* MUMPS does not go on with factors that have failed */
  PetscCall(KSPSetOperators(ksp, A, P));
  PetscCall(MatDestroy(&A));
  PetscCall(MatDestroy(&P));
  *again = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
