/* edge_cut.c: the nodes that a partition has on several ranks, counted before any cell moves. */
#include <stdlib.h>
#include "distributed_mesh.h"

/* A rank that gets a node. */
typedef struct {
  int64_t node;
  int     rank;
} Getter;

static int compare_getters(const void *a, const void *b)
{
  const Getter *p = a, *q = b;

  if (p->node != q->node) return p->node < q->node ? -1 : 1;
  return (p->rank > q->rank) - (p->rank < q->rank);
}

typedef struct {
  Getter *at;
  int64_t n, room;
} Getters;

static void add(const Ranks *ranks, Getters *list, int64_t node, int rank)
{
  list->at            = ranks_grow(ranks, list->at, list->n, &list->room, sizeof *list->at);
  list->at[list->n++] = (Getter){node, rank};
}

/* Of the nodes that this rank's cells need: one that gets each, first[cells.nnodes], -1 where none does; and others, some more than once. */
static void find_here(const Dealt *d, const int to[], int first[], Getters *others)
{
  const Geometry *g = &d->cells;

  for (int i = 0; i < g->nnodes; i++) first[i] = -1;
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) {
      int *const one = &first[g->conn[k]];

      if (*one < 0) *one = to[c];
      else if (*one != to[c]) add(d->ranks, others, g->node_number[g->conn[k]], to[c]);
    }
}

/* The others go to the ranks that look after their nodes. */
static void send_others(const Dealt *d, Getters *others)
{
  int    *to = ranks_take(d->ranks, others->n, sizeof *to);
  Getter *there;
  Plan    plan;

  for (int64_t k = 0; k < others->n; k++) to[k] = ranks_with(d->ranks, d->first, others->at[k].node);
  plan_make(d->ranks, others->n, to, &plan);
  free(to);
  there = ranks_take(d->ranks, plan.m, sizeof *there);
  plan_send(&plan, sizeof *there, others->at, there);
  free(others->at);
  *others = (Getters){there, plan.m, plan.m};
  plan_free(&plan);
}

int64_t dealt_count_border(const Dealt *d, const Asked *asked, const int to[])
{
  const int64_t own    = d->first[d->ranks->rank];
  int          *first  = ranks_take(d->ranks, d->cells.nnodes, sizeof *first);
  int          *there  = ranks_take(d->ranks, asked->plan.m, sizeof *there), *one;
  Getters       others = {.n = 0};
  int64_t       count  = 0;

  find_here(d, to, first, &others);
  send_others(d, &others);
  plan_send(&asked->plan, sizeof *there, first, there);
  free(first);
  one = ranks_clear(d->ranks, d->nodes.nnodes, sizeof *one); /* rank + 1 */
  for (int64_t k = 0; k < asked->plan.m; k++) {
    if (there[k] < 0) continue;
    if (!one[asked->at[k]]) one[asked->at[k]] = there[k] + 1;
    else if (one[asked->at[k]] != there[k] + 1) add(d->ranks, &others, own + asked->at[k], there[k]);
  }
  free(there);
  qsort(others.at, (size_t)others.n, sizeof *others.at, compare_getters);
  for (int64_t k = 0; k < others.n; k++)
    count += others.at[k].rank + 1 != one[others.at[k].node - own] &&
             (!k || compare_getters(&others.at[k], &others.at[k - 1]) != 0);
  free(one);
  free(others.at);
  return ranks_sum(d->ranks, count);
}
