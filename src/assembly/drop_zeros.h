/* drop_zeros.h: drops the explicit zeros of a sparse matrix if they are the majority. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_DROP_ZEROS_H
#define FS_ASSEMBLY_DROP_ZEROS_H

#include <fs/fs.h>

/* MatrixDropZeros - Replaces *A by a matrix without zeros if at most a quarter of its entries are
   nonzero.

   Input:
     A       an assembled MATAIJ
   Output:
     sparse  whether *A has been replaced
   Collective. */
PetscErrorCode MatrixDropZeros(Mat *A, PetscBool *sparse);

#endif
