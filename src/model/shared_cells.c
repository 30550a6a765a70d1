/* shared_cells.c: warns of cells that belong to two parts with stiffness. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "shared_cells.h"

/* The cells of this rank that two structural parts share. */
typedef struct {
  PetscInt n;
  int      first; /* the first of these cells */
  PetscInt block[2];
} SharedCells;

/* part_of[ncells]: work array. */
static SharedCells find_shared_cells(Model model, PetscInt part_of[])
{
  SharedCells shared = {.first = -1};

  for (int c = 0; c < model->mesh->g.ncells; c++) part_of[c] = -1;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b = &model->block[k];

    /* only structural elements have a scale */
    for (PetscInt e = 0; e < b->ncells && b->kernel->type->scale; e++) {
      PetscInt *part = &part_of[b->cells[e]];

      if (*part >= 0) {
        if (!shared.n++) {
          shared.first    = (int)b->cells[e];
          shared.block[0] = *part;
          shared.block[1] = k;
        }
      } else *part = k;
    }
  }
  return shared;
}

PetscErrorCode ModelWarnSharedCells(Model model)
{
  double      x[3] = {0, 0, 0};
  SharedCells shared;
  PetscInt   *part_of, n;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.ncells, &part_of));
  shared = find_shared_cells(model, part_of);
  PetscCall(PetscFree(part_of));
  PetscCallMPI(MPIU_Allreduce(&shared.n, &n, 1, MPIU_INT, MPI_SUM, model->comm));
  if (!n) PetscFunctionReturn(PETSC_SUCCESS);
  if (shared.n) geometry_cell_center(&model->mesh->g, shared.first, x);
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(shared.n > 0),
    "%" PetscInt_FMT " cell%s in two parts with stiffness: '%s' and '%s' share the cell at (%.6g, "
    "%.6g, %.6g), where both act; give the parts sets or places without common cells "
    "(-part_%s_set)",
    n, n == 1 ? " is" : "s are", model->block[shared.block[0]].part,
    model->block[shared.block[1]].part, x[0], x[1], x[2], model->block[shared.block[1]].part));
  PetscFunctionReturn(PETSC_SUCCESS);
}
