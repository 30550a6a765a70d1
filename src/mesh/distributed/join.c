/* join.c: several meshes become one. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "spatial_bins.h"
#include "distributed_mesh.h"
#include "point_locator.h"

/* The node of the first mesh that is nearest to one of the second. */
typedef struct {
  double  distance;
  int64_t number; /* -1: none is near */
} Match;

static int compare_numbers(const void *a, const void *b)
{
  const Binned *p = a, *q = b;

  return (p->number > q->number) - (p->number < q->number);
}

/* match[n] = what is near to each node of the second mesh, of those on this rank. */
static void match_in_bins(const Ranks *ranks, double apart, const double corner[3], int64_t n, const Binned node[],
                          Match match[])
{
  Binned *first = ranks_take(
    ranks, n,
    sizeof *first); /* the nodes of the first mesh, in order, so that of equally near ones the first is taken */
  double(*x)[3] = ranks_take(ranks, n, sizeof *x);
  int64_t count = 0;
  Near    near  = near_begin((const double(*)[3])x, apart, corner);

  for (int64_t k = 0; k < n; k++)
    if (!node[k].mesh) first[count++] = node[k];
  qsort(first, (size_t)count, sizeof *first, compare_numbers);
  for (int64_t k = 0; k < count; k++) {
    memcpy(x[k], first[k].x, sizeof *x);
    if ((!k || first[k].number != first[k - 1].number) && near_add(&near, (int)k)) ranks_no_memory(ranks);
  }
  for (int64_t k = 0; k < n; k++) {
    const int found = node[k].mesh ? near_find(&near, node[k].x) : -1;

    match[k] = (Match){HUGE_VAL, -1};
    if (found >= 0) match[k] = (Match){near_distance(x[found], node[k].x), first[found].number};
  }
  near_free(&near);
  free(first);
  free(x);
}

