/* dense_front.h: LU factorization of a front, which is a small dense matrix of the multifrontal
   method (multifrontal.h), with threshold partial pivoting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_DENSE_FRONT_H
#define FS_DIRECT_MULTIFRONTAL_DENSE_FRONT_H

#include <fs/petsc_versions.h>

enum { DENSE_SIMD_WIDTH = 4 };

/* dense_front_stride - Returns the distance between two rows of a front of size n in memory: n,
   rounded up to a multiple of the number of values in a SIMD register. */
static inline PetscInt dense_front_stride(PetscInt n)
{
  return (n + DENSE_SIMD_WIDTH - 1) / DENSE_SIMD_WIDTH * DENSE_SIMD_WIDTH;
}

/* DenseFrontEliminate - Eliminates as many rows and columns of a front as have acceptable pivots.

   Input:
     n             the number of rows and columns of the front
     fully_summed  the number of rows and columns that may be eliminated, which are the first ones
     threshold     the smallest accepted pivot, relative to the largest entry of its column
   Changed:
     A             [n][dense_front_stride(n)] by rows, with zeros beyond column n. On return, L is
                   below the diagonal, and U on and above it. The rows and columns without pivots
                   contain the Schur complement.
     row, column   [n] numbers of the rows and columns of A, which are permuted together with them.
   Returns the number of pivots. Rows and columns with pivots come first on return. Not
   collective. */
PetscInt DenseFrontEliminate(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                             PetscScalar A[], PetscInt row[], PetscInt column[]);

#endif
