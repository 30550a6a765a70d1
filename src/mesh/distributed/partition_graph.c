/* partition_graph.c: partition by ptscotch. The cells are the vertices of a graph; two that share a node have an edge. Those of a node of many cells have edges in a ring only, so that
   a hub of n cells makes n edges and not n^2. */
#include <stdlib.h>
#include <petscpartitioner.h>
#include <petscsection.h>
#include <fs/fs.h>
#include "migrate.h"

typedef struct {
  int64_t from, to;
} Edge;

static int compare_edges(const void *a, const void *b)
{
  const Edge *p = a, *q = b;

  if (p->from != q->from) return p->from < q->from ? -1 : 1;
  return (p->to > q->to) - (p->to < q->to);
}

/* For each node and cell that has it, on the rank that looks after the node: from the node to the cell; *n of them, malloc'ed. first[size + 1]: vertices of the ranks. */
static Edge *cells_of_nodes(const Dealt *d, const int64_t first[], int64_t *n)
{
  const Geometry *g    = &d->cells;
  const int       conn = g->offset[g->ncells];
  Edge           *here = ranks_take(d->ranks, conn, sizeof *here), *there;
  int            *to   = ranks_take(d->ranks, conn, sizeof *to);
  Plan            plan;

  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) {
      here[k] = (Edge){g->node_number[g->conn[k]], first[d->ranks->rank] + c};
      to[k]   = ranks_with(d->ranks, d->first, here[k].from);
    }
  plan_make(d->ranks, conn, to, &plan);
  there = ranks_take(d->ranks, plan.m, sizeof *there);
  plan_send(&plan, sizeof *here, here, there);
  *n = plan.m;
  plan_free(&plan);
  free(here);
  free(to);
  qsort(there, (size_t)*n, sizeof *there, compare_edges);
  return there;
}

typedef struct {
  Edge   *at;
  int64_t n, room;
} Edges;

static void add_edge(const Ranks *ranks, Edges *edges, int64_t from, int64_t to)
{
  edges->at             = ranks_grow(ranks, edges->at, edges->n, &edges->room, sizeof *edges->at);
  edges->at[edges->n++] = (Edge){from, to};
}

/* Edges among the n cells of a node. */
static void connect_cells(const Ranks *ranks, int64_t n, const Edge cell[], Edges *edges)
{
  const int64_t clique = 12; /* of more cells each has edges to the next and the one before */

  for (int64_t i = 0; i < n; i++)
    if (n > clique) {
      add_edge(ranks, edges, cell[i].to, cell[(i + 1) % n].to);
      add_edge(ranks, edges, cell[(i + 1) % n].to, cell[i].to);
    } else
      for (int64_t j = 0; j < n; j++)
        if (j != i) add_edge(ranks, edges, cell[i].to, cell[j].to);
}

/* The edges of this rank's cells, each once, in order; malloc'ed. */
static Edge *find_edges(const Dealt *d, const int64_t first[], int64_t *n)
{
  int64_t count, kept = 0;
  Edge   *cell  = cells_of_nodes(d, first, &count), *there;
  Edges   edges = {.n = 0};
  int    *to;
  Plan    plan;

  for (int64_t begin = 0, end; begin < count; begin = end) {
    for (end = begin + 1; end < count && cell[end].from == cell[begin].from;) end++;
    connect_cells(d->ranks, end - begin, cell + begin, &edges);
  }
  free(cell);
  to = ranks_take(d->ranks, edges.n, sizeof *to);
  for (int64_t k = 0; k < edges.n; k++) to[k] = ranks_with(d->ranks, first, edges.at[k].from);
  plan_make(d->ranks, edges.n, to, &plan);
  free(to);
  there = ranks_take(d->ranks, plan.m, sizeof *there);
  plan_send(&plan, sizeof *there, edges.at, there);
  free(edges.at);
  qsort(there, (size_t)plan.m, sizeof *there, compare_edges);
  for (int64_t k = 0; k < plan.m; k++)
    if (!kept || compare_edges(&there[k], &there[kept - 1])) there[kept++] = there[k];
  *n = kept;
  plan_free(&plan);
  return there;
}

/* start[n + 1], adjacency[nedges] of the n cells of this rank. */
static PetscErrorCode MakeGraph(const Dealt *d, PetscInt **start, PetscInt **adjacency)
{
  const PetscInt n     = d->cells.ncells;
  int64_t       *first = ranks_take(d->ranks, d->ranks->size + 1, sizeof *first), nedges;
  Edge          *edge;

  PetscFunctionBeginUser;
  ranks_number(d->ranks, n, first);
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

static PetscErrorCode MakeWeights(MPI_Comm comm, PetscInt n, const int weight[], PetscSection *section)
{
  PetscFunctionBeginUser;
  PetscCall(PetscSectionCreate(comm, section));
  PetscCall(PetscSectionSetChart(*section, 0, n));
  for (PetscInt c = 0; c < n; c++) PetscCall(PetscSectionSetDof(*section, c, weight[c]));
  PetscCall(PetscSectionSetUp(*section));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode GraphPartition(const Dealt *d, const int weight[], int to[])
{
  const MPI_Comm   comm = d->ranks->comm;
  PetscInt        *start, *adjacency;
  const PetscInt  *cell;
  PetscPartitioner part;
  PetscSection     weights = NULL, parts;
  IS               cells;

  PetscFunctionBeginUser;
  /* its threads, as many as cores otherwise, call MPI at the same time, which PETSc has not asked MPI for: it ends by a signal on eight ranks */
  setenv("SCOTCH_PTHREAD_NUMBER", "1", 1);
  PetscCall(MakeGraph(d, &start, &adjacency));
  if (weight) PetscCall(MakeWeights(comm, d->cells.ncells, weight, &weights));
  PetscCall(PetscPartitionerCreate(comm, &part));
  PetscCall(PetscPartitionerSetType(part, PETSCPARTITIONERPTSCOTCH));
  PetscCall(PetscPartitionerSetFromOptions(part));
  PetscCall(PetscSectionCreate(comm, &parts));
  PetscCall(PetscSectionSetChart(parts, 0, d->ranks->size));
  PetscCall(FsPartition(part, d->ranks->size, d->cells.ncells, start, adjacency, weights, parts, &cells));
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
  PetscCall(PetscPartitionerDestroy(&part));
  PetscCall(PetscFree(start));
  PetscCall(PetscFree(adjacency));
  PetscFunctionReturn(PETSC_SUCCESS);
}
