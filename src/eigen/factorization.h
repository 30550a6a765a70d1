/* factorization.h: sets up direct solvers for eigenvalue problems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_FACTORIZATION_H
#define FS_EIGEN_FACTORIZATION_H

#include <fs/fs.h>
#include <petscksp.h>

/* KSPSetFactorization - Selects MUMPS for the solver of a spectral transformation.

   If the matrix is symmetric, it is factored as L D L^T, whose negative pivots can be counted.
   Otherwise it is factored as LU. */
PetscErrorCode KSPSetFactorization(KSP ksp, PetscBool symmetric);

/* KSPReportSolves - Announces factors that take long, and reports each solve of a solver to the
   long phase that runs.

   Input:
     A         a matrix with the pattern of the factored one
     expected  estimate of the number of solves
   Collective. */
PetscErrorCode KSPReportSolves(KSP ksp, Mat A, PetscInt expected);

/* FactorizationCompute - Factors A by MUMPS.

   Input:
     symmetric  PETSC_TRUE to factor A as L D L^T, PETSC_FALSE as LU
     factors    NULL, or factors of a matrix with the same pattern, which are replaced
   Output:
     factors    factors of A; NULL if A is singular
     singular   PETSC_TRUE if MUMPS has found a zero pivot
   Raises PETSC_ERR_MEM if there is not enough memory. Collective. */
PetscErrorCode FactorizationCompute(Mat A, PetscBool symmetric, Mat *factors, PetscBool *singular);

/* FactorizationSolveBlock - Replaces the columns x[n] by A^-1 x, with factors of A.

   The library solves for many columns in one pass through the factors, which takes a fraction of
   the time of n solves. Collective. */
PetscErrorCode FactorizationSolveBlock(Mat factors, PetscInt n, Vec x[]);

/* FactorizationGetMemory - Returns the memory of factors of MUMPS on all ranks together [MB].

   It is 0 if factors is NULL. Not collective. */
PetscErrorCode FactorizationGetMemory(Mat factors, PetscInt *megabytes);

#endif
