/* lapack.c: solves dense equations and eigenproblems by LAPACK. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "lapack.h"
#include <petscblaslapack.h>

PetscErrorCode LapackEigen(PetscInt n, PetscScalar A[], PetscReal value[])
{
  PetscBLASInt size = (PetscBLASInt)n, room = 34 * size + 1, info;
  PetscScalar *work;

  PetscFunctionBeginUser;
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(room, &work));
  LAPACKsyev_("V", "U", &size, A, &size, value, work, &room, &info);
  PetscCall(PetscFree(work));
  PetscCheck(!info, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK's syev ends with %d", (int)info);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LapackSolve(PetscInt n, PetscInt nrhs, PetscScalar A[], PetscScalar b[],
                           PetscBool *ok)
{
  PetscBLASInt size = (PetscBLASInt)n, count = (PetscBLASInt)nrhs, *pivot, info = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(n, &pivot));
  if (n) LAPACKgesv_(&size, &count, A, &size, pivot, b, &size, &info);
  PetscCall(PetscFree(pivot));
  *ok = (PetscBool)(info == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}