/* number[b->nodes.nnodes], malloc'ed: of the node of a that each of b becomes; -1: none. */
static int64_t *match_nodes(const Dealt *a, const Dealt *b, double apart)
{
  const Ranks *ranks  = a->ranks;
  int64_t     *number = ranks_take(ranks, b->nodes.nnodes, sizeof *number);
  double       corner[3], size[3];
  Match       *match, *back, *best = ranks_take(ranks, b->nodes.nnodes, sizeof *best);
  Bins         bins;

  for (int i = 0; i < b->nodes.nnodes; i++) best[i] = (Match){HUGE_VAL, -1};
  if (apart > 0) {
    (void)dealt_box(a, corner, size);
    bins = bins_begin(ranks, apart, corner);
    bins_add(&bins, a, NULL, 0);
    bins_add(&bins, b, NULL, 1);
    bins_share(&bins, (const Dealt *const[2]){a, b});
    match = ranks_take(ranks, bins.plan.m, sizeof *match);
    back  = ranks_take(ranks, bins.n, sizeof *back);
    match_in_bins(ranks, apart, corner, bins.plan.m, bins.there, match);
    plan_back(&bins.plan, sizeof *match, match, back);
    for (int64_t k = 0; k < bins.n; k++) {
      Match *to = &best[bins.node[k] < 0 ? -1 - bins.node[k] : 0];

      if (bins.node[k] < 0 && back[k].number >= 0 &&
          (back[k].distance < to->distance || (back[k].distance == to->distance && back[k].number < to->number)))
        *to = back[k];
    }
    free(match);
    free(back);
    bins_free(&bins);
  }
  for (int i = 0; i < b->nodes.nnodes; i++) number[i] = best[i].number;
  free(best);
  return number;
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static int compare_ints(const void *a, const void *b)
{
  const int *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

/* The sets and lists of b into a, each name once; the numbers of lists in b become those in a. */
static void unite_sets(Geometry *a, Dealt *b, const Ranks *ranks)
{
  Geometry *from = &b->cells;
  int *set = ranks_take(ranks, from->nsets, sizeof *set), *list = ranks_take(ranks, from->lists.n + 1, sizeof *list);
  int *sets = ranks_take(ranks, from->nsets, sizeof *sets);

  for (int s = 0; s < from->nsets; s++) {
    set[s] = geometry_find_set(a, from->set_name[s]);
    if (set[s] < 0) set[s] = geometry_add_set(a, from->set_name[s]);
    if (set[s] < 0) ranks_no_memory(ranks);
  }
  list[0] = 0;
  for (int l = 1; l <= from->lists.n; l++) {
    const int *in, n = set_lists_get(&from->lists, l, &in);

    for (int k = 0; k < n; k++) sets[k] = set[in[k]];
    qsort(sets, (size_t)n, sizeof *sets, compare_ints);
    list[l] = set_lists_find(&a->lists, sets, n);
  }
  for (int c = 0; c < from->ncells; c++) from->cell_sets[c] = list[from->cell_sets[c]];
  for (int i = 0; i < b->nodes.nnodes; i++) b->nodes.node_sets[i] = list[b->nodes.node_sets[i]];
  if (a->lists.failed) ranks_no_memory(ranks);
  free(set);
  free(list);
  free(sets);
}

/* What a node of b has goes into the node of a that it has become: number[b's nodes], -1: none. */
static void unite_node_sets(Dealt *a, const Dealt *b, const int64_t number[], int64_t before)
{
  typedef struct {
    int64_t number;
    int     list;
  } Sets;
  const Ranks *ranks = a->ranks;
  int64_t      n     = 0;
  Sets        *here  = ranks_take(ranks, b->nodes.nnodes, sizeof *here), *there;
  int         *to    = ranks_take(ranks, b->nodes.nnodes, sizeof *to);
  Plan         plan;

  for (int i = 0; i < b->nodes.nnodes; i++) {
    if (number[i] >= before) continue;
    here[n] = (Sets){number[i], b->nodes.node_sets[i]};
    to[n++] = ranks_with(ranks, a->first, number[i]);
  }
  plan_make(ranks, n, to, &plan);
  there = ranks_take(ranks, plan.m, sizeof *there);
  plan_send(&plan, sizeof *there, here, there);
  for (int64_t k = 0; k < plan.m; k++) {
    int *list = &a->nodes.node_sets[there[k].number - a->first[ranks->rank]];

    *list = dealt_unite(&a->cells.lists, *list, there[k].list);
  }
  plan_free(&plan);
  free(here);
  free(there);
  free(to);
}

/* ---- nodes and cells --------------------------------------------------------------------------------------------- */

/* The cells of b, whose nodes need[b->cells.nnodes] have new numbers, behind those of a. */
static void add_cells(Dealt *a, const Dealt *b, const int64_t need[])
{
  const Ranks    *ranks  = a->ranks;
  Geometry       *p      = &a->cells, sum;
  const Geometry *q      = &b->cells;
  const int64_t   n      = (int64_t)p->nnodes + q->nnodes;
  int64_t        *number = ranks_take(ranks, n, sizeof *number), *distinct;
  int            *at     = ranks_take(ranks, n, sizeof *at), count;

  memcpy(number, p->node_number, (size_t)p->nnodes * sizeof *number);
  memcpy(number + p->nnodes, need, (size_t)q->nnodes * sizeof *number);
  count = (int)distinct_numbers(ranks, n, number, at, &distinct);
  if (geometry_allocate(&sum, count, p->ncells + q->ncells, p->offset[p->ncells] + q->offset[q->ncells], p->nsets))
    ranks_no_memory(ranks);
  memcpy(sum.node_number, distinct, (size_t)count * sizeof *distinct);
  memcpy(sum.set_name, p->set_name, (size_t)p->nsets * sizeof *p->set_name);
  for (int part = 0, to = 0; part < 2; part++) {
    const Geometry *g = part ? q : p;

    for (int c = 0; c < g->ncells; c++, to++) {
      const int nn = geometry_cell_size(g, c);

      sum.shape[to]       = g->shape[c];
      sum.cell_sets[to]   = g->cell_sets[c];
      sum.cell_number[to] = g->cell_number[c] + (part ? a->ncells : 0);
      sum.offset[to + 1]  = sum.offset[to] + nn;
      for (int k = 0; k < nn; k++)
        sum.conn[sum.offset[to] + k] = at[g->conn[g->offset[c] + k] + (part ? p->nnodes : 0)];
    }
  }
  sum.lists = p->lists;
  memset(&p->lists, 0, sizeof p->lists);
  geometry_free(p);
  *p = sum;
  a->ncells += b->ncells;
  free(number);
  free(distinct);
  free(at);
}

/* The nodes of a, and those of b that have become none of them. */
static void add_nodes(Dealt *a, const Dealt *b, const int64_t number[], int64_t before, int64_t total)
{
  const Ranks *ranks = a->ranks;
  int64_t      n = 0, last = 0;
  DealtNode   *node = ranks_take(ranks, (int64_t)a->nodes.nnodes + b->nodes.nnodes, sizeof *node);

  for (int i = 0; i < a->nodes.nnodes; i++) {
    node[n++] = dealt_node(&a->nodes, i, a->first[ranks->rank] + i);
    if (a->nodes.id[i] > last) last = a->nodes.id[i];
  }
  last = ranks_most(ranks, last);
  for (int i = 0; i < b->nodes.nnodes; i++) {
    if (number[i] < before) continue;
    node[n] = dealt_node(&b->nodes, i, number[i]);
    node[n++].id += last + 1;
  }
  dealt_take_nodes(a, n, node, total);
  free(node);
}

void dealt_join(Dealt *a, Dealt *b, double apart)
{
  const Ranks  *ranks  = a->ranks;
  const int64_t before = dealt_nodes(a);
  int64_t      *number = match_nodes(a, b, apart), *need = ranks_take(ranks, b->cells.nnodes, sizeof *need);
  int64_t      *first = ranks_take(ranks, ranks->size + 1, sizeof *first), count = 0;
  Asked         asked;

  for (int i = 0; i < b->nodes.nnodes; i++) count += number[i] < 0;
  ranks_number(ranks, count, first);
  count = before + first[ranks->rank];
  for (int i = 0; i < b->nodes.nnodes; i++)
    if (number[i] < 0) number[i] = count++;
  dealt_ask(b, &asked);
  dealt_fetch(b, &asked, sizeof *need, number, need);
  asked_free(&asked);
  unite_sets(&a->cells, b, ranks);
  add_cells(a, b, need);
  add_nodes(a, b, number, before, before + first[ranks->size]);
  unite_node_sets(a, b, number, before);
  dealt_share_lists(a);
  dealt_free(b);
  free(number);
  free(need);
  free(first);
}
