/* distributed_mesh.c: a mesh that is dealt out: who has which node, and sets of nodes and cells. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"

void dealt_free(Dealt *d)
{
  geometry_free(&d->nodes);
  geometry_free(&d->cells);
  free(d->first);
  memset(d, 0, sizeof *d);
}

int64_t dealt_nodes(const Dealt *d) { return d->first[d->ranks->size]; }

/* ---- asking ------------------------------------------------------------------------------------------------------ */

void dealt_ask(const Dealt *d, Asked *asked)
{
  const Geometry *c  = &d->cells;
  int            *to = ranks_take(d->ranks, c->nnodes, sizeof *to);
  int64_t        *there;

  for (int i = 0; i < c->nnodes; i++) to[i] = ranks_with(d->ranks, d->first, c->node_number[i]);
  plan_make(d->ranks, c->nnodes, to, &asked->plan);
  free(to);
  there = ranks_take(d->ranks, asked->plan.m, sizeof *there);
  plan_send(&asked->plan, sizeof *there, c->node_number, there);
  asked->at = ranks_take(d->ranks, asked->plan.m, sizeof *asked->at);
  for (int64_t k = 0; k < asked->plan.m; k++) asked->at[k] = (int)(there[k] - d->first[d->ranks->rank]);
  free(there);
}

void asked_free(Asked *asked)
{
  plan_free(&asked->plan);
  free(asked->at);
}

void dealt_fetch(const Dealt *d, const Asked *asked, size_t each, const void *from, void *values)
{
  char *answers = ranks_take(d->ranks, asked->plan.m, each);

  for (int64_t k = 0; k < asked->plan.m; k++)
    memcpy(answers + (size_t)k * each, (const char *)from + (size_t)asked->at[k] * each, each);
  plan_back(&asked->plan, each, answers, values);
  free(answers);
}

void dealt_fetch_places(Dealt *d, const Asked *asked)
{
  free(d->cells.x);
  d->cells.x = ranks_take(d->ranks, d->cells.nnodes, sizeof *d->cells.x);
  dealt_fetch(d, asked, sizeof *d->cells.x, d->nodes.x, d->cells.x);
}

double dealt_box(const Dealt *d, double corner[3], double size[3])
{
  double most[6] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL, -HUGE_VAL};

  for (int i = 0; i < d->nodes.nnodes; i++)
    for (int c = 0; c < 3; c++) {
      most[c]     = fmax(most[c], d->nodes.x[i][c]);
      most[3 + c] = fmax(most[3 + c], -d->nodes.x[i][c]);
    }
  ranks_mosts(d->ranks, 6, most);
  for (int c = 0; c < 3; c++) {
    corner[c] = -most[3 + c];
    size[c]   = most[c] - corner[c];
  }
  return hypot(hypot(size[0], size[1]), size[2]);
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

static void check_lists(const Dealt *d)
{
  if (d->cells.lists.failed) ranks_no_memory(d->ranks);
}

/* Each rank's lists, one behind the other: how many sets, then these. */
static int *pack_lists(const Dealt *d, int64_t *n)
{
  const SetLists *lists = &d->cells.lists;
  int            *packed, *at;

  *n     = lists->n ? lists->n + lists->offset[lists->n] : 0;
  packed = at = ranks_take(d->ranks, *n, sizeof *packed);
  for (int l = 1; l <= lists->n; l++) {
    const int *sets, count = set_lists_get(lists, l, &sets);

    *at++ = count;
    memcpy(at, sets, (size_t)count * sizeof *at);
    at += count;
  }
  return packed;
}

void dealt_share_lists(Dealt *d)
{
  int64_t  n, total;
  int     *mine = pack_lists(d, &n), *all = ranks_gather(d->ranks, sizeof *all, n, mine, &total), *number, list = 0;
  SetLists shared = {.n = 0};

  for (int64_t k = 0; k < total; k += 1 + all[k]) (void)set_lists_find(&shared, all + k + 1, all[k]);
  number    = ranks_take(d->ranks, d->cells.lists.n + 1, sizeof *number);
  number[0] = 0;
  for (int64_t k = 0; k < n; k += 1 + mine[k]) number[++list] = set_lists_find(&shared, mine + k + 1, mine[k]);
  for (int c = 0; c < d->cells.ncells; c++) d->cells.cell_sets[c] = number[d->cells.cell_sets[c]];
  for (int i = 0; i < d->cells.nnodes; i++) d->cells.node_sets[i] = number[d->cells.node_sets[i]];
  for (int i = 0; i < d->nodes.nnodes; i++) d->nodes.node_sets[i] = number[d->nodes.node_sets[i]];
  set_lists_free(&d->cells.lists);
  d->cells.lists = shared;
  check_lists(d);
  free(mine);
  free(all);
  free(number);
}

int dealt_unite(SetLists *lists, int list, int other)
{
  const int n = other == list ? 0 : lists->offset[other] - (other ? lists->offset[other - 1] : 0);

  for (int k = 0; k < n && other; k++) { /* the lists may move while one is added */
    const int *sets;

    (void)set_lists_get(lists, other, &sets);
    list = set_lists_with(lists, list, sets[k]);
  }
  return list;
}

