/* unused_cells.c: warns of lines, surfaces and points that are in no part and in no joint.

   A line along the edge of an element is there for a support or load, and needs no part. Nor do the
   cells of a generated line or rectangle, which may be there for their nodes alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/error.h"
#include "connectivity_check.h"
#include "mesh/mesh.h"
#include "mesh/surface_edges.h"
#include "model/joints/joint_cell_iterator.h"
#include "model/sliders/sliders.h"
#include "model/parts/block.h"

/* bits of a node, beside those of node_marks.h: an unused line, or any line or surface, has the
 * node */
enum { AT_UNUSED_LINE = 1, AT_CELL = 2 };

static PetscBool is_bare(unsigned char marks)
{
  return (PetscBool) !(marks & (NODE_IN_ELEMENT | NODE_IN_POINT | NODE_IN_JOINT));
}

/* Sets used[ncells] for the cells that parts, loads, joints, ties and -mesh_unused have. */
static void find_used_cells(Model model, const NamedSets *unused, PetscBool used[])
{
  const Geometry *g     = &model->mesh->g;
  const int       split = geometry_find_set(g, SPLIT_OFF_SET);

  for (int c = 0; c < g->ncells; c++)
    used[c] =
      (PetscBool)(geometry_cell_origin(g, c).source == model->mesh->grid || is_added_cell(g, c) ||
                  cell_is_named(g, c, unused) || (split >= 0 && geometry_cell_in_set(g, c, split)));
  for (PetscInt k = 0; k < model->nblocks; k++)
    for (PetscInt e = 0; e < model->block[k].ncells; e++)
      used[model->block[k].cells[e]] = PETSC_TRUE;
  for (PetscInt k = 0; k < model->njoints; k++)
    for (PetscInt e = 0; e < model->joint[k].ncells && model->joint[k].cells; e++)
      used[model->joint[k].cells[e]] = PETSC_TRUE;
  for (PetscInt k = 0; model->sliders && k < model->sliders->n; k++)
    if (model->sliders->slider[k].cell >= 0) used[model->sliders->slider[k].cell] = PETSC_TRUE;
}

static int cell_dimension(const Geometry *g, int cell)
{
  return shape_dimension((Shape)g->shape[cell]);
}

/* Returns the number of nodes of a cell that have one of the bits. */
static int count_marked(const Geometry *g, int cell, const unsigned char marks[], int bits)
{
  int n = 0;

  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++) n += (marks[g->conn[k]] & bits) != 0;
  return n;
}

static int count_bare(const Geometry *g, int cell, const unsigned char marks[])
{
  int n = 0;

  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++)
    n += is_bare(marks[g->conn[k]]) ? 1 : 0;
  return n;
}

static int compare_edges(const void *a, const void *b)
{
  const PetscInt *p = a, *q = b;

  return p[0] != q[0] ? (p[0] > q[0]) - (p[0] < q[0]) : (p[1] > q[1]) - (p[1] < q[1]);
}

/* Gathers on all ranks the pairs of node numbers of unused lines that are edges of no element; the
   caller frees *pair by PetscFree(). */
static PetscErrorCode GatherFreeLines(MPI_Comm comm, const SurfaceEdgeList *edges, PetscInt *n,
                                      PetscInt (**pair)[2])
{
  PetscMPIInt size, mine = 0, *count, *first;
  PetscInt(*own)[2];

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCall(PetscMalloc3(edges->n, &own, size, &count, size + 1, &first));
  for (int k = 0; k < edges->n; k++) {
    const SurfaceEdge *edge = &edges->at[k];

    if (!edge->count[EDGE_LINE] || edge->count[EDGE_OTHER]) continue;
    own[mine][0]   = edge->low_node;
    own[mine++][1] = edge->high_node;
  }
  mine *= 2;
  PetscCallMPI(MPI_Allgather(&mine, 1, MPI_INT, count, 1, MPI_INT, comm));
  first[0] = 0;
  for (PetscMPIInt r = 0; r < size; r++) first[r + 1] = first[r] + count[r];
  PetscCall(PetscMalloc1(first[size] / 2, pair));
  PetscCallMPI(MPI_Allgatherv(own, mine, MPIU_INT, *pair, count, first, MPIU_INT, comm));
  *n = first[size] / 2;
  if (*n) qsort(*pair, (size_t)*n, sizeof **pair, compare_edges);
  PetscCall(PetscFree3(own, count, first));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks as used the lines along the edges of elements, all of whose nodes elements have. */
static PetscErrorCode UseEdges(Model model, const unsigned char marks[], PetscBool used[])
{
  const Geometry *g = &model->mesh->g;
  unsigned char  *at;
  EdgeKind       *kind;
  PetscBool       any = PETSC_FALSE;
  PetscInt        n   = 0, (*pair)[2];
  SurfaceEdgeList edges;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(g->nnodes, &at, g->ncells, &kind));
  for (int c = 0; c < g->ncells; c++)
    if (!used[c] && cell_dimension(g, c) == 1 && !count_bare(g, c, marks)) {
      any = PETSC_TRUE;
      for (int k = 0; k < 2; k++) at[g->conn[g->offset[c] + k]] = AT_UNUSED_LINE;
    }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &any, 1, FS_MPI_BOOL, MPI_LOR, model->comm));
  if (any) {
    PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, at, MPI_BOR));
    for (int c = 0; c < g->ncells; c++) {
      const int dimension = cell_dimension(g, c);

      kind[c] = EDGE_NONE;
      if (dimension && count_marked(g, c, at, AT_UNUSED_LINE) > 1)
        kind[c] = used[c] || dimension == 2 ? EDGE_OTHER : EDGE_LINE;
    }
    PetscCall(SurfaceEdgesFind(model->mesh, kind, &edges));
    PetscCall(GatherFreeLines(model->comm, &edges, &n, &pair));
    PetscCall(SurfaceEdgesDestroy(&edges));
    for (int c = 0; c < g->ncells; c++) {
      const int64_t a      = g->node_number[g->conn[g->offset[c]]],
                    b      = g->node_number[g->conn[g->offset[c + 1] - 1]];
      const PetscInt key[] = {(PetscInt)PetscMin(a, b), (PetscInt)PetscMax(a, b)};

      if (kind[c] != EDGE_LINE) continue;
      used[c] = (PetscBool)(geometry_cell_size(g, c) > 2 || !n ||
                            !bsearch(key, pair, (size_t)n, sizeof *pair, compare_edges));
    }
    PetscCall(PetscFree(pair));
  }
  PetscCall(PetscFree2(at, kind));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks as used the surfaces whose nodes elements have, and the points at elements, joints,
   lines and surfaces. */
