/* factorization.h: initializes SLEPc and sets up direct solvers for eigenvalue problems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_FACTORIZATION_H
#define FS_EIGEN_FACTORIZATION_H

#include <fs/fs.h>
#include <petscksp.h>

/* SlepcInitializeOnce - Initializes SLEPc before its first call, and finalizes it with PETSc. */
PetscErrorCode SlepcInitializeOnce(void);

/* KSPSetFactorization - Selects MUMPS for the solver of a spectral transformation.

   A symmetric matrix is factored as L D L^T, whose negative pivots can be counted, others as LU. */
PetscErrorCode KSPSetFactorization(KSP ksp, PetscBool symmetric);

/* FactorizationCompute - Factors A by MUMPS.

   Input:
     factors   NULL, or factors of a matrix with the same pattern, which are replaced
   Output:
     factors   factors of A; NULL if A is singular
     singular  whether MUMPS has met a zero pivot
   Error: PETSC_ERR_MEM. Collective. */
PetscErrorCode FactorizationCompute(Mat A, PetscBool symmetric, Mat *factors, PetscBool *singular);

/* FactorizationGetMemory - Returns the memory that MUMPS uses for factors on all ranks together.

   The result is in megabytes, and 0 if factors is NULL. Not collective. */
PetscErrorCode FactorizationGetMemory(Mat factors, PetscInt *megabytes);

#endif
