/* dense_factors.h: computes load factors of a small pencil by LAPACK. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_DENSE_FACTORS_H
#define FS_EIGEN_BUCKLING_DENSE_FACTORS_H

#include "eigen/pencil.h"

/* The largest number of rows of a pencil whose matrices each rank stores as dense ones. LAPACK then
   takes about a second. */
enum { DENSE_FACTORS_LIMIT = 300 };

/* DenseFactorsFind - Finds the load factors of K x = factor M x that are nearest to 0, with the
   matrices K and M of a pencil.

   Every rank computes all of them from the same numbers, so that all ranks get the same results.
   Input:
     definite  PETSC_TRUE if K is positive definite and symmetric, M is symmetric, and the pencil
               has no constraints
     wanted    the number of load factors to find; others that equal the last one are found, too
   Output:
     n         the number of load factors found, fewer than wanted if M has a lower rank
     factor    [n] the load factors by ascending size; the caller frees the array
     x         [n] the eigenvectors; the caller destroys them and frees the array
   Collective. Raises PETSC_ERR_NOT_CONVERGED if LAPACK fails. */
PetscErrorCode DenseFactorsFind(Pencil p, PetscBool definite, PetscInt wanted, PetscInt *n,
                                PetscReal **factor, Vec **x);

#endif
