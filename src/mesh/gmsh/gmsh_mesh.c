/* gmsh_mesh.c: from the nodes, elements and groups of a Gmsh file to the dealt mesh. */
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

/* ---- elements that are there again ------------------------------------------------------------------------------- */

/* An element of 2.2 with its group; node: numbers in the mesh, -1 behind the last one. */
typedef struct {
  int64_t entity, node[SHAPE_MAX_NODES], number;
  int     shape, set;
} Repeated;

static Repeated repeated_cell(const Reader *r, const Geometry *g, int c, int64_t first)
{
  Repeated cell = {.entity = r->entity.at[c], .number = first + c, .shape = g->shape[c], .set = r->set.at[c]};

  for (int i = 0; i < SHAPE_MAX_NODES; i++)
    cell.node[i] = i < geometry_cell_size(g, c) ? g->node_number[g->conn[g->offset[c] + i]] : -1;
  return cell;
}

static int compare_same(const Repeated *p, const Repeated *q)
{
  if (p->entity != q->entity) return p->entity < q->entity ? -1 : 1;
  if (p->shape != q->shape) return p->shape < q->shape ? -1 : 1;
  for (int i = 0; i < SHAPE_MAX_NODES; i++)
    if (p->node[i] != q->node[i]) return p->node[i] < q->node[i] ? -1 : 1;
  return 0;
}

/* Order by entity, shape and nodes, equal elements in the order of the file. */
static int compare_repeated(const void *a, const void *b)
{
  const Repeated *p = *(Repeated *const *)a, *q = *(Repeated *const *)b;
  const int       order = compare_same(p, q);

  return order ? order : (p->number > q->number) - (p->number < q->number);
}

/* twin[n] = number of the first element that is the same as each of n, or its own. Cells of the same group are never the same, even with the same nodes: they may be
   two springs side by side. */
static void find_twins(const Ranks *ranks, int64_t n, const Repeated cell[], int64_t twin[])
{
  const Repeated **order = ranks_take(ranks, n, sizeof(Repeated *)), *first = NULL;

  for (int64_t k = 0; k < n; k++) order[k] = &cell[k];
  qsort(order, (size_t)n, sizeof(Repeated *), compare_repeated);
  for (int64_t k = 0; k < n; k++) {
    if (!first || compare_same(order[k], first) || order[k]->set == order[k - 1]->set || order[k]->set == first->set)
      first = order[k];
    twin[order[k] - cell] = first->number;
  }
  free(order);
}

/* The number of all ranks' elements with a group that may be there again, here[n] and to[n]; malloc'ed. */
static int64_t find_suspects(const Reader *r, const Dealt *d, int64_t first, Repeated **here, int **to)
{
  const Ranks   *ranks = r->ranks;
  uint64_t      *hash  = ranks_take(ranks, r->here_cells, sizeof *hash);
  unsigned char *equal = ranks_take(ranks, r->here_cells, 1);
  int64_t        n     = 0;

  for (int c = 0; c < r->here_cells; c++) {
    Repeated cell = repeated_cell(r, &d->cells, c, 0);

    hash[c] = index_hash((uint64_t)cell.shape, &cell, offsetof(Repeated, number));
  }
  ranks_find_equal(ranks, r->here_cells, hash, equal);
  for (int c = 0; c < r->here_cells; c++) n += equal[c] && r->set.at[c] >= 0;
  *here = ranks_take(ranks, n, sizeof **here);
  *to   = ranks_take(ranks, n, sizeof **to);
  n     = 0;
  for (int c = 0; c < r->here_cells; c++)
    if (equal[c] && r->set.at[c] >= 0) {
      (*here)[n] = repeated_cell(r, &d->cells, c, first);
      (*to)[n++] = ranks_of_hash(ranks, hash[c]);
    }
  free(hash);
  free(equal);
  return n;
}

/* The sets of the elements here[n] also to their twins; first[size + 1]: numbers of the ranks' elements. */
static void give_sets(Dealt *d, const int64_t first[], int64_t n, const Repeated here[], const int64_t twin[])
{
  const Ranks *ranks = d->ranks;
  int         *to = ranks_take(ranks, n, sizeof *to), *set = ranks_take(ranks, n, sizeof *set), *sets;
  int64_t     *number = ranks_take(ranks, n, sizeof *number), *numbers, moved = 0;
  Plan         plan;

  for (int64_t k = 0; k < n; k++) {
    if (twin[k] == here[k].number) continue;
    number[moved] = twin[k];
    set[moved]    = here[k].set;
    to[moved++]   = ranks_with(ranks, first, twin[k]);
  }
  plan_make(ranks, moved, to, &plan);
  numbers = ranks_take(ranks, plan.m, sizeof *numbers);
  sets    = ranks_take(ranks, plan.m, sizeof *sets);
  plan_send(&plan, sizeof *number, number, numbers);
  plan_send(&plan, sizeof *set, set, sets);
  for (int64_t k = 0; k < plan.m; k++) geometry_add_cell(&d->cells, (int)(numbers[k] - first[ranks->rank]), sets[k]);
  plan_free(&plan);
  free(to);
  free(set);
  free(sets);
  free(number);
  free(numbers);
}

