/* drop_zeros.h: drops the explicit zeros of a sparse matrix if most of its entries are zeros. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_MATRICES_DROP_ZEROS_H
#define FS_ASSEMBLY_MATRICES_DROP_ZEROS_H

#include <fs/fs.h>

/* MatrixDropZeros - Replaces *A by a matrix without stored zeros, if this saves much.

   It does so if at most a quarter of the stored entries are nonzero.
   Input and output:
     A       an assembled MATAIJ; destroyed if it is replaced
   Output:
     sparse  whether *A has been replaced
   Collective. */
PetscErrorCode MatrixDropZeros(Mat *A, PetscBool *sparse);

#endif
