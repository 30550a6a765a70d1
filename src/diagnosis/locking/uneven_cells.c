/* uneven_cells.c: finds how curved the cells of shells are, and how much their sizes differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "uneven_cells.h"
#include "assembly/results/surface_extremes.h"
#include "math/vector.h"
#include "model/parts/block.h"

/* Returns the place of a result among the values of an element, or -1. */
static int find_result(const ElementType *type, const char name[])
{
  int at = 0;

  for (const ElementResult *r = type->results; r && r->name; at += r++->count)
    if (!strcmp(r->name, name)) return at;
  return -1;
}

PetscBool shell_places(const Block *b, ShellPlaces *p)
{
  const ElementType *type = b->kernel->type;

  if (!type->recovered) return PETSC_FALSE;
  *p = (ShellPlaces){find_result(type, "membrane_force"), find_result(type, "bending_moment"),
                     find_result(type, "strain"), find_result(type, "curvature")};
  return (PetscBool)(p->force >= 0 && p->moment >= 0 && p->strain >= 0 && p->curvature >= 0);
}

double surface_product(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + 2 * a[2] * b[2];
}

/* Returns the thickness of a shell element. */
static double thickness(const UnevenCells *x, const Block *b, PetscInt element)
{
  double middle[ELEMENT_MAX_PROPS];

  return b->kernel->type->smooth_length(BlockDerivedProp(x->model, b, element, middle));
}

double uneven_curving(const UnevenCells *x, const Block *b, PetscInt element)
{
  double      most = 0;
  SurfaceCell c;

  if (!surface_cell(x->model, b, element, &c)) return 0;
  for (int i = 0; i < c.nn; i++) {
    const int        j = (i + 1) % c.nn;
    const PatchNode *a = &x->node[c.node[i]], *d = &x->node[c.node[j]];

    if (a->smooth && d->smooth)
      most = fmax(most, distance_between(a->normal, d->normal) * distance_between(c.x[i], c.x[j]));
  }
  return most / thickness(x, b, element);
}

/* Sums the areas of the cells at each node. */
static PetscErrorCode SumAreas(UnevenCells *x)
{
  ShellPlaces p;
  SurfaceCell c;

  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < x->model->nparts; k++) {
    const Block *b = &x->model->block[k];

    for (PetscInt e = 0; e < b->ncells && shell_places(b, &p); e++) {
      surface_cell(x->model, b, e, &c);
      for (int i = 0; i < c.nn; i++) {
        x->around[c.node[i]].area += shape_size(b->kernel->shape, (const double(*)[3])c.x);
        x->around[c.node[i]].ncells++;
      }
    }
  }
  PetscCall(CombineNodes(x->model, sizeof(CellsAround) / sizeof(double), x->around, MPI_SUM));
  PetscFunctionReturn(PETSC_SUCCESS);
}

double uneven_cell(const UnevenCells *x, const Block *b, PetscInt element)
{
  SurfaceCell c;
  double      mean = 0;

  if (!surface_cell(x->model, b, element, &c)) return 0;
  for (int i = 0; i < c.nn; i++) {
    const CellsAround *around = &x->around[c.node[i]];

    mean += around->area / around->ncells / c.nn;
  }
  return shape_size(b->kernel->shape, (const double(*)[3])c.x) / mean - 1;
}

PetscErrorCode UnevenCellsCreate(Model model, double least, UnevenCells *x, PetscBool *curved)
{
  ShellPlaces p;

  PetscFunctionBeginUser;
  x->model = model;
  PetscCall(PatchNodesCreate(model, &x->node));
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &x->around));
  *curved = PETSC_FALSE;
  for (PetscInt k = 0; k < model->nparts; k++)
    for (PetscInt e = 0; e < model->block[k].ncells && shell_places(&model->block[k], &p); e++)
      if (!*curved) *curved = (PetscBool)(uneven_curving(x, &model->block[k], e) > least);
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, curved, 1, MPIU_BOOL, MPI_LOR, model->comm));
  if (*curved) PetscCall(SumAreas(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UnevenCellsDestroy(UnevenCells *x)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(x->node));
  PetscCall(PetscFree(x->around));
  PetscFunctionReturn(PETSC_SUCCESS);
}
