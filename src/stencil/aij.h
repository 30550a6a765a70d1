/* aij.h: the sequential parts of this rank's rows of an AIJ or BAIJ matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STENCIL_AIJ_H
#define FS_STENCIL_AIJ_H

#include <fs/fs.h>

/* AIJGetSeqParts - Gets the diagonal and off-diagonal parts of this rank's rows.

   Output:
     Ad      columns of this rank
     Ao      columns of other ranks; NULL for a sequential matrix
     garray  global number of each column of Ao, or of each column of blocks of a BAIJ; the argument
             may be NULL
   All are borrowed from A. Not collective. */
static inline PetscErrorCode AIJGetSeqParts(Mat A, Mat *Ad, Mat *Ao, const PetscInt **garray)
{
  PetscBool parallel, blocks;

  PetscFunctionBeginUser;
  *Ad = A;
  *Ao = NULL;
  if (garray) *garray = NULL;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATMPIBAIJ, &blocks));
  if (parallel) PetscCall(MatMPIAIJGetSeqAIJ(A, Ad, Ao, garray));
  if (blocks) PetscCall(MatMPIBAIJGetSeqBAIJ(A, Ad, Ao, garray));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* AIJGetBlockSize - Gets the number of rows of the blocks that A stores; it is 1 unless A is a
   BAIJ. */
static inline PetscErrorCode AIJGetBlockSize(Mat A, PetscInt *bs)
{
  PetscBool blocks;

  PetscFunctionBeginUser;
  *bs = 1;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)A, &blocks, MATSEQBAIJ, MATMPIBAIJ, ""));
  if (blocks) PetscCall(MatGetBlockSize(A, bs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
