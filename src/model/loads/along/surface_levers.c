/* surface_levers.c: implements the levers by which a load on a curved surface acts on nodes of
   shells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "element/element.h"
#include "model/parts/block.h"
#include "model/parts/element_iterator.h"
#include "surface_levers.h"

PetscBool surface_levers_act(Model model, const PlacedLoad *placed)
{
  PetscBool has = PETSC_FALSE;

  if (placed->options->kind != LOAD_TRACTION || placed->is_moving || !(placed->cells & 1 << 2))
    return PETSC_FALSE;
  for (PetscInt k = 0; k < model->nparts; k++)
    has = (PetscBool)(has || model->block[k].kernel->type->area_load);
  return has;
}

/* Computes the mean load per area of a cell [N/m2]. */
static void mean_load(const PlacedLoad *placed, int cell, Shape shape, const double x[][3],
                      double load[3])
{
  double N[ELEMENT_MAX_NODES], sum = 0;

  placed_load_node_weights(placed, cell, shape, x, N);
  for (int i = 0; i < shape_nodes(shape); i++) sum += N[i];
  for (int c = 0; c < 3; c++) load[c] = sum / shape_size(shape, x) * placed->options->value[c];
}

/* Adds the forces and levers of a load per area on an element. */
static void add_element(Model model, const ElementIterator *it, const double load[3],
                        Levers levers[], PetscScalar f[])
{
  const ElementKernel *kernel = it->block->kernel;
  double               x[ELEMENT_MAX_NODES][3], force[ELEMENT_MAX_NODES][3];
  double               lever[ELEMENT_MAX_NODES][9];

  geometry_cell_coordinates(&model->mesh->g, (int)it->block->cells[it->element], x);
  kernel->type->area_load(kernel, (const double(*)[3])x,
                          it->block->data + (size_t)it->element * (size_t)kernel->ndata, load,
                          force, lever);
  for (int i = 0; i < shape_nodes(kernel->shape); i++) {
    for (int c = 0; c < 3; c++) {
      const PetscInt dof = model->layout.dof[COMPONENTS * it->node[i] + c];

      if (dof >= 0) f[dof] += force[i][c];
    }
    for (int k = 0; k < 9; k++) {
      levers[it->node[i]].sum[k] += lever[i][k];
      levers[it->node[i]].size += PetscAbsReal(lever[i][k]);
    }
  }
}

PetscBool surface_levers_add(Model model, const PlacedLoad *placed, Levers levers[],
                             PetscScalar f[])
{
  const Geometry *g   = &model->mesh->g;
  PetscBool       any = PETSC_FALSE;

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const Shape shape = it.block->kernel->shape;
    const int   cell  = (int)it.block->cells[it.element];
    double      x[ELEMENT_MAX_NODES][3], load[3];

    if (!it.block->kernel->type->area_load || !placed_load_acts_on_cell(g, placed, cell)) continue;
    any = PETSC_TRUE;
    geometry_cell_coordinates(g, cell, x);
    mean_load(placed, cell, shape, (const double(*)[3])x, load);
    add_element(model, &it, load, levers, f);
  }
  return any;
}

PetscErrorCode SurfaceLeversAddWeight(Model model, Levers levers[], PetscScalar f[])
{
  double M[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS], C[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS],
    K[ELEMENT_MAX_DOFS * ELEMENT_MAX_DOFS];

  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const Block *b    = it.block;
    double       mass = 0, x[ELEMENT_MAX_NODES][3], load[3];

    if (!b->kernel->type->area_load) continue;
    PetscCall(ElementLinearPart(model, b, it.element, M, C, K));
    for (PetscInt i = 0; i < b->nd; i += b->kernel->nc)
      for (PetscInt j = 0; j < b->nd; j += b->kernel->nc) mass += M[i * b->nd + j];
    geometry_cell_coordinates(&model->mesh->g, (int)b->cells[it.element], x);
    mass /= shape_size(b->kernel->shape, (const double(*)[3])x);
    for (int c = 0; c < 3; c++) load[c] = mass * model->gravity.acceleration[c];
    add_element(model, &it, load, levers, f);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
