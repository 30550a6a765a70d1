/* partition.c: chooses the rank of each cell by a method, such as a partition of the graph of
   cells by PT-Scotch. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "partition.h"
#include <petscpartitioner.h>
#include <petscsection.h>
#include <fs/petsc_versions.h>
#include "exchange.h"

/* ---- partition graph ------------------------------------------------------------------------- */

/* Partitions the graph of cells that share a node, by PT-Scotch.

   The cells are the vertices; two cells that share a node have an edge. The cells of a node with
   many cells have edges in a ring only, so that a hub of n cells has n edges and not n^2. */

typedef struct {
  int64_t from, to;
} GraphEdge;

static int compare_graph_edges(const void *a, const void *b)
{
  const GraphEdge *p = a, *q = b;

  return p->from != q->from ? compare_int64(p->from, q->from) : compare_int64(p->to, q->to);
}

/* Returns an edge from each node of this rank to each cell that has it, sorted by node.

   Input:
     first  [size + 1] first vertex of each rank
   Output:
     n  number of edges
   The caller frees the result. */
static GraphEdge *gather_node_cells(const DistributedMesh *d, const int64_t first[], int64_t *n)
{
  const Geometry *g     = &d->cells;
  const int       conn  = g->offset[g->ncells];
  GraphEdge      *local = ranks_malloc(d->ranks, conn, sizeof *local), *received;
  int            *to    = ranks_malloc(d->ranks, conn, sizeof *to);
  ExchangePlan    plan;

  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) {
      local[k] = (GraphEdge){g->node_number[g->conn[k]], first[d->ranks->rank] + c};
      to[k]    = ranks_find_owner(d->ranks, d->first, local[k].from);
    }
  exchange_plan_create(d->ranks, conn, to, &plan);
  received = ranks_malloc(d->ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *local, local, received);
  *n = plan.m;
  exchange_plan_free(&plan);
  free(local);
  free(to);
  qsort(received, (size_t)*n, sizeof *received, compare_graph_edges);
  return received;
}

typedef GROWING_LIST(GraphEdge) GraphEdges;

/* Adds the edges between the n cells of a node. */
static void connect_cells(const Ranks *ranks, int64_t n, const GraphEdge cell[], GraphEdges *edges)
{
  const int64_t clique = 12; /* with more cells, each has edges to the next and the previous one */

  for (int64_t i = 0; i < n; i++)
    if (n > clique) {
      GROWING_LIST_ADD(ranks, *edges, (GraphEdge){cell[i].to, cell[(i + 1) % n].to});
      GROWING_LIST_ADD(ranks, *edges, (GraphEdge){cell[(i + 1) % n].to, cell[i].to});
    } else
      for (int64_t j = 0; j < n; j++)
        if (j != i) GROWING_LIST_ADD(ranks, *edges, (GraphEdge){cell[i].to, cell[j].to});
}

/* Returns the *n edges of this rank's cells, each once, sorted; the caller frees them. */
static GraphEdge *find_edges(const DistributedMesh *d, const int64_t first[], int64_t *n)
{
  int64_t      count, kept = 0;
  GraphEdge   *cell  = gather_node_cells(d, first, &count), *received;
  GraphEdges   edges = {.n = 0};
  int         *to;
  ExchangePlan plan;

  for (int64_t start = 0, end; start < count; start = end) {
    for (end = start + 1; end < count && cell[end].from == cell[start].from;) end++;
    connect_cells(d->ranks, end - start, cell + start, &edges);
  }
  free(cell);
  to = ranks_malloc(d->ranks, edges.n, sizeof *to);
  for (int64_t k = 0; k < edges.n; k++) to[k] = ranks_find_owner(d->ranks, first, edges.at[k].from);
  exchange_plan_create(d->ranks, edges.n, to, &plan);
  free(to);
  received = ranks_malloc(d->ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, edges.at, received);
  free(edges.at);
  qsort(received, (size_t)plan.m, sizeof *received, compare_graph_edges);
  for (int64_t k = 0; k < plan.m; k++)
    if (!kept || compare_graph_edges(&received[k], &received[kept - 1]))
      received[kept++] = received[k];
  *n = kept;
  exchange_plan_free(&plan);
  return received;
}

