/* ghost_count.c: counts the ghosts that a partition will have, before any cell moves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "distributed_mesh.h"
#include "exchange.h"

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
