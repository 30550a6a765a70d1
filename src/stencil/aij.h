/* aij.h: what the rows of this rank in an AIJ matrix consist of. */
#ifndef AIJ_H
#define AIJ_H

#include <fs/fs.h>

/* Columns of this rank, and those of others (NULL on one rank), by their numbers in garray. Borrowed. */
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