/* Creates start[n + 1] and adjacency[nedges] of the n cells of this rank. */
static PetscErrorCode CreateAdjacency(const DistributedMesh *d, PetscInt **start,
                                      PetscInt **adjacency)
{
  const PetscInt n     = d->cells.ncells;
  int64_t       *first = ranks_malloc(d->ranks, d->ranks->size + 1, sizeof *first), nedges;
  GraphEdge     *edge;

  PetscFunctionBeginUser;
  ranks_offsets(d->ranks, n, first);
  edge = find_edges(d, first, &nedges);
  PetscCall(PetscCalloc1(n + 1, start));
  PetscCall(PetscMalloc1(nedges, adjacency));
  for (int64_t k = 0; k < nedges; k++) {
    (*start)[edge[k].from - first[d->ranks->rank] + 1]++;
    (*adjacency)[k] = (PetscInt)edge[k].to;
  }
  for (PetscInt c = 0; c < n; c++) (*start)[c + 1] += (*start)[c];
  free(first);
  free(edge);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateWeightSection(MPI_Comm comm, PetscInt n, const int weight[],
                                          PetscSection *section)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSectionCreate(comm, section));
  PetscCall(PetscSectionSetChart(*section, 0, n));
  for (PetscInt c = 0; c < n; c++) PetscCall(PetscSectionSetDof(*section, c, weight[c]));
  PetscCall(PetscSectionSetUp(*section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses the rank of each cell by PT-Scotch, from the graph in which two cells
   are connected if they share a node.

   Input:
     weight  [d->cells.ncells] work of each cell; if it is NULL, all cells have the same work
   Output:
     to  [d->cells.ncells] rank that gets each cell
   Collective. */
static PetscErrorCode PartitionByGraph(const DistributedMesh *d, const int weight[], int to[])
{
  const MPI_Comm   comm = d->ranks->comm;
  PetscInt        *start, *adjacency;
  const PetscInt  *cell;
  PetscPartitioner partitioner;
  PetscSection     weights = NULL, parts;
  IS               cells;

  PetscFunctionBeginUser;
  /* PT-Scotch would start a thread for each core. They call MPI at the same time, but PETSc does
     not initialize MPI for threads: on eight ranks the run ends by a signal. */
  setenv("SCOTCH_PTHREAD_NUMBER", "1", 1);
  PetscCall(CreateAdjacency(d, &start, &adjacency));
  if (weight) PetscCall(CreateWeightSection(comm, d->cells.ncells, weight, &weights));
  PetscCall(PetscPartitionerCreate(comm, &partitioner));
  PetscCall(PetscPartitionerSetType(partitioner, PETSCPARTITIONERPTSCOTCH));
  PetscCall(PetscPartitionerSetFromOptions(partitioner));
  PetscCall(PetscSectionCreate(comm, &parts));
  PetscCall(PetscSectionSetChart(parts, 0, d->ranks->size));
  PetscCall(FsPartition(partitioner, d->ranks->size, d->cells.ncells, start, adjacency, weights,
                        parts, &cells));
  PetscCall(ISGetIndices(cells, &cell));
  for (PetscInt r = 0; r < d->ranks->size; r++) {
    PetscInt n, first;

    PetscCall(PetscSectionGetDof(parts, r, &n));
    PetscCall(PetscSectionGetOffset(parts, r, &first));
    for (PetscInt k = first; k < first + n; k++) to[cell[k]] = (int)r;
  }
  PetscCall(ISRestoreIndices(cells, &cell));
  PetscCall(ISDestroy(&cells));
  PetscCall(PetscSectionDestroy(&parts));
  PetscCall(PetscSectionDestroy(&weights));
  PetscCall(PetscPartitionerDestroy(&partitioner));
  PetscCall(PetscFree(start));
  PetscCall(PetscFree(adjacency));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- partition ------------------------------------------------------------------------------- */

const char *const partition_methods[] = {"auto", "curve", "ptscotch", "simple", NULL};

/* Debian's 64-bit PETSc is linked with a 32-bit PT-Scotch, which crashes. */
PetscBool has_ptscotch(void)
{
#if defined(PETSC_HAVE_PTSCOTCH) && !defined(PETSC_USE_64BIT_INDICES)
  return PETSC_TRUE;
#else
  return PETSC_FALSE;
#endif
}

/* Chooses the curve if it gives clearly fewer ghosts than the order of the cells; returns the
   method.

   In regular meshes the order gives straight borders and leaves rows whole. For a cube of beams on
   3 ranks, a bent border with 0.97 of the ghosts cost 1.2 times the iterations. */
static PartitionMethod split_best(const DistributedMesh *d, const NodeFetch *fetch,
                                  const int weight[], int to[])
{
  const double clearly = 0.8;
  int *by_curve        = ranks_malloc(d->ranks, d->cells.ncells, sizeof *by_curve), curve_is_better;

  split_by_cell_number(d, weight, to);
  split_along_hilbert_curve(d, weight, by_curve);
  curve_is_better = (double)count_ghost_nodes(d, fetch, by_curve) <
                    clearly * (double)count_ghost_nodes(d, fetch, to);
  if (curve_is_better && d->cells.ncells)
    memcpy(to, by_curve, (size_t)d->cells.ncells * sizeof *to);
  free(by_curve);
  return curve_is_better ? PARTITION_CURVE : PARTITION_SIMPLE;
}

PetscErrorCode PartitionCells(DistributedMesh *d, PartitionMethod method, const int weight[],
                              int to[], const char **name)
{
  NodeFetch fetch;

  PetscFunctionBeginUser;
  for (int c = 0; c < d->cells.ncells; c++) to[c] = 0;
  if (d->ranks->size > 1) {
    distributed_mesh_plan_fetch(d, &fetch);
    distributed_mesh_fetch_x(d, &fetch);
    if (method == PARTITION_AUTO) method = split_best(d, &fetch, weight, to);
    else if (method == PARTITION_CURVE) split_along_hilbert_curve(d, weight, to);
    else if (method == PARTITION_SIMPLE) split_by_cell_number(d, weight, to);
    else PetscCall(PartitionByGraph(d, weight, to));
    node_fetch_free(&fetch);
  }
  *name = partition_methods[method];
  PetscFunctionReturn(PETSC_SUCCESS);
}
