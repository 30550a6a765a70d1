/* work_vectors.c: vectors that functions of a stage borrow for intermediate results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "work_vectors.h"

PetscErrorCode WorkspaceCreate(FsSystem sys, Workspace *work)
{
  PetscFunctionBeginUser;
  PetscCall(PetscNew(work));
  (*work)->sys = sys;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkspaceGet(Workspace w, Vec *v)
{
  PetscInt i = 0;

  PetscFunctionBeginUser;
  while (i < w->n && w->taken[i]) i++;
  PetscCheck(i < WORK_VECTORS, w->sys->comm, PETSC_ERR_PLIB, "all work vectors are borrowed");
  if (i == w->n) PetscCall(VecDuplicate(w->sys->vec, &w->vec[w->n++]));
  w->taken[i] = PETSC_TRUE;
  *v          = w->vec[i];
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkspaceRestore(Workspace w, Vec *v)
{
  PetscInt i = 0;

  PetscFunctionBeginUser;
  while (i < w->n && w->vec[i] != *v) i++;
  PetscCheck(i < w->n && w->taken[i], w->sys->comm, PETSC_ERR_PLIB, "no borrowed work vector");
  w->taken[i] = PETSC_FALSE;
  *v          = NULL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WorkspaceDestroy(Workspace *work)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < (*work)->n; i++) PetscCall(VecDestroy(&(*work)->vec[i]));
  PetscCall(PetscFree(*work));
  PetscFunctionReturn(PETSC_SUCCESS);
}
