/* node_marks.c: finds what is at each node: elements, joints, supports, or cells to which it is
   not joined. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "node_marks.h"
#include "math/vector.h"
#include "mesh/mesh.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/parts/element_iterator.h"
#include "model/sliders/sliders.h"
#include "mesh/distributed/sparse_exchange.h"
#include "element/element.h"

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

const char *node_name(Model model, int node)
{
  const Geometry *g    = &model->mesh->g;
  const char     *part = "the mesh";

  if (best_set(g, g->node_sets[node]) >= 0) return best_set_name(g, g->node_sets[node], part);
  for (ElementIterator it = PartElements(model); NextElement(&it);)
    for (int i = 0; i < shape_nodes(it.block->kernel->shape); i++)
      if (it.node[i] == node) return it.block->part;
  return part;
}

static void mark_elements(Model model, unsigned char marks[])
{
  const Geometry *g = &model->mesh->g;

  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const Shape shape = it.block->kernel->shape;
    const int   nn = shape_nodes(shape), dimension = shape_dimension(shape);
    int         bits = dimension == 0   ? NODE_IN_POINT
                       : dimension == 1 ? NODE_IN_ELEMENT | NODE_IN_LINE
                                        : NODE_IN_ELEMENT | NODE_IN_SURFACE;

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

/* ---- open nodes ------------------------------------------------------------------------------ */

/* Boxes of cells in which open nodes may be: by OpenNode.inside, and for free ends. */
enum { OF_ENDS = 2, BOXES };

/* Finds the nodes that may lie on other cells without being joined to them.

   Only a few nodes of a model of surfaces are open. Each rank sends them to the ranks whose
   boxes of cells have them inside. */

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

static PetscBool is_inside(unsigned char marks, PetscInt border)
{
  return (PetscBool)((marks & NODE_IN_SURFACE) && !(marks & NODE_IN_LINE) && !border);
}

static PetscBool is_open(unsigned char marks)
{
  if (marks & (NODE_TIED | NODE_SUPPORTED | NODE_APART)) return PETSC_FALSE;
  if (marks & NODE_IN_ELEMENT) return PETSC_TRUE;
  return (PetscBool)((marks & NODE_IN_POINT) && !(marks & NODE_IN_JOINT));
}

PetscBool block_has_extent(const Block *b)
{
  return (PetscBool)(b->kernel->type->scale && shape_dimension(b->kernel->shape) > 0);
}

PetscBool lies_in_surface(const Geometry *g, int cell, const unsigned char marks[])
{
  int n = 0;

  if (shape_dimension((Shape)g->shape[cell]) != 1) return PETSC_FALSE;
  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++) {
    if (marks[g->conn[k]] & (NODE_TIED | NODE_APART)) return PETSC_FALSE;
    n += (marks[g->conn[k]] & NODE_IN_SURFACE) != 0;
  }
  return (PetscBool)(n > 1);
}

PetscErrorCode FreeEndsFind(Model model, const unsigned char marks[], double length[])
{
  const Geometry *g = &model->mesh->g;
  PetscInt       *degree; /* number of elements with an extent, or more */

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->nnodes, &degree));
  PetscCall(PetscArrayzero(length, g->nnodes));
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int nn = shape_nodes(it.block->kernel->shape);

    for (int i = 0; i < nn && nn > 1; i++) {
      const PetscBool end = (PetscBool)(block_has_extent(it.block) && i < 2 &&
                                        shape_dimension(it.block->kernel->shape) == 1);

      degree[it.node[i]] += end ? 1 : 2;
      length[it.node[i]] += distance_between(g->x[it.node[0]], g->x[it.node[1]]);
    }
  }
  for (int i = 0; i < g->nnodes; i++)
    if (model->layout.supported[i] & DISPLACEMENTS || !is_open(marks[i]) ||
        marks[i] & (NODE_IN_JOINT | NODE_IN_SURFACE))
      degree[i] += 2;
  PetscCall(MeshCombineNodes(model->mesh, MPIU_INT, degree, MPI_SUM));
  PetscCall(MeshCombineNodes(model->mesh, MPI_DOUBLE, length, MPI_SUM));
  for (int i = 0; i < g->nnodes; i++)
    if (degree[i] != 1) length[i] = 0;
  PetscCall(PetscFree(degree));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Enlarges a box so that it has a cell, with a distance in which nodes are near: a part of the size
   of the cell. */
