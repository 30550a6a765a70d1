/* distributed_mesh.c: fetches, renumbers and moves nodes of a distributed mesh, and their sets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"

void distributed_mesh_free(DistributedMesh *d)
{
  geometry_free(&d->nodes);
  geometry_free(&d->cells);
  free(d->first);
  memset(d, 0, sizeof *d);
}

int64_t distributed_mesh_node_count(const DistributedMesh *d) { return d->first[d->ranks->size]; }

/* ---- fetching -------------------------------------------------------------------------------- */

void distributed_mesh_plan_fetch(const DistributedMesh *d, NodeFetch *fetch)
{
  const Geometry *c  = &d->cells;
  int            *to = ranks_malloc(d->ranks, c->nnodes, sizeof *to);
  int64_t        *received;

  for (int i = 0; i < c->nnodes; i++)
    to[i] = ranks_find_owner(d->ranks, d->first, c->node_number[i]);
  exchange_plan_create(d->ranks, c->nnodes, to, &fetch->plan);
  free(to);
  received = ranks_malloc(d->ranks, fetch->plan.m, sizeof *received);
  exchange_send(&fetch->plan, sizeof *received, c->node_number, received);
  fetch->at = ranks_malloc(d->ranks, fetch->plan.m, sizeof *fetch->at);
  for (int64_t k = 0; k < fetch->plan.m; k++)
    fetch->at[k] = (int)(received[k] - d->first[d->ranks->rank]);
  free(received);
}

void node_fetch_free(NodeFetch *fetch)
{
  exchange_plan_free(&fetch->plan);
  free(fetch->at);
}

void distributed_mesh_fetch(const DistributedMesh *d, const NodeFetch *fetch, size_t record_size,
                            const void *from, void *values)
{
  char *answers = ranks_malloc(d->ranks, fetch->plan.m, record_size);

  for (int64_t k = 0; k < fetch->plan.m; k++)
    memcpy(answers + (size_t)k * record_size,
           (const char *)from + (size_t)fetch->at[k] * record_size, record_size);
  exchange_send_back(&fetch->plan, record_size, answers, values);
  free(answers);
}

void distributed_mesh_fetch_x(DistributedMesh *d, const NodeFetch *fetch)
{
  free(d->cells.x);
  d->cells.x = ranks_malloc(d->ranks, d->cells.nnodes, sizeof *d->cells.x);
  distributed_mesh_fetch(d, fetch, sizeof *d->cells.x, d->nodes.x, d->cells.x);
}

double distributed_mesh_bounding_box(const DistributedMesh *d, double corner[3], double size[3])
{
  double maximum[6] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  for (int i = 0; i < d->nodes.nnodes; i++)
    for (int c = 0; c < 3; c++) {
      maximum[c]     = fmax(maximum[c], d->nodes.x[i][c]);
      maximum[3 + c] = fmax(maximum[3 + c], -d->nodes.x[i][c]);
    }
  ranks_max_reals(d->ranks, 6, maximum);
  for (int c = 0; c < 3; c++) {
    corner[c] = -maximum[3 + c];
    size[c]   = maximum[c] - corner[c];
  }
  return hypot(hypot(size[0], size[1]), size[2]);
}

/* ---- sets ------------------------------------------------------------------------------------ */

static void check_set_lists(const DistributedMesh *d)
{
  if (d->cells.lists.failed) ranks_out_of_memory(d->ranks);
}

/* Returns the lists of this rank, consecutively: number of sets, then the sets. */
static int *pack_set_lists(const DistributedMesh *d, int64_t *n)
{
  const SetLists *lists = &d->cells.lists;
  int            *packed, *at;

  *n     = lists->n ? lists->n + lists->offset[lists->n] : 0;
  packed = at = ranks_malloc(d->ranks, *n, sizeof *packed);
  for (int l = 1; l <= lists->n; l++) {
    const int *sets, count = set_lists_get(lists, l, &sets);

    *at++ = count;
    memcpy(at, sets, (size_t)count * sizeof *at);
    at += count;
  }
  return packed;
}

