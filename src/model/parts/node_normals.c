/* node_normals.c: computes the normals of smooth surfaces at nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "block.h"
#include "element_iterator.h"
#include "math/vector.h"

/* Whether the elements bend as plates: surfaces whose nodes rotate. */
static PetscBool has_directors(const ElementKernel *kernel)
{
  return (PetscBool)(kernel->nc == 6 &&
                     (kernel->shape == SHAPE_TRIANGLE || kernel->shape == SHAPE_QUADRILATERAL));
}

/* Computes the unit normal of an element at its node i, and returns the angle of its sides there.
   Returns 0 if the sides are in line. */
static double corner(int nn, const double x[][3], int i, double normal[3])
{
  /* Sine of the angle between sides in line. Files give coordinates with about seven digits, so
     that a smaller sine, and with it the direction of the normal, is rounding. */
  const double small = 1e-6;
  double       a[3], b[3], length;

  for (int c = 0; c < 3; c++) {
    a[c] = x[(i + 1) % nn][c] - x[i][c];
    b[c] = x[(i + nn - 1) % nn][c] - x[i][c];
  }
  cross(a, b, normal);
  length = norm(normal);
  if (!(length > small * norm(a) * norm(b))) return 0;
  for (int c = 0; c < 3; c++) normal[c] /= length;
  return atan2(length, dot(a, b));
}

/* Uses a corner, given by the number of its node, its angle and its normal. */
typedef void (*CornerAction)(int node, double angle, const double normal[3], double (*mean)[3],
                             double least[]);

/* Does something with each corner of this rank's elements. */
static void visit_corners(Model model, CornerAction act, double (*mean)[3], double least[])
{
  double x[ELEMENT_MAX_NODES][3], normal[3];

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int nn = shape_nodes(it.block->kernel->shape);

    if (!has_directors(it.block->kernel)) continue;
    geometry_cell_coordinates(&model->mesh->g, (int)it.block->cells[it.element], x);
    for (int i = 0; i < nn; i++) {
      const double angle = corner(nn, (const double(*)[3])x, i, normal);

      if (angle > 0) act(it.node[i], angle, normal, mean, least);
    }
  }
}

/* Adds a weighted normal to the sum that becomes the mean. */
static void add_normal(int node, double angle, const double normal[3], double (*mean)[3],
                       double least[])
{
  (void)least;
  for (int c = 0; c < 3; c++) mean[node][c] += angle * normal[c];
}

/* Lowers the smallest cosine of a normal and the mean. */
static void lower_cosine(int node, double angle, const double normal[3], double (*mean)[3],
                         double least[])
{
  (void)angle;
  least[node] = fmin(least[node], dot(normal, mean[node]));
}

PetscErrorCode NodeNormalsCreate(Model model, PetscReal kink, double (**out)[3])
{
  const Geometry *g       = &model->mesh->g;
  PetscBool       present = PETSC_FALSE;
  double(*mean)[3], *least;
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  *out = NULL;
  for (PetscInt k = 0; k < model->nparts; k++)
    present = (PetscBool)(present || has_directors(model->block[k].kernel));
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscCalloc1((size_t)g->nnodes, &mean));
  PetscCall(PetscMalloc1((size_t)g->nnodes, &least));
  visit_corners(model, add_normal, mean, least);
  PetscCallMPI(MPI_Type_contiguous(3, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, mean, MPI_SUM));
  PetscCallMPI(MPI_Type_free(&unit));
  for (int i = 0; i < g->nnodes; i++) {
    const double length = norm(mean[i]);

    for (int c = 0; c < 3 && length > 0; c++) mean[i][c] /= length;
    least[i] = 1;
  }
  visit_corners(model, lower_cosine, mean, least);
  PetscCall(MeshCombineNodes(model->mesh, MPI_DOUBLE, least, MPI_MIN));
  for (int i = 0; i < g->nnodes; i++)
    if (!(least[i] >= cos(kink))) memset(mean[i], 0, sizeof mean[i]);
  PetscCall(PetscFree(least));
  *out = mean;
  PetscFunctionReturn(PETSC_SUCCESS);
}
