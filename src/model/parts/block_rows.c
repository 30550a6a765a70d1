/* block_rows.c: finds out whether the free dofs of nodes form blocks of matrix rows.

   Blocks have 6 rows if the components of each node are all free or all missing. They have 3 rows
   if this is true of displacements and rotations separately. Examples are supports that fix points,
   and models of trusses. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

/* Returns whether bs components of a node are rows from a multiple of bs on, or not rows at all. */
static PetscBool is_row_block(const Layout *l, const PetscInt dof[], PetscInt bs)
{
  const PetscInt first = dof[0] < 0 ? -1 : l->global[dof[0]];

  if (first >= 0 && first % bs) return PETSC_FALSE;
  for (PetscInt c = 0; c < bs; c++) {
    const PetscInt row = dof[c] < 0 ? -1 : l->global[dof[c]];

    if (row != (first < 0 ? -1 : first + c)) return PETSC_FALSE;
  }
  return PETSC_TRUE;
}

static PetscBool all_row_blocks(Model model, PetscInt bs)
{
  const Layout *l = &model->layout;

  for (PetscInt k = 0; k < model->nblocks; k++)
    if (model->block[k].kernel->nc % bs) return PETSC_FALSE;
  for (int i = 0; i < model->mesh->g.nnodes; i++)
    for (PetscInt c = 0; c < COMPONENTS; c += bs)
      if (!is_row_block(l, l->dof + COMPONENTS * i + c, bs)) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode ModelRowBlockSize(Model model, PetscInt *bs)
{
  enum { WHOLE, HALF, SIZES };
  static const PetscInt sizes[SIZES] = {[WHOLE] = COMPONENTS, [HALF] = COMPONENTS / 2};
  int                   fits[SIZES];

  PetscFunctionBeginUser;
  for (int k = 0; k < SIZES; k++)
    fits[k] = !model->layout.nmultipliers && all_row_blocks(model, sizes[k]);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, fits, SIZES, MPI_INT, MPI_LAND, model->comm));
  *bs = fits[WHOLE] ? sizes[WHOLE] : fits[HALF] ? sizes[HALF] : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
