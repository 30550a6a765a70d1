/* bristles.c: see bristles.h. */
#include "bristles.h"
#include "mesh/table.h"
#include "model/joint_friction.h"

PetscErrorCode BristlesCreate(Model model, Bristles *out, PetscBool *any)
{
  Bristles b;

  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  PetscCall(PetscCalloc1(model->njoints, &b));
  for (PetscInt i = 0; i < model->njoints; i++) {
    if (!joint_has_friction(&model->joint[i])) continue;
    *any = PETSC_TRUE;
    PetscCall(PetscMalloc1(model->joint[i].ncells, &b[i]));
    for (PetscInt e = 0; e < model->joint[i].ncells; e++)
      for (int k = 0; k < JOINT_FREE; k++) b[i][e][k] = (Bristle){NAN, 0};
  }
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BristlesDestroy(Model model, Bristles *b)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) PetscCall(PetscFree((*b)[i]));
  PetscCall(PetscFree(*b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode BristlesArchive(Model model, Bristles b, FsArchive a)
{
  PetscInt *count;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.ncells, &count));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];
    char         name[32];
    PetscInt    *at;

    if (!joint_has_friction(j)) continue;
    PetscCall(PetscMalloc1(j->ncells, &at));
    CellsInOrder(model->mesh, j->ncells, j->cells, count, at);
    PetscCall(PetscSNPrintf(name, sizeof name, "bristle_%d", (int)i));
    PetscCall(FsArchiveRows(a, name, FS_ARCHIVE_CELLS, count, at, 2 * JOINT_FREE, (double *)b[i]));
    PetscCall(PetscFree(at));
  }
  PetscCall(PetscFree(count));
  PetscFunctionReturn(PETSC_SUCCESS);
}
