/* open_nodes.c: finds the nodes that may lie on other cells without being joined to them.

   Only a few nodes of a model of surfaces are open. Each rank sends them to the ranks whose boxes
   of cells have them inside. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/vector.h"
#include "mesh/distributed/sparse_exchange.h"
#include "model/parts/element_iterator.h"
#include "node_marks.h"
#include "open_nodes.h"

/* Sets border[nnodes] to 0 for the nodes around which surfaces close a ring. Each neighbor of such
   a node occurs in two surfaces, so that the exclusive or of the hashes of the neighbors is 0. */
static PetscErrorCode MarkBorders(Model model, PetscInt border[])
{
  const Geometry *g = &model->mesh->g;

  PetscFunctionBeginUser;
  PetscCall(PetscArrayzero(border, g->nnodes));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int nn = shape_nodes(it.block->kernel->shape);

    if (shape_dimension(it.block->kernel->shape) != 2) continue;
    for (int i = 0; i < nn; i++) {
      const int64_t after  = g->node_number[it.node[(i + 1) % nn]],
                    before = g->node_number[it.node[(i + nn - 1) % nn]];

      border[it.node[i]] ^= (PetscInt)(((uint64_t)after + 1) * 0x9E3779B97F4A7C15u >> 33) ^
                            (PetscInt)(((uint64_t)before + 1) * 0x9E3779B97F4A7C15u >> 33);
    }
  }
  PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, border, MPI_BXOR));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_open(unsigned char marks, PetscInt border)
{
  if (marks & (NODE_TIED | NODE_SUPPORTED | NODE_APART)) return PETSC_FALSE;
  if (marks & NODE_IN_ELEMENT) return (PetscBool)((marks & NODE_IN_LINE) || border);
  return (PetscBool)((marks & NODE_IN_POINT) && !(marks & NODE_IN_JOINT));
}

PetscBool block_has_extent(const Block *b)
{
  return (PetscBool)(b->kernel->type->scale && shape_dimension(b->kernel->shape) > 0);
}

/* Finds the box [6] around the cells of this rank, with the distances in which nodes are near: the
   smallest coordinates, then the largest ones, negative. */
static void box_of_cells(Model model, double box[6])
{
  for (int k = 0; k < 6; k++) box[k] = PETSC_INFINITY;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    CellPlace place;

    if (!block_has_extent(it.block)) continue;
    place = cell_place(&model->mesh->g, (int)it.block->cells[it.element]);
    for (int i = 0; i < place.nn; i++)
      for (int c = 0; c < 3; c++) {
        const double more = TOUCHING_DISTANCE * place.size + 2 * norm(place.rise);

        box[c]     = fmin(box[c], place.x[i][c] - more);
        box[3 + c] = fmin(box[3 + c], -place.x[i][c] - more);
      }
  }
}

PetscErrorCode OpenNodesExchange(Model model, const unsigned char marks[], PetscInt *n,
                                 OpenNode **nodes)
{
  const Geometry *g = &model->mesh->g;
  double          box[6], *boxes;
  PetscMPIInt     size, rank, nto = 0, *to;
  PetscInt       *first, count = 0, capacity = 0;
  PetscInt       *border;
  OpenNode       *sent = NULL;
  MPI_Datatype    type;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  PetscCall(PetscMalloc3(6 * (size_t)size, &boxes, size, &to, size + 1, &first));
  PetscCall(PetscMalloc1(g->nnodes, &border));
  PetscCall(MarkBorders(model, border));
  box_of_cells(model, box);
  PetscCallMPI(MPI_Allgather(box, 6, MPI_DOUBLE, boxes, 6, MPI_DOUBLE, model->comm));
  for (PetscMPIInt r = 0; r < size; r++) {
    const double  *b     = boxes + 6 * r;
    const PetscInt start = count;

    for (int i = 0; i < g->nnodes; i++) {
      const double *x = g->x[i];

      if (!model->mesh->owned[i] || !is_open(marks[i], border[i])) continue;
      if (x[0] < b[0] || x[1] < b[1] || x[2] < b[2]) continue;
      if (-x[0] < b[3] || -x[1] < b[4] || -x[2] < b[5]) continue;
      if (count == capacity) {
        capacity = 2 * capacity + 64;
        PetscCall(PetscRealloc((size_t)capacity * sizeof *sent, &sent));
      }
      sent[count] =
        (OpenNode){.number     = g->node_number[i],
                   .node       = i,
                   .rank       = rank,
                   .components = model->layout.components[i] & DISPLACEMENTS,
                   .coincides  = !(marks[i] & NODE_IN_JOINT) && marks[i] & NODE_IN_ELEMENT};
      memcpy(sent[count++].x, x, sizeof sent->x);
    }
    if (count == start) continue;
    to[nto]      = r;
    first[nto++] = start;
  }
  first[nto] = count;
  PetscCallMPI(MPI_Type_contiguous(sizeof *sent, MPI_BYTE, &type));
  PetscCallMPI(MPI_Type_commit(&type));
  PetscCall(SparseExchange(model->comm, type, nto, to, first, sent, n, nodes));
  PetscCallMPI(MPI_Type_free(&type));
  PetscCall(PetscFree(border));
  PetscCall(PetscFree(sent));
  PetscCall(PetscFree3(boxes, to, first));
  PetscFunctionReturn(PETSC_SUCCESS);
}
