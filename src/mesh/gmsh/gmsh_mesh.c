/* gmsh_mesh.c: creates the distributed mesh from the nodes, elements and groups of a Gmsh file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

/* ---- repeated elements ----------------------------------------------------------------------- */

/* An element of 2.2 with its group; node has numbers in the mesh, and -1 after the last one. */
typedef struct {
  int64_t entity, node[SHAPE_MAX_NODES], number;
  int     shape, set;
} RepeatedCell;

static RepeatedCell repeated_cell(const GmshReader *r, const Geometry *g, int c, int64_t first)
{
  RepeatedCell cell = {
    .entity = r->entity.at[c], .number = first + c, .shape = g->shape[c], .set = r->set.at[c]};

  for (int i = 0; i < SHAPE_MAX_NODES; i++)
    cell.node[i] = i < geometry_cell_size(g, c) ? g->node_number[g->conn[g->offset[c] + i]] : -1;
  return cell;
}

static int compare_cells(const RepeatedCell *p, const RepeatedCell *q)
{
  if (p->entity != q->entity) return p->entity < q->entity ? -1 : 1;
  if (p->shape != q->shape) return p->shape < q->shape ? -1 : 1;
  for (int i = 0; i < SHAPE_MAX_NODES; i++)
    if (p->node[i] != q->node[i]) return p->node[i] < q->node[i] ? -1 : 1;
  return 0;
}

/* Compares by entity, shape and nodes; equal elements keep the order of the file. */
static int compare_repeated(const void *a, const void *b)
{
  const RepeatedCell *p = *(RepeatedCell *const *)a, *q = *(RepeatedCell *const *)b;
  const int           order = compare_cells(p, q);

  return order ? order : compare_int64(p->number, q->number);
}

/* Sets original[n] to the number of the first element that is the same as each, or to its own
   number.

   Cells of one group are never the same, even with the same nodes: they may be two springs side by
   side. */
static void find_originals(const Ranks *ranks, int64_t n, const RepeatedCell cell[],
                           int64_t original[])
{
  const RepeatedCell **order = ranks_malloc(ranks, n, sizeof(RepeatedCell *)), *first = NULL;

  for (int64_t k = 0; k < n; k++) order[k] = &cell[k];
  qsort(order, (size_t)n, sizeof(RepeatedCell *), compare_repeated);
  for (int64_t k = 0; k < n; k++) {
    if (!first || compare_cells(order[k], first) || order[k]->set == order[k - 1]->set ||
        order[k]->set == first->set)
      first = order[k];
    original[order[k] - cell] = first->number;
  }
  free(order);
}

/* Finds elements with a group that may be repeated on any rank; returns their number n.

   Output:
     local  [n] the elements; the caller frees them
     to     [n] the rank that compares each; the caller frees them */
static int64_t find_possible_repeats(const GmshReader *r, const DistributedMesh *d, int64_t first,
                                     RepeatedCell **local, int **to)
{
  const Ranks   *ranks     = r->ranks;
  uint64_t      *hash      = ranks_malloc(ranks, r->local_cells, sizeof *hash);
  unsigned char *duplicate = ranks_malloc(ranks, r->local_cells, 1);
  int64_t        n         = 0;

  for (int c = 0; c < r->local_cells; c++) {
    RepeatedCell cell = repeated_cell(r, &d->cells, c, 0);

    hash[c] = hash_bytes((uint64_t)cell.shape, &cell, offsetof(RepeatedCell, number));
  }
  ranks_flag_duplicates(ranks, r->local_cells, hash, duplicate);
  for (int c = 0; c < r->local_cells; c++) n += duplicate[c] && r->set.at[c] >= 0;
  *local = ranks_malloc(ranks, n, sizeof **local);
  *to    = ranks_malloc(ranks, n, sizeof **to);
  n      = 0;
  for (int c = 0; c < r->local_cells; c++)
    if (duplicate[c] && r->set.at[c] >= 0) {
      (*local)[n] = repeated_cell(r, &d->cells, c, first);
      (*to)[n++]  = ranks_owner_of_hash(ranks, hash[c]);
    }
  free(hash);
  free(duplicate);
  return n;
}

/* Adds the sets of repeated elements to their originals.

   Input:
     first     [size + 1] number of the first element of each rank
     local     [n] elements that may be repeated
     original  [n] from find_originals() */
static void add_sets_to_originals(DistributedMesh *d, const int64_t first[], int64_t n,
                                  const RepeatedCell local[], const int64_t original[])
{
  const Ranks *ranks = d->ranks;
  int *to = ranks_malloc(ranks, n, sizeof *to), *set = ranks_malloc(ranks, n, sizeof *set), *sets;
  int64_t     *number = ranks_malloc(ranks, n, sizeof *number), *numbers, nmoved = 0;
  ExchangePlan plan;

  for (int64_t k = 0; k < n; k++) {
    if (original[k] == local[k].number) continue;
    number[nmoved] = original[k];
    set[nmoved]    = local[k].set;
    to[nmoved++]   = ranks_find_owner(ranks, first, original[k]);
  }
  exchange_plan_create(ranks, nmoved, to, &plan);
  numbers = ranks_malloc(ranks, plan.m, sizeof *numbers);
  sets    = ranks_malloc(ranks, plan.m, sizeof *sets);
  exchange_send(&plan, sizeof *number, number, numbers);
  exchange_send(&plan, sizeof *set, set, sets);
  for (int64_t k = 0; k < plan.m; k++)
    geometry_add_cell_to_set(&d->cells, (int)(numbers[k] - first[ranks->rank]), sets[k]);
  exchange_plan_free(&plan);
  free(to);
  free(set);
  free(sets);
  free(number);
  free(numbers);
}

