/* load_vector.c: keeps the entries of a vector of forces that are not 0 as those of a load. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "placed_load.h"

/* Sets load->n, at and force to the nonzero entries of this rank's part of a global vector. */
static PetscErrorCode CompressLoad(Vec global, Load *load)
{
  const PetscScalar *f;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(global, &n));
  PetscCall(VecGetArrayRead(global, &f));
  for (PetscInt i = 0; i < n; i++) load->n += f[i] != 0;
  PetscCall(PetscMalloc2(load->n, &load->at, load->n, &load->force));
  for (PetscInt i = 0, k = 0; i < n; i++)
    if (f[i] != 0) {
      load->at[k]      = i;
      load->force[k++] = f[i];
    }
  PetscCall(VecRestoreArrayRead(global, &f));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets load->nsupport_dofs, support_dof and support_force to the nonzero entries of supported dofs
   in f, the array of a local vector. */
static PetscErrorCode CompressSupportForces(const Layout *l, const PetscScalar f[], Load *load)
{
  PetscFunctionBeginUser;
  for (PetscInt h = 0; h < l->nsupport_dofs; h++)
    load->nsupport_dofs += f[l->support_dof[h].dof] != 0;
  PetscCall(PetscMalloc2(load->nsupport_dofs, &load->support_dof, load->nsupport_dofs,
                         &load->support_force));
  for (PetscInt h = 0, k = 0; h < l->nsupport_dofs; h++)
    if (f[l->support_dof[h].dof] != 0) {
      load->support_dof[k]     = l->support_dof[h].dof;
      load->support_force[k++] = f[l->support_dof[h].dof];
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadKeepForces(Model model, Vec local, PetscScalar **f, Load *load)
{
  Vec global;

  PetscFunctionBeginUser;
  PetscCall(CompressSupportForces(&model->layout, *f, load));
  PetscCall(VecRestoreArray(local, f));
  PetscCall(DMGetGlobalVector(model->mesh->dm, &global));
  PetscCall(VecZeroEntries(global));
  PetscCall(DMLocalToGlobalBegin(model->mesh->dm, local, ADD_VALUES, global));
  PetscCall(DMLocalToGlobalEnd(model->mesh->dm, local, ADD_VALUES, global));
  PetscCall(CompressLoad(global, load));
  PetscCall(DMRestoreGlobalVector(model->mesh->dm, &global));
  PetscFunctionReturn(PETSC_SUCCESS);
}