static void enlarge_box(const CellPlace *place, double part, double box[6])
{
  const double more = part * place->size + 2 * norm(place->rise);

  for (int i = 0; i < place->nn; i++)
    for (int c = 0; c < 3; c++) {
      box[c]     = fmin(box[c], place->x[i][c] - more);
      box[3 + c] = fmin(box[3 + c], -place->x[i][c] - more);
    }
}

/* Finds the box around the cells of this rank, that around its lines that lie in surfaces, and that
   of its cells with the distance of free ends: the smallest coordinates, then the largest ones,
   negative. */
static void boxes_of_cells(Model model, const unsigned char marks[], double box[BOXES][6])
{
  for (int k = 0; k < BOXES * 6; k++) box[k / 6][k % 6] = PETSC_INFINITY;
  for (ElementIterator it = PartElements(model); NextElement(&it);) {
    const int cell = (int)it.block->cells[it.element];
    CellPlace place;

    if (!block_has_extent(it.block)) continue;
    place = cell_place(&model->mesh->g, cell);
    enlarge_box(&place, TOUCHING_DISTANCE, box[0]);
    if (lies_in_surface(&model->mesh->g, cell, marks))
      enlarge_box(&place, TOUCHING_DISTANCE, box[1]);
    enlarge_box(&place, NEAR_CELL, box[OF_ENDS]);
  }
}

/* Returns whether a box has a point inside. */
static PetscBool box_has(const double box[6], const double x[3])
{
  for (int c = 0; c < 3; c++)
    if (x[c] < box[c] || -x[c] < box[3 + c]) return PETSC_FALSE;
  return PETSC_TRUE;
}

PetscErrorCode OpenNodesExchange(Model model, const unsigned char marks[], const double length[],
                                 PetscInt *n, OpenNode **nodes)
{
  const Geometry *g = &model->mesh->g;
  double          box[BOXES][6], (*boxes)[BOXES][6];
  PetscMPIInt     size, rank, nto = 0, *to;
  PetscInt       *first, count = 0, capacity = 0;
  PetscInt       *border;
  OpenNode       *sent = NULL;
  MPI_Datatype    type;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(model->comm, &size));
  PetscCallMPI(MPI_Comm_rank(model->comm, &rank));
  PetscCall(PetscMalloc3(size, &boxes, size, &to, size + 1, &first));
  PetscCall(PetscMalloc1(g->nnodes, &border));
  PetscCall(MarkBorders(model, border));
  boxes_of_cells(model, marks, box);
  PetscCallMPI(
    MPI_Allgather(box, 6 * BOXES, MPI_DOUBLE, boxes, 6 * BOXES, MPI_DOUBLE, model->comm));
  for (PetscMPIInt r = 0; r < size; r++) {
    const PetscInt start = count;

    for (int i = 0; i < g->nnodes; i++) {
      const PetscBool inside = is_inside(marks[i], border[i]);

      if (!model->mesh->owned[i] || !is_open(marks[i])) continue;
      if (!box_has(boxes[r][length[i] > 0 ? OF_ENDS : inside], g->x[i])) continue;
      if (count == capacity) {
        capacity = 2 * capacity + 64;
        PetscCall(PetscRealloc((size_t)capacity * sizeof *sent, &sent));
      }
      sent[count] =
        (OpenNode){.number     = g->node_number[i],
                   .node       = i,
                   .rank       = rank,
                   .components = model->layout.components[i] & DISPLACEMENTS,
                   .coincides  = !(marks[i] & NODE_IN_JOINT) && marks[i] & NODE_IN_ELEMENT,
                   .inside     = inside,
                   .length     = length[i]};
      memcpy(sent[count++].x, g->x[i], sizeof sent->x);
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