/* Removes the cells whose kept[] is 0. */
static void compress_cells(Geometry *g, const unsigned char kept[])
{
  int n = 0, nconn = 0;

  for (int c = 0; c < g->ncells; c++) {
    const int start = g->offset[c], nn = geometry_cell_size(g, c);

    if (!kept[c]) continue;
    for (int i = 0; i < nn; i++) g->conn[nconn + i] = g->conn[start + i];
    g->shape[n]     = g->shape[c];
    g->cell_sets[n] = g->cell_sets[c];
    g->offset[n++] = nconn; /* n is at most c, so that no offset is overwritten before it is read */
    nconn += nn;
  }
  g->offset[n] = nconn;
  g->ncells    = n;
}

/* Merges repeated elements: the first one gets the sets of all, and the others are removed.

   Version 2.2 writes an element again, with another number, for each further physical group of its
   entity. */
static void merge_repeated_cells(GmshReader *r, DistributedMesh *d)
{
  const Ranks *ranks = r->ranks;
  int64_t *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first), *original, *originals, n;
  unsigned char *kept = ranks_malloc(ranks, r->local_cells, 1);
  RepeatedCell  *local, *received;
  int           *to;
  ExchangePlan   plan;

  ranks_offsets(ranks, r->local_cells, first);
  n = find_possible_repeats(r, d, first[ranks->rank], &local, &to);
  exchange_plan_create(ranks, n, to, &plan);
  received  = ranks_malloc(ranks, plan.m, sizeof *received);
  originals = ranks_malloc(ranks, plan.m, sizeof *originals);
  original  = ranks_malloc(ranks, n, sizeof *original);
  exchange_send(&plan, sizeof *received, local, received);
  find_originals(ranks, plan.m, received, originals);
  exchange_send_back(&plan, sizeof *originals, originals, original);
  add_sets_to_originals(d, first, n, local, original);
  memset(kept, 1, (size_t)r->local_cells);
  for (int64_t k = 0; k < n; k++)
    if (original[k] != local[k].number) kept[local[k].number - first[ranks->rank]] = 0;
  compress_cells(&d->cells, kept);
  exchange_plan_free(&plan);
  free(first);
  free(kept);
  free(to);
  free(local);
  free(received);
  free(original);
  free(originals);
}

/* ---- sets ------------------------------------------------------------------------------------ */

/* Finds the lists of sets of the cells; in version 2.2 also sets GmshReader.set. */
static int find_sets(GmshReader *r, DistributedMesh *d)
{
  Geometry *g   = &d->cells;
  int       bad = gmsh_share_unnamed_groups(r);

  g->lists = r->lists;
  memset(&r->lists, 0, sizeof r->lists);
  for (int c = 0; c < g->ncells && !bad; c++) {
    int *set = &r->set.at[c];

    if (r->version == 41) g->cell_sets[c] = *set;
    else if (*set != -1) {
      if (*set < -1) *set = r->unnamed_groups.at[-2 - *set].set;
      geometry_add_cell_to_set(g, c, *set);
    }
  }
  return bad;
}

/* Names the sets, and adds the set "all".

   Output:
     all  its number; negative if the file has a set of this name */
static int name_sets(GmshReader *r, Geometry *g, int *all)
{
  *all = -1;
  for (int64_t n = 0; n < r->names.n; n++)
    if (!strcmp(r->names.at[n], "all")) *all = -2;
  if (*all == -1 && (*all = gmsh_find_or_add_set(r, "all")) < 0) return 1;
  free(g->set_name);
  g->nsets    = (int)r->names.n;
  g->set_name = ranks_calloc(r->ranks, g->nsets, sizeof *g->set_name);
  for (int64_t s = 0; s < r->names.n; s++) strcpy(g->set_name[s], r->names.at[s]);
  return 0;
}

static int add_sets(GmshReader *r, DistributedMesh *d)
{
  Geometry *g   = &d->cells;
  int       top = 0, all;

  if (!d->ncells)
    return gmsh_fail(
      r, "the mesh has no elements; save it with its physical groups or with Mesh.SaveAll=1");
  if (name_sets(r, g, &all)) return 1;
  for (int c = 0; c < g->ncells; c++)
    if (shape_dimension((Shape)g->shape[c]) > top) top = shape_dimension((Shape)g->shape[c]);
  top = (int)ranks_max(r->ranks, top);
  for (int c = 0; c < g->ncells && all >= 0; c++)
    if (shape_dimension((Shape)g->shape[c]) == top) geometry_add_cell_to_set(g, c, all);
  distributed_mesh_sets_to_nodes(d, all);
  return 0;
}

int gmsh_create_mesh(GmshReader *r, DistributedMesh *d)
{
  int64_t *first = ranks_malloc(r->ranks, r->ranks->size + 1, sizeof *first);
  int      bad;

  r->complete = 1;
  d->ranks    = r->ranks;
  bad         = gmsh_resolve_nodes(r, d) || find_sets(r, d);
  if (!bad) {
    if (r->version == 22) merge_repeated_cells(r, d);
    ranks_offsets(r->ranks, d->cells.ncells, first);
    d->ncells = first[r->ranks->size];
    for (int c = 0; c < d->cells.ncells; c++) d->cells.cell_number[c] = first[r->ranks->rank] + c;
    bad = add_sets(r, d);
  }
  if (bad) distributed_mesh_free(d);
  free(first);
  return bad;
}
