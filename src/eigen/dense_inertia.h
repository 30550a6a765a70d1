/* dense_inertia.h: counts the negative eigenvalues of a small symmetric matrix by LAPACK. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_DENSE_INERTIA_H
#define FS_EIGEN_DENSE_INERTIA_H

#include <fs/fs.h>
#include <petscmat.h>

/* DenseInertia - Counts the negative eigenvalues of a small symmetric matrix that one rank has.

   The factors L D L^T of Bunch and Kaufman pivot, so the matrix may be indefinite. This is much
   faster than a sparse factorization whose set-up dominates.
   Input:
     A         assembled AIJ matrix, symmetric up to round-off
   Output:
     negative  the number; 0 if it is not certain
     certain   PETSC_FALSE if the matrix is distributed, is large or is not well conditioned. Then
               nothing is known
   Collective. */
PetscErrorCode DenseInertia(Mat A, PetscInt *negative, PetscBool *certain);

#endif
