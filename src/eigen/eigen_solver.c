/* eigen_solver.c: creates SLEPc's solvers of eigenvalue problems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "eigen_solver.h"

static PetscErrorCode FinalizeSlepc(void) { return SlepcFinalize(); }

/* SLEPc ends when PETSc ends. */
static PetscErrorCode InitializeSlepc(void)
{
  PetscBool done;

  PetscFunctionBeginUser;
  PetscCall(SlepcInitialized(&done));
  if (done) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlepcInitializeNoArguments());
  PetscCall(PetscRegisterFinalize(FinalizeSlepc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EigenSolverCreate(Vec x, EPS *eps)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)x);
  PetscInt       rows;
  BV             vectors;

  PetscFunctionBeginUser;
  PetscCall(InitializeSlepc());
  PetscCall(EPSCreate(comm, eps));
  PetscCall(VecGetLocalSize(x, &rows));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &rows, 1, MPIU_INT, MPI_MIN, comm));
  if (rows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EPSGetBV(*eps, &vectors));
  PetscCall(BVSetType(vectors, BVVECS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool has_found_all(const CaughtError *caught)
{
  return (PetscBool)(caught->code && strstr(caught->text, "belongs to the deflation space"));
}
