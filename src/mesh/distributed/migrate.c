/* migrate.c: moves the cells of a mesh to their ranks, and chooses the owners of nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"
#include "exchange.h"

/* A cell that is sent; node has numbers in the whole mesh. */
typedef struct {
  int64_t    number, node[SHAPE_MAX_NODES];
  double     rise[3];
  CellOrigin origin;
  int        sets, shape;
} CellRecord;

static int compare_cell_records(const void *a, const void *b)
{
  const CellRecord *p = a, *q = b;

  return compare_int64(p->number, q->number);
}

/* Sets the rise of cells if one of them is an arc. */
static void set_rise(const Ranks *ranks, const CellRecord cell[], Geometry *g)
{
  int curved = 0;

  for (int c = 0; c < g->ncells; c++)
    for (int i = 0; i < 3; i++) curved = curved || cell[c].rise[i] != 0;
  if (!curved) return;
  if (geometry_allocate_rise(g)) ranks_out_of_memory(ranks);
  for (int c = 0; c < g->ncells; c++) memcpy(g->rise[c], cell[c].rise, sizeof *g->rise);
}

static void set_origin(const Ranks *ranks, const CellRecord cell[], Geometry *g)
{
  if (geometry_allocate_origin(g)) ranks_out_of_memory(ranks);
  for (int c = 0; c < g->ncells; c++) g->origin[c] = cell[c].origin;
}

/* Sets d->cells to cell[n], and to the nodes that they need. */
static void set_cells(DistributedMesh *d, int64_t n, const CellRecord cell[])
{
  Geometry *g     = &d->cells, result;
  int64_t   nconn = 0, *number, *needed;
  int      *at, k = 0;

  for (int64_t c = 0; c < n; c++) nconn += shape_nodes((Shape)cell[c].shape);
  number = ranks_malloc(d->ranks, nconn, sizeof *number);
  at     = ranks_malloc(d->ranks, nconn, sizeof *at);
  for (int64_t c = 0; c < n; c++)
    for (int i = 0; i < shape_nodes((Shape)cell[c].shape); i++) number[k++] = cell[c].node[i];
  if (geometry_allocate(&result, (int)distinct_numbers(d->ranks, nconn, number, at, &needed),
                        (int)n, 0, g->nsets))
    ranks_out_of_memory(d->ranks);
  free(number);
  free(result.conn);
  result.conn = at;
  memcpy(result.node_number, needed, (size_t)result.nnodes * sizeof *needed);
  free(needed);
  for (int c = 0; c < (int)n; c++) {
    result.offset[c + 1]  = result.offset[c] + shape_nodes((Shape)cell[c].shape);
    result.shape[c]       = (unsigned char)cell[c].shape;
    result.cell_sets[c]   = cell[c].sets;
    result.cell_number[c] = cell[c].number;
  }
  set_rise(d->ranks, cell, &result);
  if (g->origin) set_origin(d->ranks, cell, &result);
  memcpy(result.set_name, g->set_name, (size_t)g->nsets * sizeof *g->set_name);
  result.lists = g->lists;
  memset(&g->lists, 0, sizeof g->lists);
  geometry_free(g);
  *g = result;
}

static void send_cells(DistributedMesh *d, const int to[])
{
  const Geometry *g = &d->cells;
  CellRecord     *local, *received;
  ExchangePlan    plan;

  exchange_plan_create(d->ranks, g->ncells, to, &plan);
  local = ranks_malloc(d->ranks, g->ncells, sizeof *local);
  for (int c = 0; c < g->ncells; c++) {
    CellRecord *cell = &local[plan.place ? plan.place[c] : c];

    *cell =
      (CellRecord){.number = g->cell_number[c], .sets = g->cell_sets[c], .shape = g->shape[c]};
    if (g->rise) memcpy(cell->rise, g->rise[c], sizeof *g->rise);
    if (g->origin) cell->origin = g->origin[c];
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++)
      cell->node[k - g->offset[c]] = g->node_number[g->conn[k]];
  }
  received = ranks_malloc(d->ranks, plan.m, sizeof *received);
  exchange_send_sorted(&plan, sizeof *received, local, received);
  free(local);
  qsort(received, (size_t)plan.m, sizeof *received, compare_cell_records);
  set_cells(d, plan.m, received);
  free(received);
  exchange_plan_free(&plan);
}

/* ---- owners ---------------------------------------------------------------------------------- */

/* A rank that has a node: the node's number there, and how many of its cells are there. */
typedef struct {
  int rank, node, cells;
} NodeSharer;

/* Returns whether a should own the node rather than b: it has more cells.

   If both have the same number, the lower or the higher rank wins in turn, so that no rank owns
   all nodes of its borders. */
static int is_better_owner(const NodeSharer *a, const NodeSharer *b)
{
  if (a->cells != b->cells) return a->cells > b->cells;
  return (a->rank + b->rank) % 2 ? a->rank > b->rank : a->rank < b->rank;
}

