/* edge_check.c: checks that elements for the edge of a part of shells are at its edge. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "part_checks.h"
#include "element_iterator.h"
#include "mesh/surface_edges.h"

/* Returns the part that a part bounds by a property of the kind PROP_EDGE, or NULL. */
static const char *bounded_part(const PartOptions *part)
{
  const ElementProp *props = part->kernel->type->props;

  for (int i = 0; props[i].name; i++)
    if (props[i].kind == PROP_EDGE) return part->property[i].of;
  return NULL;
}

/* Finds the nodes of a part on all ranks: on_part[nnodes]. */
static PetscErrorCode MarkNodes(Model model, const char part[], unsigned char on_part[])
{
  PetscFunctionBeginUser;
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; i < shape_nodes(it.block->kernel->shape); i++)
      if (!strcmp(it.block->part, part)) on_part[it.node[i]] = 1;
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, on_part, MPI_BOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether two nodes of a cell, or more, are on the part. */
static int touches(const Geometry *g, PetscInt cell, const unsigned char on_part[])
{
  int n = 0;

  for (int i = g->offset[cell]; i < g->offset[cell + 1]; i++) n += on_part[g->conn[i]];
  return n > 1;
}

/* Sets how the cells of this rank count: those of the part of shells that is bounded, those of
   other shells, and the lines of the part that bounds it. */
static void set_kinds(Model model, const char bounded[], const char part[],
                      const unsigned char on_part[], EdgeKind kind[])
{
  for (int c = 0; c < model->mesh->g.ncells; c++) kind[c] = EDGE_NONE;
  for (PetscInt k = 0; k < model->nparts; k++) {
    const Block *b   = &model->block[k];
    const int    own = !strcmp(b->part, bounded);

    for (PetscInt e = 0; e < b->ncells; e++)
      if (!touches(&model->mesh->g, b->cells[e], on_part)) continue;
      else if (!strcmp(b->part, part)) kind[b->cells[e]] = EDGE_LINE;
      else if (own) kind[b->cells[e]] = EDGE_SURFACE;
      else if (b->kernel->type->edge && kind[b->cells[e]] == EDGE_NONE)
        kind[b->cells[e]] = EDGE_OTHER;
  }
}

static PetscErrorCode CheckEdge(Model model, const char bounded[], const char part[])
{
  PetscReal       x[3] = {0, 0, 0};
  int             own = 0, other = 0;
  PetscBool       bad = PETSC_FALSE;
  unsigned char  *on_part;
  EdgeKind       *kind;
  SurfaceEdgeList edges;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->mesh->g.nnodes, &on_part));
  PetscCall(PetscMalloc1(model->mesh->g.ncells, &kind));
  PetscCall(MarkNodes(model, part, on_part));
  set_kinds(model, bounded, part, on_part, kind);
  PetscCall(SurfaceEdgesFind(model->mesh, kind, &edges));
  PetscCall(PetscFree(kind));
  PetscCall(PetscFree(on_part));
  for (int k = 0; k < edges.n && !bad; k++) {
    const SurfaceEdge *edge = &edges.at[k];

    if (!edge->count[EDGE_LINE]) continue;
    own   = edge->count[EDGE_SURFACE];
    other = edge->count[EDGE_OTHER];
    bad   = (PetscBool)(own != 1 || other != 0);
    PetscCall(PetscArraycpy(x, edge->x, 3));
  }
  PetscCall(SurfaceEdgesDestroy(&edges));
  PetscCall(CheckAllRanks(
    model->comm, bad,
    "-part_%s_of %s: the line at (%.6g, %.6g, %.6g) is not at the edge of that part, because %d of "
    "its cells and %d of other shells meet there; give -part_%s_set lines with one cell of '%s'",
    part, bounded, (double)x[0], (double)x[1], (double)x[2], own, other, part, bounded));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PartEdgesCheck(Model model, PetscInt n, const PartOptions parts[])
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) {
    const char *bounded = bounded_part(&parts[k]);

    if (bounded) PetscCall(CheckEdge(model, bounded, parts[k].name));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
