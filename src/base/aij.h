/* aij.h: access to the sequential matrices in which PETSc stores this rank's rows of an AIJ or BAIJ
   matrix, and to all entries that a matrix stores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_AIJ_H
#define FS_BASE_AIJ_H

#include <fs/petsc_versions.h>

/* AIJGetSeqParts - Gets the two sequential matrices in which PETSc stores this rank's rows of a
   parallel matrix A.

   All output is borrowed from A.
   Output:
     Ad      the matrix with the columns of this rank; A itself if A is sequential
     Ao      the matrix with the columns of other ranks; NULL if A is sequential
     garray  the global number of each column of Ao, or of each block column if A is a BAIJ; *garray
             is NULL if A is sequential; the argument may be NULL if the numbers are not needed
   Not collective. */
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

/* AIJGetBlockSize - Gets the number of rows of a stored block of a matrix A, which is 1 if A is not
   of PETSc's type BAIJ. Not collective. */
static inline PetscErrorCode AIJGetBlockSize(Mat A, PetscInt *bs)
{
  PetscBool blocks;

  PetscFunctionBeginUser;
  *bs = 1;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)A, &blocks, MATSEQBAIJ, MATMPIBAIJ, ""));
  if (blocks) PetscCall(MatGetBlockSize(A, bs));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* AIJReplaceEntries - Replaces the stored entries of A by their absolute values, or, if by_one is
   PETSC_TRUE, by 1.

   A is a matrix of type AIJ or BAIJ, or a dense one, all of whose entries count as stored. Not
   collective. */
static inline PetscErrorCode AIJReplaceEntries(Mat A, PetscBool by_one)
{
  Mat          part[2];
  PetscBool    blocks, dense;
  PetscScalar *value;
  MatInfo      info;
  PetscInt     rows, columns, lead;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompareAny((PetscObject)A, &dense, MATSEQDENSE, MATMPIDENSE, ""));
  if (dense) {
    PetscCall(MatGetSize(A, NULL, &columns));
    PetscCall(MatGetLocalSize(A, &rows, NULL));
    PetscCall(MatDenseGetLDA(A, &lead));
    PetscCall(MatDenseGetArray(A, &value));
    for (PetscInt k = 0; k < columns; k++)
      for (PetscInt i = 0; i < rows; i++)
        value[i + k * lead] = by_one ? 1 : PetscAbsScalar(value[i + k * lead]);
    PetscCall(MatDenseRestoreArray(A, &value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(AIJGetSeqParts(A, &part[0], &part[1], NULL));
  for (int k = 0; k < 2 && part[k]; k++) {
    PetscCall(PetscObjectTypeCompare((PetscObject)part[k], MATSEQBAIJ, &blocks));
    PetscCall(MatGetInfo(part[k], MAT_LOCAL, &info));
    if (blocks) PetscCall(MatSeqBAIJGetArray(part[k], &value));
    else PetscCall(MatSeqAIJGetArray(part[k], &value));
    for (PetscInt i = 0; i < (PetscInt)info.nz_used; i++)
      value[i] = by_one ? 1 : PetscAbsScalar(value[i]);
    if (blocks) PetscCall(MatSeqBAIJRestoreArray(part[k], &value));
    else PetscCall(MatSeqAIJRestoreArray(part[k], &value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