static PetscErrorCode UseOthers(Model model, const unsigned char marks[], PetscBool used[])
{
  const Geometry *g = &model->mesh->g;
  unsigned char  *at;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->nnodes, &at));
  for (int c = 0; c < g->ncells; c++) {
    if (cell_dimension(g, c) == 2 && !count_bare(g, c, marks)) used[c] = PETSC_TRUE;
    for (int k = g->offset[c]; k < g->offset[c + 1] && cell_dimension(g, c); k++)
      at[g->conn[k]] = AT_CELL;
  }
  PetscCall(MeshCombineNodes(model->mesh, MPI_UNSIGNED_CHAR, at, MPI_BOR));
  for (int c = 0; c < g->ncells; c++)
    if (cell_dimension(g, c) == 0 && (!count_bare(g, c, marks) || count_marked(g, c, at, AT_CELL)))
      used[c] = PETSC_TRUE;
  PetscCall(PetscFree(at));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Marks as used the cells of sets from which a place (-joint_<name>_where) has left them out: other
   cells of these sets are used. */
static PetscErrorCode UseSelectedSets(Model model, PetscBool used[])
{
  const Geometry *g = &model->mesh->g;
  unsigned char  *selected;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(g->nsets, &selected));
  for (int c = 0; c < g->ncells; c++) {
    const int set = best_set(g, g->cell_sets[c]);

    if (set >= 0 && used[c] && cell_dimension(g, c)) selected[set] = 1;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, selected, (PetscMPIInt)g->nsets, MPI_UNSIGNED_CHAR,
                              MPI_MAX, model->comm));
  for (int c = 0; c < g->ncells; c++) {
    const int set = best_set(g, g->cell_sets[c]);

    if (set >= 0 && selected[set]) used[c] = PETSC_TRUE;
  }
  PetscCall(PetscFree(selected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns of the unused cells of the highest dimension that has some. */
static PetscErrorCode WarnHighest(Model model, const PetscBool used[])
{
  static const char *const noun[3][2] = {
    {"point is",   "points are"  },
    {"line is",    "lines are"   },
    {"surface is", "surfaces are"}
  };
  const Geometry *g        = &model->mesh->g;
  PetscInt        count[3] = {0, 0, 0};
  PetscInt64      first[3] = {INT64_MAX, INT64_MAX, INT64_MAX}, lowest[3];
  int             at[3] = {-1, -1, -1}, highest = 2;
  double          x[3] = {0, 0, 0};

  PetscFunctionBeginUser;
  for (int c = 0; c < g->ncells; c++) {
    const int d = cell_dimension(g, c);

    if (used[c]) continue;
    count[d]++;
    if (g->cell_number[c] >= first[d]) continue;
    first[d] = g->cell_number[c];
    at[d]    = c;
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, count, 3, MPIU_INT, MPI_SUM, model->comm));
  PetscCallMPI(MPIU_Allreduce(first, lowest, 3, MPIU_INT64, MPI_MIN, model->comm));
  while (highest > 0 && !count[highest]) highest--;
  if (at[highest] >= 0) geometry_cell_center(g, at[highest], x);
  PetscCall(WarnAllRanks(
    model->comm, (PetscBool)(at[highest] >= 0 && first[highest] == lowest[highest]),
    "%" PetscInt_FMT " %s in no part and no joint, so that the model lacks %s: the first, of '%s', "
    "is at (%.6g, %.6g, %.6g); name the set in -part_<name>_set, or in -mesh_unused if this is "
    "intended",
    count[highest], noun[highest][count[highest] != 1], count[highest] == 1 ? "it" : "them",
    at[highest] < 0 ? "" : best_set_name(g, g->cell_sets[at[highest]], "the mesh"), x[0], x[1],
    x[2]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode WarnUnusedCells(Model model, const unsigned char marks[], const NamedSets *unused)
{
  PetscBool *used;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(model->mesh->g.ncells, &used));
  find_used_cells(model, unused, used);
  PetscCall(UseSelectedSets(model, used));
  PetscCall(UseEdges(model, marks, used));
  PetscCall(UseOthers(model, marks, used));
  PetscCall(WarnHighest(model, used));
  PetscCall(PetscFree(used));
  PetscFunctionReturn(PETSC_SUCCESS);
}