void distributed_mesh_unify_lists(DistributedMesh *d)
{
  int64_t n, total;
  int *mine = pack_set_lists(d, &n), *all = ranks_allgather(d->ranks, sizeof *all, n, mine, &total),
      *number, list                       = 0;
  SetLists shared = {.n = 0};

  for (int64_t k = 0; k < total; k += 1 + all[k])
    (void)set_lists_find_or_add(&shared, all + k + 1, all[k]);
  number    = ranks_malloc(d->ranks, d->cells.lists.n + 1, sizeof *number);
  number[0] = 0;
  for (int64_t k = 0; k < n; k += 1 + mine[k])
    number[++list] = set_lists_find_or_add(&shared, mine + k + 1, mine[k]);
  for (int c = 0; c < d->cells.ncells; c++) d->cells.cell_sets[c] = number[d->cells.cell_sets[c]];
  for (int i = 0; i < d->cells.nnodes; i++) d->cells.node_sets[i] = number[d->cells.node_sets[i]];
  for (int i = 0; i < d->nodes.nnodes; i++) d->nodes.node_sets[i] = number[d->nodes.node_sets[i]];
  set_lists_free(&d->cells.lists);
  d->cells.lists = shared;
  check_set_lists(d);
  free(mine);
  free(all);
  free(number);
}

int set_lists_union(SetLists *lists, int list, int other)
{
  const int n = other == list ? 0 : lists->offset[other] - (other ? lists->offset[other - 1] : 0);

  for (int k = 0; k < n && other; k++) { /* the array may move while a list is added */
    const int *sets;

    (void)set_lists_get(lists, other, &sets);
    list = set_lists_with_set(lists, list, sets[k]);
  }
  return list;
}

void distributed_mesh_sets_to_nodes(DistributedMesh *d, int of_all)
{
  NodeFetch fetch;
  int      *received;

  if (geometry_sets_to_nodes(&d->cells)) ranks_out_of_memory(d->ranks);
  distributed_mesh_unify_lists(d);
  distributed_mesh_plan_fetch(d, &fetch);
  received = ranks_malloc(d->ranks, fetch.plan.m, sizeof *received);
  exchange_send(&fetch.plan, sizeof *received, d->cells.node_sets, received);
  for (int i = 0; i < d->nodes.nnodes; i++) d->nodes.node_sets[i] = 0;
  for (int64_t k = 0; k < fetch.plan.m; k++) {
    int *list = &d->nodes.node_sets[fetch.at[k]];

    if (!*list) *list = received[k];
    else if (*list != received[k] && received[k])
      *list = set_lists_union(&d->cells.lists, *list, received[k]);
  }
  for (int i = 0; i < d->nodes.nnodes && of_all >= 0; i++)
    d->nodes.node_sets[i] = set_lists_with_set(&d->cells.lists, d->nodes.node_sets[i], of_all);
  free(received);
  node_fetch_free(&fetch);
  distributed_mesh_unify_lists(d);
}

/* ---- moving nodes to other ranks ------------------------------------------------------------- */

void distributed_mesh_set_nodes(DistributedMesh *d, int64_t n, const NodeRecord record[],
                                int64_t total)
{
  const Ranks *ranks = d->ranks;
  int         *to    = ranks_malloc(ranks, n, sizeof *to);
  Geometry    *g     = &d->nodes;
  NodeRecord  *received;
  ExchangePlan plan;

  for (int r = 0; r <= ranks->size; r++) d->first[r] = total * r / ranks->size;
  for (int64_t k = 0; k < n; k++) to[k] = ranks_find_owner(ranks, d->first, record[k].number);
  exchange_plan_create(ranks, n, to, &plan);
  free(to);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, record, received);
  geometry_free(g);
  if (geometry_allocate(g, (int)plan.m, 0, 0, 0)) ranks_out_of_memory(ranks);
  for (int64_t k = 0; k < plan.m; k++) {
    const int64_t i = received[k].number - d->first[ranks->rank];

    memcpy(g->x[i], received[k].x, sizeof *g->x);
    g->id[i]        = received[k].id;
    g->place[i]     = received[k].place;
    g->node_sets[i] = received[k].sets;
  }
  exchange_plan_free(&plan);
  free(received);
}

