/* dense_factors.h: computes load factors of a small pencil by LAPACK. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_BUCKLING_DENSE_FACTORS_H
#define FS_EIGEN_BUCKLING_DENSE_FACTORS_H

#include "eigen/pencil.h"

/* Largest pencil whose matrices each rank stores as dense ones. LAPACK then takes a second. */
enum { DENSE_FACTORS_LIMIT = 300 };

/* DenseFactorsFind - Finds the factors of K x = factor M x that are nearest to 0.

   Every rank computes all of them from the same numbers, so that they agree.
   Input:
     definite  K is positive and symmetric, and M is symmetric; the pencil has no constraints
     wanted    number of factors; others that equal the last one follow
   Output:
     n         number of factors, fewer than wanted if M has a lower rank
     factor    [n] by ascending size; the caller frees the array
     x         [n] their vectors; the caller destroys them and frees the array
   Collective. Raises PETSC_ERR_NOT_CONVERGED if LAPACK fails. */
PetscErrorCode DenseFactorsFind(Pencil p, PetscBool definite, PetscInt wanted, PetscInt *n,
                                PetscReal **factor, Vec **x);

#endif
