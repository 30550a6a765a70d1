/* dense_front.h: LU factorization of one dense front with threshold partial pivoting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIRECT_MULTIFRONTAL_DENSE_FRONT_H
#define FS_DIRECT_MULTIFRONTAL_DENSE_FRONT_H

#include <fs/fs.h>

enum { DENSE_SIMD_WIDTH = 4 };

/* dense_front_stride - Returns the row stride of a front of size n, padded to the SIMD width. */
static inline PetscInt dense_front_stride(PetscInt n)
{
  return (n + DENSE_SIMD_WIDTH - 1) / DENSE_SIMD_WIDTH * DENSE_SIMD_WIDTH;
}

/* DenseFrontEliminate - Factors a front by threshold partial pivoting.

   Input:
     n             size of the front
     fully_summed  only the first fully_summed rows and columns may be eliminated
     threshold     smallest accepted pivot, relative to the largest entry of its column
     A             [n][dense_front_stride(n)] by rows; the padding is 0
     row, column   [n] numbers of the rows and columns of A
   Output:
     A             L below the diagonal, U on and above it. The part of the rows and columns
                   without pivots contains the Schur complement
     row, column   permuted like the rows and columns of A
   Returns the number of pivots; their rows and columns come first. Not collective. */
PetscInt DenseFrontEliminate(PetscInt n, PetscInt fully_summed, PetscReal threshold,
                             PetscScalar A[], PetscInt row[], PetscInt column[]);

#endif
