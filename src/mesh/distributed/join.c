/* join.c: joins two distributed meshes: their nodes, cells and sets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/hash_index.h"
#include "mesh/mesh.h"
#include "point_locator.h"
#include "distributed_mesh.h"

/* The node of the first mesh that is nearest to one of the second. */
typedef struct {
  double  distance;
  int64_t number; /* -1 if no node is near */
} NodeMatch;

static int compare_binned_numbers(const void *a, const void *b)
{
  const BinnedNode *p = a, *q = b;

  return compare_int64(p->number, q->number);
}

/* Sets match[n] to the nearest node of the first mesh for each node of the second mesh.

   Input:
     node  [n] nodes in the bins of this rank */
static void match_in_bins(const Ranks *ranks, double tolerance, const double corner[3], int64_t n,
                          const BinnedNode node[], NodeMatch match[])
{
  /* nodes of the first mesh, sorted, so that the first of equally near ones matches */
  BinnedNode *first    = ranks_malloc(ranks, n, sizeof *first);
  double(*x)[3]        = ranks_malloc(ranks, n, sizeof *x);
  int64_t      count   = 0;
  PointLocator locator = point_locator_init((const double(*)[3])x, tolerance, corner);

  for (int64_t k = 0; k < n; k++)
    if (!node[k].mesh) first[count++] = node[k];
  qsort(first, (size_t)count, sizeof *first, compare_binned_numbers);
  for (int64_t k = 0; k < count; k++) {
    memcpy(x[k], first[k].x, sizeof *x);
    if ((!k || first[k].number != first[k - 1].number) && point_locator_add(&locator, (int)k))
      ranks_out_of_memory(ranks);
  }
  for (int64_t k = 0; k < n; k++) {
    const int found = node[k].mesh ? point_locator_find(&locator, node[k].x) : -1;

    match[k] = (NodeMatch){HUGE_VAL, -1};
    if (found >= 0)
      match[k] = (NodeMatch){point_distance(x[found], node[k].x), first[found].number};
  }
  point_locator_free(&locator);
  free(first);
  free(x);
}

int64_t *match_nodes(const DistributedMesh *a, const unsigned char of_a[], const DistributedMesh *b,
                     const unsigned char of_b[], double tolerance)
{
  const Ranks *ranks  = a->ranks;
  int64_t     *number = ranks_malloc(ranks, b->nodes.nnodes, sizeof *number);
  double       corner[3], size[3];
  NodeMatch   *match, *replied, *best = ranks_malloc(ranks, b->nodes.nnodes, sizeof *best);
  SpatialBins  bins;

  for (int i = 0; i < b->nodes.nnodes; i++) best[i] = (NodeMatch){HUGE_VAL, -1};
  if (tolerance > 0) {
    (void)distributed_mesh_bounding_box(a, corner, size);
    bins = spatial_bins_init(ranks, tolerance, corner);
    spatial_bins_add(&bins, a, of_a, 0);
    spatial_bins_add(&bins, b, of_b, 1);
    spatial_bins_exchange(&bins, (const DistributedMesh *const[2]){a, b});
    match   = ranks_malloc(ranks, bins.plan.m, sizeof *match);
    replied = ranks_malloc(ranks, bins.node.n, sizeof *replied);
    match_in_bins(ranks, tolerance, corner, bins.plan.m, bins.received, match);
    exchange_send_back(&bins.plan, sizeof *match, match, replied);
    for (int64_t k = 0; k < bins.node.n; k++) {
      NodeMatch *to = &best[bins.node.at[k] < 0 ? -1 - bins.node.at[k] : 0];

      if (bins.node.at[k] < 0 && replied[k].number >= 0 &&
          (replied[k].distance < to->distance ||
           (replied[k].distance == to->distance && replied[k].number < to->number)))
        *to = replied[k];
    }
    free(match);
    free(replied);
    spatial_bins_free(&bins);
  }
  for (int i = 0; i < b->nodes.nnodes; i++) number[i] = best[i].number;
  free(best);
  return number;
}

/* ---- sets ------------------------------------------------------------------------------------ */

typedef struct {
  const Geometry *g;
  const char     *name;
} NamedSet;

