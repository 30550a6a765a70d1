/* line_load_forces.c: computes the forces of loads that come from between the nodes of beams at
   rest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/model.h"

PetscBool LineLoadHasInside(const Block *block)
{
  const ElementType *type = block->kernel->type;

  return (PetscBool)(type->has_line_loads && type->has_line_loads(block->kernel, block->prop));
}

PetscBool LineLoadHasInsideWeight(Model model, const Block *block)
{
  return (PetscBool)(model->linearize && LineLoadHasInside(block) && !BlockTraits(block).line_mass);
}

void LineLoadAtRest(Model model, const Block *block, PetscInt element, const ElementLineLoad *load,
                    double f[])
{
  const int   *conn = model->mesh->g.conn + model->mesh->g.offset[block->cells[element]];
  NodeState    node[ELEMENT_MAX_NODES];
  Lanes        r[ELEMENT_MAX_DOFS] = {{0}};
  ElementGroup group               = {.kernel = block->kernel, .prop = block->prop};

  if (!LineLoadHasInside(block)) return;
  for (int i = 0; i < shape_nodes(block->kernel->shape); i++) {
    node[i] = node_at_rest(model->mesh->g.x[conn[i]]);
    for (int k = 0; k < LANES; k++) group.node[i][k] = &node[i];
  }
  for (int k = 0; k < LANES; k++)
    group.data[k] = block->data + (size_t)element * (size_t)block->kernel->ndata;
  block->kernel->type->line_load(&group, load, NULL, r, NULL);
  for (PetscInt i = 0; i < block->nd; i++) f[i] -= r[i][0];
}
