/* dense_front.h: LU factorization of one dense front with threshold partial pivoting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_LINEAR_MULTIFRONTAL_DENSE_FRONT_H
#define FS_LINEAR_MULTIFRONTAL_DENSE_FRONT_H

#include <fs/fs.h>

enum { DENSE_SIMD_WIDTH = 4 };

/* Returns the row stride of a front of size n, padded to the SIMD width. */
static inline PetscInt dense_front_stride(PetscInt n)
{
  return (n + DENSE_SIMD_WIDTH - 1) / DENSE_SIMD_WIDTH * DENSE_SIMD_WIDTH;
}

/* DenseFrontEliminate - Factors a front by threshold partial pivoting.

   Input:
     n             size of the front
     fully_summed  number of rows and columns, the first ones, that may be eliminated
     threshold     smallest pivot relative to the largest entry of its column
     A             [n][dense_front_stride(n)] by rows; the padding is 0
     row, column   [n] numbers of rows and columns
   Output:
     A             L below the diagonal, U on and above it, and the Schur complement after the
                   pivots
     row, column   permuted with the pivots
   Returns the number of pivots, which come first. Not collective. */
PetscInt DenseFrontEliminate(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                             PetscScalar A[], PetscInt row[], PetscInt column[]);

#endif