static int has_name(const void *context, int set)
{
  const NamedSet *of = context;

  return !strcmp(of->g->set_name[set], of->name);
}

/* Adds the sets of b to a, each name once. Each name is searched by a hash, because a mesh may have
   as many sets as cells.

   Output:
     set  [b->nsets] their numbers in a */
static void find_or_add_sets(Geometry *a, const Geometry *b, int set[], const Ranks *ranks)
{
  HashIndex names  = {0};
  int       failed = 0;

  for (int s = 0; s < a->nsets; s++)
    failed |= hash_index_add(&names, hash_bytes(0, a->set_name[s], strlen(a->set_name[s])), s);
  for (int s = 0; s < b->nsets && !failed; s++) {
    const NamedSet of   = {a, b->set_name[s]};
    const uint64_t hash = hash_bytes(0, of.name, strlen(of.name));

    set[s] = hash_index_find(&names, hash, has_name, &of);
    if (set[s] >= 0) continue;
    set[s] = geometry_append_set(a, of.name);
    failed = set[s] < 0 || hash_index_add(&names, hash, set[s]);
  }
  hash_index_free(&names);
  if (failed) ranks_out_of_memory(ranks);
}

/* Adds the sets and lists of b to a, each name once. The lists in b get their numbers in a. */
static void merge_sets(Geometry *a, DistributedMesh *b, const Ranks *ranks)
{
  Geometry *from = &b->cells;
  int      *set  = ranks_malloc(ranks, from->nsets, sizeof *set),
      *list      = ranks_malloc(ranks, from->lists.n + 1, sizeof *list);
  int *sets      = ranks_malloc(ranks, from->nsets, sizeof *sets);

  find_or_add_sets(a, from, set, ranks);
  list[0] = 0;
  for (int l = 1; l <= from->lists.n; l++) {
    const int *in, n = set_lists_get(&from->lists, l, &in);

    for (int k = 0; k < n; k++) sets[k] = set[in[k]];
    list[l] = set_lists_find_or_add_unsorted(&a->lists, sets, n);
  }
  for (int c = 0; c < from->ncells; c++) from->cell_sets[c] = list[from->cell_sets[c]];
  for (int i = 0; i < b->nodes.nnodes; i++) b->nodes.node_sets[i] = list[b->nodes.node_sets[i]];
  if (a->lists.failed) ranks_out_of_memory(ranks);
  free(set);
  free(list);
  free(sets);
}

/* Adds the sets of the nodes of b to the nodes of a that they have become.

   Input:
     number  [b->nodes.nnodes] new numbers; those below `before` are nodes of a */
static void merge_node_sets(DistributedMesh *a, const DistributedMesh *b, const int64_t number[],
                            int64_t before)
{
  typedef struct {
    int64_t number;
    int     list;
  } NodeSets;
  const Ranks *ranks = a->ranks;
  int64_t      n     = 0;
  NodeSets    *local = ranks_malloc(ranks, b->nodes.nnodes, sizeof *local), *received;
  int         *to    = ranks_malloc(ranks, b->nodes.nnodes, sizeof *to);
  ExchangePlan plan;

  for (int i = 0; i < b->nodes.nnodes; i++) {
    if (number[i] >= before) continue;
    local[n] = (NodeSets){number[i], b->nodes.node_sets[i]};
    to[n++]  = ranks_find_owner(ranks, a->first, number[i]);
  }
  exchange_plan_create(ranks, n, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, local, received);
  for (int64_t k = 0; k < plan.m; k++) {
    int *list = &a->nodes.node_sets[received[k].number - a->first[ranks->rank]];

    *list = set_lists_union(&a->cells.lists, *list, received[k].list);
  }
  exchange_plan_free(&plan);
  free(local);
  free(received);
  free(to);
}

/* ---- nodes and cells ------------------------------------------------------------------------- */

