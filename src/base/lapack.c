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

PetscErrorCode LapackEigenReal(PetscInt n, PetscScalar A[], PetscInt *nreal, PetscReal value[],
                               PetscScalar x[])
{
  /* Imaginary part relative to the real part: the square root of round-off splits a double
     eigenvalue of a matrix that is not symmetric. */
  const PetscReal    split = 1e-5;
  const PetscBLASInt size = (PetscBLASInt)n, room = 8 * size + 8, one = 1;
  PetscBLASInt       info = 0;
  PetscScalar       *work, *vectors, none;
  PetscReal         *re, *im;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc4(room, &work, (size_t)(n * n), &vectors, n, &re, n, &im));
  if (n)
    LAPACKgeev_("N", "V", &size, A, &size, re, im, &none, &one, vectors, &size, work, &room, &info);
  *nreal = 0;
  for (PetscInt k = 0; k < n && !info; k++) {
    if (re[k] == 0 || PetscAbsReal(im[k]) > split * PetscAbsReal(re[k])) continue;
    value[*nreal] = re[k];
    PetscCall(PetscArraycpy(x + n * (*nreal)++, vectors + n * k, n));
  }
  PetscCall(PetscFree4(work, vectors, re, im));
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
