/* patch_nodes.c: finds the nodes of surfaces that have patches, and the fits of these patches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "model/parts/element_iterator.h"
#include "patch_nodes.h"

PetscBool surface_cell(Model model, const Block *b, PetscInt element, SurfaceCell *c)
{
  const Geometry *g    = &model->mesh->g;
  const PetscInt  cell = b->cells[element];

  if (!b->kernel->type->recovered) return PETSC_FALSE;
  c->node = g->conn + g->offset[cell];
  c->nn   = geometry_cell_coordinates(g, (int)cell, c->x);
  for (int k = 0; k < 3; k++) {
    c->middle[k] = 0;
    for (int i = 0; i < c->nn; i++) c->middle[k] += c->x[i][k] / c->nn;
  }
  b->kernel->type->surface_axes(b->kernel, (const double(*)[3])c->x,
                                b->data + (size_t)element * (size_t)b->kernel->ndata, c->axes);
  cross(c->axes[0], c->axes[1], c->normal);
  return PETSC_TRUE;
}

void tangent_place(const double tangents[2][3], const double origin[3], const double x[3],
                   double place[2])
{
  for (int d = 0; d < 2; d++) {
    place[d] = 0;
    for (int k = 0; k < 3; k++) place[d] += tangents[d][k] * (x[k] - origin[k]);
  }
}

PetscErrorCode CombineNodes(Model model, int n, void *values, MPI_Op op)
{
  MPI_Datatype unit;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_contiguous(n, MPI_DOUBLE, &unit));
  PetscCallMPI(MPI_Type_commit(&unit));
  PetscCall(MeshCombineNodes(model->mesh, unit, values, op));
  PetscCallMPI(MPI_Type_free(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the mean normals of the nodes; 0 at nodes without surfaces. */
static PetscErrorCode SetNormals(Model model, PatchNode node[])
{
  const PetscInt nnodes = model->mesh->g.nnodes;
  double(*normal)[3];
  SurfaceCell c;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(nnodes, &normal));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; surface_cell(model, it.block, it.element, &c) && i < c.nn; i++)
      for (int k = 0; k < 3; k++) normal[c.node[i]][k] += c.normal[k];
  PetscCall(CombineNodes(model, 3, normal, MPI_SUM));
  for (PetscInt i = 0; i < nnodes; i++) {
    if (norm(normal[i]) > 0) normalize(normal[i]);
    memcpy(node[i].normal, normal[i], sizeof normal[i]);
  }
  PetscCall(PetscFree(normal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* NodeFacts - Facts about a node that decide whether it has a patch. The ranks keep the largest. */
typedef struct {
  double part, other; /* numbers of the parts of its lines and surfaces, and negative numbers */
  double kink;        /* negative cosine of an angle between a normal and the mean */
  double held;        /* whether a support holds the node in another way than its neighbors */
} NodeFacts;

/* Returns whether the elements of two blocks are alike: those of one part, or of two parts with the
   same type and properties. */
static PetscBool are_alike(const Block *a, const Block *b)
{
  if (!strcmp(a->part, b->part)) return PETSC_TRUE;
  return (PetscBool)(!strcmp(a->kernel->name, b->kernel->name) && !a->varying && !b->varying &&
                     !memcmp(a->prop, b->prop, sizeof a->prop));
}

/* Returns the number of the first block whose elements are like those of a block. */
static double number_of_part(Model model, const Block *b)
{
  PetscInt k = 0;

  while (!are_alike(&model->block[k], b)) k++;
  return (double)k;
}

/* Adds what an element says about its nodes. */
static void add_facts(Model model, const PatchNode node[], const ElementIterator *it,
                      NodeFacts facts[])
{
  const double         part = number_of_part(model, it->block);
  const unsigned char *held = model->layout.supported;
  const int            nn   = shape_nodes(it->block->kernel->shape);
  int                  all  = ~0;
  SurfaceCell          c;
  const PetscBool      surface = surface_cell(model, it->block, it->element, &c);

  for (int i = 0; i < nn; i++) all &= held[it->node[i]];
  for (int i = 0; i < nn; i++) {
    NodeFacts *to = &facts[it->node[i]];

    to->part  = fmax(to->part, part);
    to->other = fmax(to->other, -part);
    if (!surface) continue;
    to->kink = fmax(to->kink, -dot(c.normal, node[it->node[i]].normal));
    if (held[it->node[i]] & ~all) to->held = 1;
  }
}

/* Finds the nodes at which the surface is smooth. */
static PetscErrorCode FindSmooth(Model model, PatchNode node[])
{
  const PetscInt nnodes = model->mesh->g.nnodes;
  const double   kink   = 1e-12 - cos(model->shell_kink); /* with the round-off of a plane */
  NodeFacts     *facts;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(nnodes, &facts));
  for (PetscInt i = 0; i < nnodes; i++)
    facts[i] = (NodeFacts){.part = -INFINITY, .other = -INFINITY, .kink = -1};
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    if (shape_dimension(it.block->kernel->shape)) add_facts(model, node, &it, facts);
  PetscCall(CombineNodes(model, sizeof(NodeFacts) / sizeof(double), facts, MPI_MAX));
  for (PetscInt i = 0; i < nnodes; i++)
    node[i].smooth = (PetscBool)(facts[i].part == -facts[i].other && facts[i].kink < kink &&
                                 facts[i].held == 0 && norm(node[i].normal) > 0);
  PetscCall(PetscFree(facts));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the fits of the patches of smooth nodes. */
static PetscErrorCode SetFits(Model model, PatchNode node[])
{
  const PetscInt nnodes = model->mesh->g.nnodes;
  PatchPlaces   *places;
  SurfaceCell    c;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(nnodes, &places));
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; surface_cell(model, it.block, it.element, &c) && i < c.nn; i++) {
      double tangents[2][3], corner[ELEMENT_MAX_NODES][2];

      if (!node[c.node[i]].smooth) continue;
      patch_tangents(node[c.node[i]].normal, tangents);
      for (int k = 0; k < c.nn; k++)
        tangent_place((const double(*)[3])tangents, c.x[i], c.x[k], corner[k]);
      patch_add_place(c.nn, (const double(*)[2])corner, &places[c.node[i]]);
    }
  PetscCall(CombineNodes(model, sizeof(PatchPlaces) / sizeof(double), places, MPI_SUM));
  for (PetscInt i = 0; i < nnodes; i++)
    if (node[i].smooth) patch_fit(&places[i], &node[i].fit);
  PetscCall(PetscFree(places));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PatchNodesCreate(Model model, PatchNode **out)
{
  PatchNode *node;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &node));
  PetscCall(SetNormals(model, node));
  PetscCall(FindSmooth(model, node));
  PetscCall(SetFits(model, node));
  *out = node;
  PetscFunctionReturn(PETSC_SUCCESS);
}