void dealt_nodes_of_sets(Dealt *d, int of_all)
{
  Asked asked;
  int  *there;

  if (geometry_nodes_of_sets(&d->cells)) ranks_no_memory(d->ranks);
  dealt_share_lists(d);
  dealt_ask(d, &asked);
  there = ranks_take(d->ranks, asked.plan.m, sizeof *there);
  plan_send(&asked.plan, sizeof *there, d->cells.node_sets, there);
  for (int i = 0; i < d->nodes.nnodes; i++) d->nodes.node_sets[i] = 0;
  for (int64_t k = 0; k < asked.plan.m; k++) {
    int *list = &d->nodes.node_sets[asked.at[k]];

    if (!*list) *list = there[k];
    else if (*list != there[k] && there[k]) *list = dealt_unite(&d->cells.lists, *list, there[k]);
  }
  for (int i = 0; i < d->nodes.nnodes && of_all >= 0; i++)
    d->nodes.node_sets[i] = set_lists_with(&d->cells.lists, d->nodes.node_sets[i], of_all);
  free(there);
  asked_free(&asked);
  dealt_share_lists(d);
}

/* ---- other places of the nodes ----------------------------------------------------------------------------------- */

void dealt_take_nodes(Dealt *d, int64_t n, const DealtNode moved[], int64_t total)
{
  const Ranks *ranks = d->ranks;
  int         *to    = ranks_take(ranks, n, sizeof *to);
  Geometry    *g     = &d->nodes;
  DealtNode   *there;
  Plan         plan;

  for (int r = 0; r <= ranks->size; r++) d->first[r] = total * r / ranks->size;
  for (int64_t k = 0; k < n; k++) to[k] = ranks_with(ranks, d->first, moved[k].number);
  plan_make(ranks, n, to, &plan);
  free(to);
  there = ranks_take(ranks, plan.m, sizeof *there);
  plan_send(&plan, sizeof *there, moved, there);
  geometry_free(g);
  if (geometry_allocate(g, (int)plan.m, 0, 0, 0)) ranks_no_memory(ranks);
  for (int64_t k = 0; k < plan.m; k++) {
    const int64_t i = there[k].number - d->first[ranks->rank];

    memcpy(g->x[i], there[k].x, sizeof *g->x);
    g->id[i]        = there[k].id;
    g->place[i]     = there[k].place;
    g->node_sets[i] = there[k].sets;
  }
  plan_free(&plan);
  free(there);
}

DealtNode dealt_node(const Geometry *g, int i, int64_t number)
{
  DealtNode node = {.number = number, .id = g->id[i], .place = g->place[i], .sets = g->node_sets[i]};

  memcpy(node.x, g->x[i], sizeof node.x);
  return node;
}

/* What a cell needs, and where it is among them. */
typedef struct {
  int64_t number;
  int     old;
} Needed;

static int compare_needed(const void *a, const void *b)
{
  const Needed *p = a, *q = b;

  return (p->number > q->number) - (p->number < q->number);
}

void dealt_order_needed(const Ranks *ranks, Geometry *c)
{
  Needed *need  = ranks_take(ranks, c->nnodes, sizeof *need);
  int    *place = ranks_take(ranks, c->nnodes, sizeof *place), *sets = ranks_take(ranks, c->nnodes, sizeof *sets);

  for (int i = 0; i < c->nnodes; i++) need[i] = (Needed){c->node_number[i], i};
  qsort(need, (size_t)c->nnodes, sizeof *need, compare_needed);
  for (int i = 0; i < c->nnodes; i++) {
    place[need[i].old] = i;
    c->node_number[i]  = need[i].number;
    sets[i]            = c->node_sets[need[i].old];
  }
  memcpy(c->node_sets, sets, (size_t)c->nnodes * sizeof *sets);
  for (int k = 0; k < c->offset[c->ncells]; k++) c->conn[k] = place[c->conn[k]];
  free(need);
  free(place);
  free(sets);
}

void dealt_renumber_nodes(Dealt *d, const int64_t number[])
{
  const int  n       = d->nodes.nnodes;
  DealtNode *moved   = ranks_take(d->ranks, n, sizeof *moved);
  int64_t   *fetched = ranks_take(d->ranks, d->cells.nnodes, sizeof *fetched);
  Asked      asked;

  dealt_ask(d, &asked);
  dealt_fetch(d, &asked, sizeof *fetched, number, fetched);
  asked_free(&asked);
  free(d->cells.node_number);
  d->cells.node_number = fetched;
  dealt_order_needed(d->ranks, &d->cells);
  for (int i = 0; i < n; i++) moved[i] = dealt_node(&d->nodes, i, number[i]);
  dealt_take_nodes(d, n, moved, dealt_nodes(d));
  free(moved);
}

void dealt_from_piece(const Ranks *ranks, Geometry *piece, Dealt *d)
{
  DealtNode *moved = ranks_take(ranks, piece->nnodes, sizeof *moved);
  int64_t    n     = 0;

  memset(d, 0, sizeof *d);
  d->ranks = ranks;
  d->first = ranks_take(ranks, ranks->size + 1, sizeof *d->first);
  d->cells = *piece;
  memset(piece, 0, sizeof *piece);
  dealt_share_lists(d); /* before nodes take their numbers along */
  for (int i = 0; i < d->cells.nnodes; i++)
    if (d->cells.owner[i] == ranks->rank) moved[n++] = dealt_node(&d->cells, i, d->cells.node_number[i]);
  d->ncells = ranks_sum(ranks, d->cells.ncells);
  dealt_order_needed(ranks, &d->cells);
  dealt_take_nodes(d, n, moved, ranks_sum(ranks, n));
  free(moved);
}
