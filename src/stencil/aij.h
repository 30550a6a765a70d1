/* aij.h: the two parts of an AIJ or BAIJ matrix that this rank has. */
#ifndef FS_STENCIL_AIJ_H
#define FS_STENCIL_AIJ_H

#include <fs/fs.h>

/* *own = the columns of this rank, sequential; *other = those of other ranks, NULL for a sequential matrix;
   (*garray)[k] = global number of column k of *other, of BAIJ of a column of blocks (garray may be NULL). All borrowed
   from A. */
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

/* *bs = rows and columns of the blocks that A stores: 1 unless it is a BAIJ. */
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
