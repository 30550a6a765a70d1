/* path_weights.c: creates the weights with which lengths along a path are measured. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "path_weights.h"

PetscErrorCode PathWeightsCreate(const Run *run, Vec *weights)
{
  const Layout   *l      = &run->model->layout;
  const PetscReal square = PetscSqr(FsSystemCharacteristicLength(run->sys));
  PetscScalar    *w;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(run->s.q, weights));
  PetscCall(VecZeroEntries(*weights));
  PetscCall(VecGetArray(*weights, &w));
  for (int i = 0; i < run->model->mesh->g.nnodes; i++)
    for (int c = 0; c < COMPONENTS && run->model->mesh->owned[i]; c++) {
      const PetscInt dof = l->dof[COMPONENTS * i + c];

      if (dof >= 0 && l->global[dof] >= 0) w[l->global[dof] - l->first] = c < 3 ? 1 : square;
    }
  PetscCall(VecRestoreArray(*weights, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}
