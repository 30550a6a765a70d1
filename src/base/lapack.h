/* lapack.h: solves dense equations and eigenproblems by LAPACK, with work arrays of its own.

   math/small_dense.h is for matrices of a few rows in files that do not use PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_LAPACK_H
#define FS_BASE_LAPACK_H

#include <fs/petsc_versions.h>

/* LapackEigen - Computes the eigenvalues and eigenvectors of a symmetric matrix.

   Changed:
     A      [n][n] the matrix; on return, row k is the unit eigenvector of value[k]
   Output:
     value  [n] the eigenvalues in ascending order
   Not collective. */
PetscErrorCode LapackEigen(PetscInt n, PetscScalar A[], PetscReal value[]);

/* LapackEigenReal - Computes the real eigenvalues of a matrix, and their eigenvectors.

   A double eigenvalue of a matrix with round-off may become a pair of complex ones whose imaginary
   part is small. They are returned as two equal real eigenvalues, with vectors that span the space
   of both. Eigenvalues that are 0 are left out.
   Changed:
     A      [n][n] the matrix by columns; overwritten
   Output:
     nreal  the number of real eigenvalues
     value  [nreal] the eigenvalues, without an order
     x      [nreal][n] the eigenvectors
   Not collective. */
PetscErrorCode LapackEigenReal(PetscInt n, PetscScalar A[], PetscInt *nreal, PetscReal value[],
                               PetscScalar x[]);

/* LapackSolve - Solves A x = b for nrhs right-hand sides, by Gaussian elimination with partial
   pivoting.

   Changed:
     A   [n][n] the matrix by columns; overwritten
     b   [nrhs][n] the right-hand sides, which become the solutions
   Output:
     ok  PETSC_FALSE if A is singular; the solutions are not defined then
   Not collective. */
PetscErrorCode LapackSolve(PetscInt n, PetscInt nrhs, PetscScalar A[], PetscScalar b[],
                           PetscBool *ok);

#endif