/* Sets g->owner and g->owner_node. */
static void choose_owners(const DistributedMesh *d, const NodeFetch *fetch, Geometry *g)
{
  const Ranks *ranks   = d->ranks;
  NodeSharer  *local   = ranks_malloc(ranks, g->nnodes, sizeof *local),
             *received = ranks_malloc(ranks, fetch->plan.m, sizeof *received);
  NodeSharer *best     = ranks_calloc(ranks, d->nodes.nnodes, sizeof *best);

  for (int i = 0; i < g->nnodes; i++) local[i] = (NodeSharer){ranks->rank, i, 0};
  for (int k = 0; k < g->offset[g->ncells]; k++) local[g->conn[k]].cells++;
  exchange_send(&fetch->plan, sizeof *received, local, received);
  for (int64_t k = 0; k < fetch->plan.m; k++)
    if (!best[fetch->at[k]].cells || is_better_owner(&received[k], &best[fetch->at[k]]))
      best[fetch->at[k]] = received[k];
  free(received);
  distributed_mesh_fetch(d, fetch, sizeof *best, best, local);
  g->owner      = ranks_malloc(ranks, g->nnodes, sizeof *g->owner);
  g->owner_node = ranks_malloc(ranks, g->nnodes, sizeof *g->owner_node);
  for (int i = 0; i < g->nnodes; i++) {
    g->owner[i]      = local[i].rank;
    g->owner_node[i] = local[i].node;
  }
  free(local);
  free(best);
}

void migrate_cells(DistributedMesh *d, const int to[], Geometry *g)
{
  NodeFetch fetch;

  send_cells(d, to);
  distributed_mesh_plan_fetch(d, &fetch);
  *g = d->cells;
  memset(&d->cells, 0, sizeof d->cells);
  distributed_mesh_fetch(d, &fetch, sizeof *g->x, d->nodes.x, g->x);
  distributed_mesh_fetch(d, &fetch, sizeof *g->id, d->nodes.id, g->id);
  distributed_mesh_fetch(d, &fetch, sizeof *g->place, d->nodes.place, g->place);
  distributed_mesh_fetch(d, &fetch, sizeof *g->node_sets, d->nodes.node_sets, g->node_sets);
  g->nplaces = d->nodes.nplaces;
  choose_owners(d, &fetch, g);
  node_fetch_free(&fetch);
  distributed_mesh_free(d);
}

/* ---- ghost count ----------------------------------------------------------------------------- */

/* A rank that gets a node. */
typedef struct {
  int64_t node;
  int     rank;
} NodeRank;

static int compare_node_ranks(const void *a, const void *b)
{
  const NodeRank *p = a, *q = b;

  return p->node != q->node ? compare_int64(p->node, q->node) : compare_int64(p->rank, q->rank);
}

typedef GROWING_LIST(NodeRank) NodeRankList;

/* Lists the ranks that will have the nodes of this rank's cells.

   Output:
     first    [cells.nnodes] one rank of each node, or -1
     further  other ranks; some occur more than once */
static void list_local_ranks(const DistributedMesh *d, const int to[], int first[],
                             NodeRankList *further)
{
  const Geometry *g = &d->cells;

  for (int i = 0; i < g->nnodes; i++) first[i] = -1;
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) {
      int *const known_rank = &first[g->conn[k]];

      if (*known_rank < 0) *known_rank = to[c];
      else if (*known_rank != to[c])
        GROWING_LIST_ADD(d->ranks, *further, (NodeRank){g->node_number[g->conn[k]], to[c]});
    }
}

/* Sends the other ranks to the ranks that have the nodes in d->nodes. */
static void send_to_node_owners(const DistributedMesh *d, NodeRankList *further)
{
  int         *to = ranks_malloc(d->ranks, further->n, sizeof *to);
  NodeRank    *received;
  ExchangePlan plan;

  for (int64_t k = 0; k < further->n; k++)
    to[k] = ranks_find_owner(d->ranks, d->first, further->at[k].node);
  exchange_plan_create(d->ranks, further->n, to, &plan);
  free(to);
  received = ranks_malloc(d->ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, further->at, received);
  free(further->at);
  *further = (NodeRankList){received, plan.m, plan.m};
  exchange_plan_free(&plan);
}

int64_t count_ghost_nodes(const DistributedMesh *d, const NodeFetch *fetch, const int to[])
{
  const int64_t own      = d->first[d->ranks->rank];
  int          *first    = ranks_malloc(d->ranks, d->cells.nnodes, sizeof *first);
  int          *received = ranks_malloc(d->ranks, fetch->plan.m, sizeof *received), *known_rank;
  NodeRankList  further  = {.n = 0};
  int64_t       count    = 0;

  list_local_ranks(d, to, first, &further);
  send_to_node_owners(d, &further);
  exchange_send(&fetch->plan, sizeof *received, first, received);
  free(first);
  known_rank = ranks_calloc(d->ranks, d->nodes.nnodes, sizeof *known_rank); /* rank + 1 */
  for (int64_t k = 0; k < fetch->plan.m; k++) {
    if (received[k] < 0) continue;
    if (!known_rank[fetch->at[k]]) known_rank[fetch->at[k]] = received[k] + 1;
    else if (known_rank[fetch->at[k]] != received[k] + 1)
      GROWING_LIST_ADD(d->ranks, further, (NodeRank){own + fetch->at[k], received[k]});
  }
  free(received);
  qsort(further.at, (size_t)further.n, sizeof *further.at, compare_node_ranks);
  for (int64_t k = 0; k < further.n; k++)
    count += further.at[k].rank + 1 != known_rank[further.at[k].node - own] &&
             (!k || compare_node_ranks(&further.at[k], &further.at[k - 1]) != 0);
  free(known_rank);
  free(further.at);
  return ranks_sum(d->ranks, count);
}