NodeRecord node_record(const Geometry *g, int i, int64_t number)
{
  NodeRecord node = {
    .number = number, .id = g->id[i], .place = g->place[i], .sets = g->node_sets[i]};

  memcpy(node.x, g->x[i], sizeof node.x);
  return node;
}

/* A node that the cells need, and its index before sorting. */
typedef struct {
  int64_t number;
  int     old;
} NeededNode;

static int compare_needed_nodes(const void *a, const void *b)
{
  const NeededNode *p = a, *q = b;

  return compare_int64(p->number, q->number);
}

void sort_needed_nodes(const Ranks *ranks, Geometry *c)
{
  NeededNode *needed = ranks_malloc(ranks, c->nnodes, sizeof *needed);
  int        *place  = ranks_malloc(ranks, c->nnodes, sizeof *place),
      *sets          = ranks_malloc(ranks, c->nnodes, sizeof *sets);

  for (int i = 0; i < c->nnodes; i++) needed[i] = (NeededNode){c->node_number[i], i};
  qsort(needed, (size_t)c->nnodes, sizeof *needed, compare_needed_nodes);
  for (int i = 0; i < c->nnodes; i++) {
    place[needed[i].old] = i;
    c->node_number[i]    = needed[i].number;
    sets[i]              = c->node_sets[needed[i].old];
  }
  memcpy(c->node_sets, sets, (size_t)c->nnodes * sizeof *sets);
  for (int k = 0; k < c->offset[c->ncells]; k++) c->conn[k] = place[c->conn[k]];
  free(needed);
  free(place);
  free(sets);
}

void distributed_mesh_renumber_nodes(DistributedMesh *d, const int64_t number[])
{
  const int   n       = d->nodes.nnodes;
  NodeRecord *record  = ranks_malloc(d->ranks, n, sizeof *record);
  int64_t    *fetched = ranks_malloc(d->ranks, d->cells.nnodes, sizeof *fetched);
  NodeFetch   fetch;

  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *fetched, number, fetched);
  node_fetch_free(&fetch);
  free(d->cells.node_number);
  d->cells.node_number = fetched;
  sort_needed_nodes(d->ranks, &d->cells);
  for (int i = 0; i < n; i++) record[i] = node_record(&d->nodes, i, number[i]);
  distributed_mesh_set_nodes(d, n, record, distributed_mesh_node_count(d));
  free(record);
}

void distributed_mesh_from_local(const Ranks *ranks, Geometry *local_mesh, DistributedMesh *d)
{
  NodeRecord *record = ranks_malloc(ranks, local_mesh->nnodes, sizeof *record);
  int64_t     n      = 0;

  memset(d, 0, sizeof *d);
  d->ranks = ranks;
  d->first = ranks_malloc(ranks, ranks->size + 1, sizeof *d->first);
  d->cells = *local_mesh;
  memset(local_mesh, 0, sizeof *local_mesh);
  distributed_mesh_unify_lists(d); /* before the records of nodes copy their numbers */
  for (int i = 0; i < d->cells.nnodes; i++)
    if (d->cells.owner[i] == ranks->rank)
      record[n++] = node_record(&d->cells, i, d->cells.node_number[i]);
  d->ncells = ranks_sum(ranks, d->cells.ncells);
  sort_needed_nodes(ranks, &d->cells);
  distributed_mesh_set_nodes(d, n, record, ranks_sum(ranks, n));
  free(record);
}
