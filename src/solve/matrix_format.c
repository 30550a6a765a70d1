/* matrix_format.c: how the matrix of a stage is stored: in blocks for iterations, in entries for factors and for multigrid. */
#include "stage.h"

PetscErrorCode StageCreateMatrix(FsStage s, PetscBool blocks)
{
  PetscFunctionBeginUser;
  s->blocks        = blocks;
  s->matrix.exists = PETSC_FALSE;
  if (blocks) PetscCall(FsSystemCreateBlockMatrix(s->sys, &s->A));
  else PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &s->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetMatrixFormat(FsStage s)
{
  const PetscBool blocks =
    (PetscBool)(TangentIterates(&s->tangent) && !TangentIsMultigrid(&s->tangent));

  PetscFunctionBeginUser;
  if (s->blocks == blocks) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPReset(s->ksp));
  PetscCall(MatDestroy(&s->A));
  PetscCall(StageCreateMatrix(s, blocks));
  PetscCall(SNESSetJacobian(s->snes, s->A, s->A, NULL, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