/* Leave out the cells whose kept[] is 0. */
static void keep_cells(Geometry *g, const unsigned char kept[])
{
  int n = 0, nconn = 0;

  for (int c = 0; c < g->ncells; c++) {
    const int begin = g->offset[c], nn = geometry_cell_size(g, c);

    if (!kept[c]) continue;
    for (int i = 0; i < nn; i++) g->conn[nconn + i] = g->conn[begin + i];
    g->shape[n]     = g->shape[c];
    g->cell_sets[n] = g->cell_sets[c];
    g->offset[n++]  = nconn; /* not behind that of the cell that is read next */
    nconn += nn;
  }
  g->offset[n] = nconn;
  g->ncells    = n;
}

/* Version 2.2 writes an element again, with another number, for each further physical group of its entity: the first one gets the sets of all, and the others are
   left out. */
static void join_repeated(Reader *r, Dealt *d)
{
  const Ranks   *ranks = r->ranks;
  int64_t       *first = ranks_take(ranks, ranks->size + 1, sizeof *first), *twin, *twins, n;
  unsigned char *kept  = ranks_take(ranks, r->here_cells, 1);
  Repeated      *here, *there;
  int           *to;
  Plan           plan;

  ranks_number(ranks, r->here_cells, first);
  n = find_suspects(r, d, first[ranks->rank], &here, &to);
  plan_make(ranks, n, to, &plan);
  there = ranks_take(ranks, plan.m, sizeof *there);
  twins = ranks_take(ranks, plan.m, sizeof *twins);
  twin  = ranks_take(ranks, n, sizeof *twin);
  plan_send(&plan, sizeof *there, here, there);
  find_twins(ranks, plan.m, there, twins);
  plan_back(&plan, sizeof *twins, twins, twin);
  give_sets(d, first, n, here, twin);
  memset(kept, 1, (size_t)r->here_cells);
  for (int64_t k = 0; k < n; k++)
    if (twin[k] != here[k].number) kept[here[k].number - first[ranks->rank]] = 0;
  keep_cells(&d->cells, kept);
  plan_free(&plan);
  free(first);
  free(kept);
  free(to);
  free(here);
  free(there);
  free(twin);
  free(twins);
}

/* ---- sets -------------------------------------------------------------------------------------------------------- */

/* The lists of sets of the cells, and Reader.set: sets themselves in version 2.2. */
static int find_sets(Reader *r, Dealt *d)
{
  Geometry *g   = &d->cells;
  int       bad = gmsh_share_fresh(r);

  g->lists = r->lists;
  memset(&r->lists, 0, sizeof r->lists);
  for (int c = 0; c < g->ncells && !bad; c++) {
    int *set = &r->set.at[c];

    if (r->version == 41) g->cell_sets[c] = *set;
    else if (*set != -1) {
      if (*set < -1) *set = r->fresh.at[-2 - *set].set;
      geometry_add_cell(g, c, *set);
    }
  }
  return bad;
}

/* The names, and a set for all nodes and the cells of the highest dimension, which is *all; -1: the file has one of its own. */
static int name_sets(Reader *r, Geometry *g, int *all)
{
  *all = -1;
  for (int64_t n = 0; n < r->names.n; n++)
    if (!strcmp(r->names.at[n], "all")) *all = -2;
  if (*all == -1 && (*all = gmsh_set_of_name(r, "all")) < 0) return 1;
  free(g->set_name);
  g->nsets    = (int)r->names.n;
  g->set_name = ranks_clear(r->ranks, g->nsets, sizeof *g->set_name);
  for (int64_t s = 0; s < r->names.n; s++) strcpy(g->set_name[s], r->names.at[s]);
  return 0;
}

static int add_sets(Reader *r, Dealt *d)
{
  Geometry *g   = &d->cells;
  int       top = 0, all;

  if (!d->ncells)
    return gmsh_fail(r, "the mesh has no elements; save it with its physical groups or with Mesh.SaveAll=1");
  if (name_sets(r, g, &all)) return 1;
  for (int c = 0; c < g->ncells; c++)
    if (shape_dimension((Shape)g->shape[c]) > top) top = shape_dimension((Shape)g->shape[c]);
  top = (int)ranks_most(r->ranks, top);
  for (int c = 0; c < g->ncells && all >= 0; c++)
    if (shape_dimension((Shape)g->shape[c]) == top) geometry_add_cell(g, c, all);
  dealt_nodes_of_sets(d, all);
  return 0;
}

int gmsh_deal(Reader *r, Dealt *d)
{
  int64_t *first = ranks_take(r->ranks, r->ranks->size + 1, sizeof *first);
  int      bad;

  r->whole = 1;
  d->ranks = r->ranks;
  bad      = gmsh_resolve_nodes(r, d) || find_sets(r, d);
  if (!bad) {
    if (r->version == 22) join_repeated(r, d);
    ranks_number(r->ranks, d->cells.ncells, first);
    d->ncells = first[r->ranks->size];
    for (int c = 0; c < d->cells.ncells; c++) d->cells.cell_number[c] = first[r->ranks->rank] + c;
    bad = add_sets(r, d);
  }
  if (bad) dealt_free(d);
  free(first);
  return bad;
}
