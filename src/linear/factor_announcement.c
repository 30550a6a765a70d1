/* factor_announcement.c: prints a line before a factorization that takes long.

   A library factors in one call, which cannot report how far it is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/long_phase.h"
#include "factor_cost.h"
#include "solver.h"

/* Smaller matrices are factored within seconds, and are not searched. */
enum { LEAST_DOFS = 5000 };

PetscErrorCode FactorAnnounce(Mat A)
{
  /* the mark of a matrix that was announced; later factors take as long */
  static const char mark_name[] = "factors announced";
  const MPI_Comm    comm        = PetscObjectComm((PetscObject)A);
  PetscContainer    mark;
  PetscBool         sparse;
  PetscInt          n;
  FactorCost        cost;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  if (n < LEAST_DOFS) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscObjectQuery((PetscObject)A, mark_name, (PetscObject *)&mark));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)A, &sparse, MATSEQAIJ, MATMPIAIJ, MATSEQBAIJ,
                                      MATMPIBAIJ, ""));
  if (mark || !sparse) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscContainerCreate(comm, &mark));
  PetscCall(PetscObjectCompose((PetscObject)A, mark_name, (PetscObject)mark));
  PetscCall(PetscContainerDestroy(&mark));
  PetscCall(FactorCostEstimate(A, &cost));
  PetscCall(
    LongPhaseAnnounce(comm, cost.seconds, "factors of a matrix of %" PetscInt_FMT " dofs", n));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SolverAnnounceFactors(KSP ksp, Mat A)
{
  PetscBool direct, factors;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  PetscCall(PetscObjectTypeCompareAny((PetscObject)pc, &factors, PCLU, PCCHOLESKY, ""));
  if (direct && factors) PetscCall(FactorAnnounce(A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
