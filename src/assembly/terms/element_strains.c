/* element_strains.c: computes the strains of this rank's nonlinear elements in one array.

   The order is block by block and element by element, for kernels with ElementKernel.strains. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "terms.h"

enum {
  MAX_STRAINS = ELEMENT_MAX_DOFS - 6
}; /* the strains of an element do not change in its 6 rigid motions */

static PetscBool has_strains(Model model, const Block *b)
{
  return (PetscBool)(BlockIsNonlinear(model, b) && b->kernel->type->strains);
}

const double *BlockStrains(Model model, const Block *block, const double strain[])
{
  if (!strain || !has_strains(model, block)) return NULL;
  for (const Block *b = model->block; b < block; b++)
    if (has_strains(model, b)) strain += (size_t)b->ncells * (size_t)b->kernel->nstrain;
  return strain;
}

PetscErrorCode StrainsCreate(Model model, Vec *strain)
{
  PetscInt   n = 0;
  PetscInt64 all;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < model->nblocks; k++)
    if (has_strains(model, &model->block[k]))
      n += model->block[k].ncells * model->block[k].kernel->nstrain;
  all = n;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &all, 1, MPIU_INT64, MPI_SUM, model->comm));
  *strain = NULL;
  if (all) PetscCall(VecCreateMPI(model->comm, n, PETSC_DETERMINE, strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StrainsFill(const Evaluation *ev, Vec strain)
{
  const Model  model = AssemblyModel(ev->assembly);
  PetscScalar *at;

  PetscFunctionBeginUser;
  PetscCall(VecGetArrayWrite(strain, &at));
  for (PetscInt k = 0, i = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    if (!has_strains(model, b)) continue;
    PetscCall(PetscLogEventBegin(b->event, 0, 0, 0, 0));
    for (PetscInt e = 0; e < b->ncells; e += LANES) {
      ElementGroup   group;
      const PetscInt n = BlockGatherGroup(model, b, e, ev->nodes, ev->gravity, NULL, &group);
      Lanes          own[MAX_STRAINS];

      b->kernel->type->strains(&group, own);
      for (int l = 0; l < n; l++)
        for (int c = 0; c < b->kernel->nstrain; c++) at[i++] = own[c][l];
    }
    PetscCall(PetscLogEventEnd(b->event, 0, 0, 0, 0));
  }
  PetscCall(VecRestoreArrayWrite(strain, &at));
  PetscFunctionReturn(PETSC_SUCCESS);
}