void append_cells(DistributedMesh *a, const DistributedMesh *b, const int64_t needed[])
{
  const Ranks    *ranks  = a->ranks;
  Geometry       *p      = &a->cells, sum;
  const Geometry *q      = &b->cells;
  const int64_t   n      = (int64_t)p->nnodes + q->nnodes;
  int64_t        *number = ranks_malloc(ranks, n, sizeof *number), *distinct;
  int            *at     = ranks_malloc(ranks, n, sizeof *at), count;

  memcpy(number, p->node_number, (size_t)p->nnodes * sizeof *number);
  memcpy(number + p->nnodes, needed, (size_t)q->nnodes * sizeof *number);
  count = (int)distinct_numbers(ranks, n, number, at, &distinct);
  if (geometry_allocate(&sum, count, p->ncells + q->ncells,
                        p->offset[p->ncells] + q->offset[q->ncells], p->nsets))
    ranks_out_of_memory(ranks);
  if ((p->rise || q->rise) && geometry_allocate_rise(&sum)) ranks_out_of_memory(ranks);
  if ((p->origin || q->origin) && geometry_allocate_origin(&sum)) ranks_out_of_memory(ranks);
  memcpy(sum.node_number, distinct, (size_t)count * sizeof *distinct);
  memcpy(sum.set_name, p->set_name, (size_t)p->nsets * sizeof *p->set_name);
  for (int second = 0, to = 0; second < 2; second++) {
    const Geometry *g = second ? q : p;

    for (int c = 0; c < g->ncells; c++, to++) {
      const int nn = geometry_cell_size(g, c);

      sum.shape[to]       = g->shape[c];
      sum.cell_sets[to]   = g->cell_sets[c];
      sum.cell_number[to] = g->cell_number[c] + (second ? a->ncells : 0);
      sum.offset[to + 1]  = sum.offset[to] + nn;
      if (g->rise) memcpy(sum.rise[to], g->rise[c], sizeof *g->rise);
      if (g->origin) sum.origin[to] = g->origin[c];
      for (int k = 0; k < nn; k++)
        sum.conn[sum.offset[to] + k] = at[g->conn[g->offset[c] + k] + (second ? p->nnodes : 0)];
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

/* Sets the nodes: those of a, and those of b that have not become a node of a. */
static void append_nodes(DistributedMesh *a, const DistributedMesh *b, const int64_t number[],
                         int64_t before, int64_t total)
{
  const Ranks *ranks = a->ranks;
  int64_t      n = 0, last = -1; /* no largest id in a mesh without nodes */
  NodeRecord  *node = ranks_malloc(ranks, (int64_t)a->nodes.nnodes + b->nodes.nnodes, sizeof *node);

  for (int i = 0; i < a->nodes.nnodes; i++) {
    node[n++] = node_record(&a->nodes, i, a->first[ranks->rank] + i);
    if (a->nodes.id[i] > last) last = a->nodes.id[i];
  }
  last = ranks_max(ranks, last);
  for (int i = 0; i < b->nodes.nnodes; i++) {
    if (number[i] < before) continue;
    node[n] = node_record(&b->nodes, i, number[i]);
    node[n++].id += last + 1;
  }
  distributed_mesh_set_nodes(a, n, node, total);
  free(node);
}

/* Returns joins[nodes.nnodes], 1 for the nodes that can be joined, 0 for the further nodes at the
   ends of members, which have the places of points. The caller frees it. */
static unsigned char *find_joining_nodes(const DistributedMesh *d)
{
  const int      set   = geometry_find_set(&d->cells, SPLIT_OFF_SET);
  unsigned char *joins = ranks_malloc(d->ranks, d->nodes.nnodes, 1);

  for (int i = 0; i < d->nodes.nnodes; i++)
    joins[i] =
      (unsigned char)(set < 0 || !set_lists_has_set(&d->cells.lists, d->nodes.node_sets[i], set));
  return joins;
}

void join_meshes(DistributedMesh *a, DistributedMesh *b, double tolerance)
{
  const Ranks   *ranks  = a->ranks;
  const int64_t  before = distributed_mesh_node_count(a);
  unsigned char *of_a = find_joining_nodes(a), *of_b = find_joining_nodes(b);
  int64_t       *number = match_nodes(a, of_a, b, of_b, tolerance),
          *needed       = ranks_malloc(ranks, b->cells.nnodes, sizeof *needed);
  int64_t  *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first), count = 0;
  NodeFetch fetch;

  for (int i = 0; i < b->nodes.nnodes; i++) count += number[i] < 0;
  ranks_offsets(ranks, count, first);
  count = before + first[ranks->rank];
  for (int i = 0; i < b->nodes.nnodes; i++)
    if (number[i] < 0) number[i] = count++;
  distributed_mesh_plan_fetch(b, &fetch);
  distributed_mesh_fetch(b, &fetch, sizeof *needed, number, needed);
  node_fetch_free(&fetch);
  merge_sets(&a->cells, b, ranks);
  append_cells(a, b, needed);
  append_nodes(a, b, number, before, before + first[ranks->size]);
  merge_node_sets(a, b, number, before);
  distributed_mesh_unify_lists(a);
  distributed_mesh_free(b);
  free(of_a);
  free(of_b);
  free(number);
  free(needed);
  free(first);
}

/* ---- nodes of one mesh ----------------------------------------------------------------------- */

int join_nodes(DistributedMesh *b, const int64_t number[], int64_t total, const int64_t joined[])
{
  const Ranks    *ranks  = b->ranks;
  DistributedMesh a      = {.ranks = ranks};
  int64_t        *needed = ranks_malloc(ranks, b->cells.nnodes, sizeof *needed), twice = 0;
  int64_t        *into = ranks_malloc(ranks, b->nodes.nnodes, sizeof *into);
  NodeFetch       fetch;

  distributed_mesh_plan_fetch(b, &fetch);
  distributed_mesh_fetch(b, &fetch, sizeof *needed, joined, needed);
  node_fetch_free(&fetch);
  for (int c = 0; c < b->cells.ncells; c++)
    for (int k = b->cells.offset[c]; k < b->cells.offset[c + 1]; k++)
      for (int l = b->cells.offset[c]; l < k; l++)
        twice |= needed[b->cells.conn[k]] == needed[b->cells.conn[l]];
  twice = ranks_max(ranks, twice);
  if (!twice) {
    a.first = ranks_malloc(ranks, ranks->size + 1, sizeof *a.first);
    if (geometry_allocate(&a.cells, 0, 0, 0, 0)) ranks_out_of_memory(ranks);
    merge_sets(&a.cells, b, ranks);
    append_cells(&a, b, needed);
    append_nodes(&a, b, number, 0, total);
    for (int i = 0; i < b->nodes.nnodes; i++) into[i] = number[i] < 0 ? joined[i] : total;
    merge_node_sets(&a, b, into, total);
    distributed_mesh_unify_lists(&a);
    distributed_mesh_free(b);
    *b = a;
  }
  free(needed);
  free(into);
  return (int)twice;
}

void join_lines(DistributedMesh *a, int n, const int64_t line[][2], const char set[])
{
  const Ranks    *ranks = a->ranks;
  DistributedMesh b     = {.ranks = ranks};
  int64_t        *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first), *distinct;
  int            *at = ranks_malloc(ranks, 2 * (int64_t)n, sizeof *at), list, zero = 0;
  const int count = (int)distinct_numbers(ranks, 2 * (int64_t)n, (int64_t *)line[0], at, &distinct);

  ranks_offsets(ranks, n, first);
  if (geometry_allocate(&b.cells, count, n, 2 * n, 0) || geometry_add_set(&b.cells, set) < 0)
    ranks_out_of_memory(ranks);
  list = set_lists_find_or_add(&b.cells.lists, &zero, 1);
  for (int c = 0; c < n; c++) {
    b.cells.shape[c]       = SHAPE_LINE;
    b.cells.cell_sets[c]   = list;
    b.cells.cell_number[c] = first[ranks->rank] + c;
    b.cells.offset[c + 1]  = 2 * (c + 1);
  }
  memcpy(b.cells.conn, at, 2 * (size_t)n * sizeof *at);
  b.ncells = first[ranks->size];
  merge_sets(&a->cells, &b, ranks);
  append_cells(a, &b, distinct);
  distributed_mesh_unify_lists(a);
  geometry_free(&b.cells);
  free(first);
  free(distinct);
  free(at);
}
