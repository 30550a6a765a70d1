/* work_vectors.c: vectors that functions of a stage borrow for intermediate results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "work_vectors.h"
#include "stage.h"

PetscErrorCode StageGetWork(FsStage s, Vec *v)
{
  WorkVectors *w = &s->work;
  PetscInt     i = 0;

  PetscFunctionBeginUser;
  while (i < w->n && w->taken[i]) i++;
  PetscCheck(i < WORK_VECTORS, s->sys->comm, PETSC_ERR_PLIB, "all work vectors are borrowed");
  if (i == w->n) PetscCall(VecDuplicate(s->sys->vec, &w->vec[w->n++]));
  w->taken[i] = PETSC_TRUE;
  *v          = w->vec[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageRestoreWork(FsStage s, Vec *v)
{
  WorkVectors *w = &s->work;
  PetscInt     i = 0;

  PetscFunctionBeginUser;
  while (i < w->n && w->vec[i] != *v) i++;
  PetscCheck(i < w->n && w->taken[i], s->sys->comm, PETSC_ERR_PLIB, "no borrowed work vector");
  w->taken[i] = PETSC_FALSE;
  *v          = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkVectorsDestroy(WorkVectors *w)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < w->n; i++) PetscCall(VecDestroy(&w->vec[i]));
  *w = (WorkVectors){0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
