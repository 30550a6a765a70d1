/* node_marks.c: determines what is at each node: elements, joints, supports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "node_marks.h"
#include "math/vector.h"
#include "mesh/mesh.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/parts/element_iterator.h"
#include "model/sliders/sliders.h"

PetscErrorCode NamedSetsFind(Mesh mesh, const char option[], const char names[], NamedSets *sets)
{
  int    n;
  char **name;

  PetscFunctionBeginUser;
  *sets = (NamedSets){.n = 0};
  if (!names) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscStrToArray(names, ',', &n, &name));
  PetscCall(PetscMalloc1(n, &sets->set));
  sets->n = n;
  for (int k = 0; k < n; k++) PetscCall(MeshFindSet(mesh, option, name[k], &sets->set[k]));
  PetscCall(PetscStrToArrayDestroy(n, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool cell_is_named(const Geometry *g, int cell, const NamedSets *sets)
{
  for (PetscInt k = 0; k < sets->n; k++)
    if (geometry_cell_in_set(g, cell, (int)sets->set[k])) return PETSC_TRUE;
  return PETSC_FALSE;
}

int best_set(const Geometry *g, int list)
{
  const int *sets, n = set_lists_get(&g->lists, list, &sets);

  for (int k = 0; k < n; k++)
    if (strcmp(g->set_name[sets[k]], "all") && strcmp(g->set_name[sets[k]], SPLIT_OFF_SET))
      return sets[k];
  return -1;
}

const char *best_set_name(const Geometry *g, int list, const char otherwise[])
{
  const int set = best_set(g, list);

  return set < 0 ? otherwise : g->set_name[set];
}

static void mark_elements(Model model, unsigned char marks[])
{
  const Geometry *g = &model->mesh->g;

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const Shape shape = it.block->kernel->shape;
    const int   nn = shape_nodes(shape), dimension = shape_dimension(shape);
    int         bits = dimension == 0   ? NODE_IN_POINT
                       : dimension == 1 ? NODE_IN_ELEMENT | NODE_IN_LINE
                                        : NODE_IN_ELEMENT;

    if (nn == 2 && distance_between(g->x[it.node[0]], g->x[it.node[1]]) == 0) bits = NODE_IN_JOINT;
    for (int i = 0; i < nn; i++) marks[it.node[i]] |= (unsigned char)bits;
  }
}

static void mark_joints(Model model, unsigned char marks[])
{
  const Geometry *g = &model->mesh->g;

  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c)) {
    PetscInt  node[2];
    PetscBool tied = PETSC_TRUE;

    JointCellNodes(&c, node);
    if (node[0] >= 0 && !c.joint->of_tie)
      tied = (PetscBool)(distance_between(g->x[node[0]], g->x[node[1]]) > 0);
    for (int n = 0; n < 2; n++)
      if (node[n] >= 0) marks[node[n]] |= (unsigned char)(NODE_IN_JOINT | (tied ? NODE_TIED : 0));
  }
  for (PetscInt k = 0; model->sliders && k < model->sliders->n; k++)
    if (model->sliders->slider[k].node >= 0)
      marks[model->sliders->slider[k].node] |= NODE_IN_JOINT | NODE_TIED;
}

PetscErrorCode NodeMarksFind(Model model, const NamedSets *apart, unsigned char marks[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  for (int i = 0; i < g->nnodes; i++) {
    const int has       = model->layout.components[i] & DISPLACEMENTS,
              supported = model->layout.supported[i] & DISPLACEMENTS;

    marks[i] = has == supported ? NODE_SUPPORTED : 0;
    for (PetscInt k = 0; k < apart->n; k++)
      if (geometry_node_in_set(g, i, (int)apart->set[k])) marks[i] |= NODE_APART;
  }
  mark_elements(model, marks);
  mark_joints(model, marks);
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, marks, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}
