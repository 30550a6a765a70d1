/* aij.h: the two parts of an AIJ matrix that this rank has. */
#ifndef AIJ_H
#define AIJ_H

#include <fs/fs.h>

/* *own = the columns of this rank, sequential; *other = those of other ranks, NULL for a sequential matrix;
   (*garray)[k] = global number of column k of *other (garray may be NULL). All borrowed from A. */
static inline PetscErrorCode AIJParts(Mat A, Mat *own, Mat *other, const PetscInt **garray)
{
  PetscBool parallel;

  PetscFunctionBeginUser;
  *own   = A;
  *other = NULL;
  if (garray) *garray = NULL;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATMPIAIJ, &parallel));
  if (parallel) PetscCall(MatMPIAIJGetSeqAIJ(A, own, other, garray));
  PetscFunctionReturn(PETSC_SUCCESS);
}

#endif
