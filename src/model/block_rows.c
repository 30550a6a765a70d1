/* block_rows.c: whether the free dofs of nodes make up blocks of rows, so that matrices can store blocks: of 6 where all nodes have all
   displacements and rotations, or none; of 3 where displacements and rotations are each all free or none, as with supports
   that hold points, or in models of trusses and membranes. */
#include "model/model.h"

/* Whether the rows of bs components of a node are a block: bs in a row from a multiple of bs on, or none. */
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
