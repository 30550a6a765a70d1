/* element_strains.c: computes the strains of this rank's nonlinear elements in one array.

   The order is block by block and element by element, for kernels with ElementKernel.strains. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "assembly/terms/terms.h"
#include "element/element.h"
#include "model/parts/block.h"

/* A shell has 23 strains, more than its 18 motions that are not rigid. */
enum { MAX_STRAINS = ELEMENT_MAX_DOFS };

/* Newton's method predicts strains of elements that can turn without strain, such as beams. all: a
   vector has also the strains of other elements. */
static PetscBool has_strains(PetscBool all, const Block *b)
{
  return (PetscBool)(b->nonlinear && b->kernel->type->strains &&
                     (all || b->kernel->nc == COMPONENTS));
}

static PetscInt count_strains(Model model, PetscBool all)
{
  PetscInt n = 0;

  for (PetscInt k = 0; k < model->nblocks; k++)
    if (has_strains(all, &model->block[k]))
      n += model->block[k].ncells * model->block[k].kernel->nstrain;
  return n;
}

/* Whether a vector with n strains on this rank has those of all elements. If both kinds of vectors
   have the same size, they have the same strains. */
static PetscBool has_all(Model model, PetscInt n)
{
  return (PetscBool)(n == count_strains(model, PETSC_TRUE));
}

const double *BlockStrains(Model model, const Block *block, PetscInt n, const double strain[])
{
  const PetscBool all = has_all(model, n);

  if (!strain || !has_strains(all, block)) return NULL;
  for (const Block *b = model->block; b < block; b++)
    if (has_strains(all, b)) strain += (size_t)b->ncells * (size_t)b->kernel->nstrain;
  return strain;
}

PetscErrorCode StrainsCreate(Model model, PetscBool all, Vec *strain)
{
  const PetscInt n      = count_strains(model, all);
  PetscInt64     global = n;

  PetscFunctionBeginUser;
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &global, 1, MPIU_INT64, MPI_SUM, model->comm));
  *strain = NULL;
  if (global) PetscCall(VecCreateMPI(model->comm, n, PETSC_DETERMINE, strain));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StrainsFill(const Evaluation *ev, Vec strain)
{
  const Model  model = AssemblyModel(ev->assembly);
  PetscInt     size;
  PetscBool    all;
  PetscScalar *at;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(strain, &size));
  all = has_all(model, size);
  PetscCall(VecGetArrayWrite(strain, &at));
  for (PetscInt k = 0, i = 0; k < model->nblocks; k++) {
    const Block *b = &model->block[k];

    if (!has_strains(all, b)) continue;
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
