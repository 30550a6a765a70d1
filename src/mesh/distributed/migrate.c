/* migrate.c: the cells of a dealt mesh go to the ranks that they are given to, and their nodes get owners. */
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"

/* A cell on its way; node: numbers in the whole mesh. */
typedef struct {
  int64_t number, node[SHAPE_MAX_NODES];
  int     sets, shape;
} Moved;

static int compare_moved(const void *a, const void *b)
{
  const Moved *p = a, *q = b;

  return (p->number > q->number) - (p->number < q->number);
}

/* cells = the n cells and what they need. */
static void take_cells(Dealt *d, int64_t n, const Moved cell[])
{
  Geometry *g     = &d->cells, made;
  int64_t   nconn = 0, *number, *need;
  int      *at, k = 0;

  for (int64_t c = 0; c < n; c++) nconn += shape_nodes((Shape)cell[c].shape);
  number = ranks_take(d->ranks, nconn, sizeof *number);
  at     = ranks_take(d->ranks, nconn, sizeof *at);
  for (int64_t c = 0; c < n; c++)
    for (int i = 0; i < shape_nodes((Shape)cell[c].shape); i++) number[k++] = cell[c].node[i];
  if (geometry_allocate(&made, (int)distinct_numbers(d->ranks, nconn, number, at, &need), (int)n, 0, g->nsets))
    ranks_no_memory(d->ranks);
  free(number);
  free(made.conn);
  made.conn = at;
  memcpy(made.node_number, need, (size_t)made.nnodes * sizeof *need);
  free(need);
  for (int c = 0; c < (int)n; c++) {
    made.offset[c + 1]  = made.offset[c] + shape_nodes((Shape)cell[c].shape);
    made.shape[c]       = (unsigned char)cell[c].shape;
    made.cell_sets[c]   = cell[c].sets;
    made.cell_number[c] = cell[c].number;
  }
  memcpy(made.set_name, g->set_name, (size_t)g->nsets * sizeof *g->set_name);
  made.lists = g->lists;
  memset(&g->lists, 0, sizeof g->lists);
  geometry_free(g);
  *g = made;
}

static void move_cells(Dealt *d, const int to[])
{
  const Geometry *g = &d->cells;
  Moved          *here, *there;
  Plan            plan;

  plan_make(d->ranks, g->ncells, to, &plan);
  here = ranks_take(d->ranks, g->ncells, sizeof *here);
  for (int c = 0; c < g->ncells; c++) {
    Moved *cell = &here[plan.place ? plan.place[c] : c];

    *cell = (Moved){.number = g->cell_number[c], .sets = g->cell_sets[c], .shape = g->shape[c]};
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) cell->node[k - g->offset[c]] = g->node_number[g->conn[k]];
  }
  there = ranks_take(d->ranks, plan.m, sizeof *there);
  plan_send_sorted(&plan, sizeof *there, here, there);
  free(here);
  qsort(there, (size_t)plan.m, sizeof *there, compare_moved);
  take_cells(d, plan.m, there);
  free(there);
  plan_free(&plan);
}

/* ---- owners ------------------------------------------------------------------------------------------------------ */

/* A rank that has a node, with some cells of it; node: its number there. */
typedef struct {
  int rank, node, cells;
} Holder;

/* Most cells; of equal ones now the lower and now the higher rank, so that none gets the nodes of all its borders. */
static int is_better(const Holder *a, const Holder *b)
{
  if (a->cells != b->cells) return a->cells > b->cells;
  return (a->rank + b->rank) % 2 ? a->rank > b->rank : a->rank < b->rank;
}

/* g->owner, owner_node. */
static void find_owners(const Dealt *d, const Asked *asked, Geometry *g)
{
  const Ranks *ranks = d->ranks;
  Holder *here = ranks_take(ranks, g->nnodes, sizeof *here), *there = ranks_take(ranks, asked->plan.m, sizeof *there);
  Holder *best = ranks_clear(ranks, d->nodes.nnodes, sizeof *best);

  for (int i = 0; i < g->nnodes; i++) here[i] = (Holder){ranks->rank, i, 0};
  for (int k = 0; k < g->offset[g->ncells]; k++) here[g->conn[k]].cells++;
  plan_send(&asked->plan, sizeof *there, here, there);
  for (int64_t k = 0; k < asked->plan.m; k++)
    if (!best[asked->at[k]].cells || is_better(&there[k], &best[asked->at[k]])) best[asked->at[k]] = there[k];
  free(there);
  dealt_fetch(d, asked, sizeof *best, best, here);
  g->owner      = ranks_take(ranks, g->nnodes, sizeof *g->owner);
  g->owner_node = ranks_take(ranks, g->nnodes, sizeof *g->owner_node);
  for (int i = 0; i < g->nnodes; i++) {
    g->owner[i]      = here[i].rank;
    g->owner_node[i] = here[i].node;
  }
  free(here);
  free(best);
}

void dealt_make_pieces(Dealt *d, const int to[], Geometry *g)
{
  Asked asked;

  move_cells(d, to);
  dealt_ask(d, &asked);
  *g = d->cells;
  memset(&d->cells, 0, sizeof d->cells);
  dealt_fetch(d, &asked, sizeof *g->x, d->nodes.x, g->x);
  dealt_fetch(d, &asked, sizeof *g->id, d->nodes.id, g->id);
  dealt_fetch(d, &asked, sizeof *g->place, d->nodes.place, g->place);
  dealt_fetch(d, &asked, sizeof *g->node_sets, d->nodes.node_sets, g->node_sets);
  g->nplaces = d->nodes.nplaces;
  find_owners(d, &asked, g);
  asked_free(&asked);
  dealt_free(d);
}
