/* geometry.c: allocates and frees the arrays of a mesh, and finds its sets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "geometry.h"

int geometry_allocate(Geometry *g, int nnodes, int ncells, int nconn, int nsets)
{
  const size_t nn = (size_t)nnodes + 1, nc = (size_t)ncells + 1; /* never zero bytes */

  memset(g, 0, sizeof *g);
  g->nnodes      = nnodes;
  g->ncells      = ncells;
  g->nsets       = nsets;
  g->x           = malloc(nn * sizeof *g->x);
  g->id          = malloc(nn * sizeof *g->id);
  g->shape       = malloc(nc * sizeof *g->shape);
  g->offset      = malloc(nc * sizeof *g->offset);
  g->conn        = malloc(((size_t)nconn + 1) * sizeof *g->conn);
  g->set_name    = calloc((size_t)nsets + 1, sizeof *g->set_name);
  g->node_sets   = calloc(nn, sizeof *g->node_sets);
  g->cell_sets   = calloc(nc, sizeof *g->cell_sets);
  g->place       = malloc(nn * sizeof *g->place);
  g->node_number = malloc(nn * sizeof *g->node_number);
  g->cell_number = malloc(nc * sizeof *g->cell_number);
  if (g->place) memset(g->place, -1, nn * sizeof *g->place);
  if (g->place && g->x && g->id && g->shape && g->offset && g->conn && g->set_name &&
      g->node_sets && g->cell_sets && g->node_number && g->cell_number) {
    g->offset[0] = 0;
    return 0;
  }
  geometry_free(g);
  return 1;
}

int geometry_allocate_rise(Geometry *g)
{
  g->rise = calloc((size_t)g->ncells + 1, sizeof *g->rise);
  return !g->rise;
}

int geometry_allocate_origin(Geometry *g)
{
  g->origin = malloc(((size_t)g->ncells + 1) * sizeof *g->origin);
  for (int c = 0; g->origin && c < g->ncells; c++)
    g->origin[c] = (CellOrigin){
      0, -1, {0, 1}
    };
  return !g->origin;
}

void geometry_free(Geometry *g)
{
  free(g->x);
  free(g->id);
  free(g->shape);
  free(g->offset);
  free(g->conn);
  free(g->rise);
  free(g->origin);
  free(g->set_name);
  free(g->node_sets);
  free(g->cell_sets);
  set_lists_free(&g->lists);
  free(g->place);
  free(g->node_number);
  free(g->cell_number);
  free(g->owner);
  free(g->owner_node);
  memset(g, 0, sizeof *g);
}

int geometry_cell_coordinates(const Geometry *g, int cell, double x[][3])
{
  const int nn = geometry_cell_size(g, cell);

  for (int i = 0; i < nn; i++) memcpy(x[i], g->x[g->conn[g->offset[cell] + i]], sizeof x[i]);
  return nn;
}

void geometry_cell_center(const Geometry *g, int cell, double center[3])
{
  double    x[SHAPE_MAX_NODES][3];
  const int nn = geometry_cell_coordinates(g, cell, x);

  for (int d = 0; d < 3; d++) center[d] = 0;
  for (int i = 0; i < nn; i++)
    for (int d = 0; d < 3; d++) center[d] += x[i][d] / nn;
}

int geometry_find_set(const Geometry *g, const char name[])
{
  for (int s = 0; s < g->nsets; s++)
    if (!strcmp(g->set_name[s], name)) return s;
  return -1;
}

int geometry_append_set(Geometry *g, const char name[])
{
  void *more = realloc(g->set_name, ((size_t)g->nsets + 2) * sizeof *g->set_name);

  if (!more) return -1;
  g->set_name = more;
  memset(g->set_name[g->nsets], 0, SET_NAME_SIZE);
  snprintf(g->set_name[g->nsets], SET_NAME_SIZE, "%s", name);
  return g->nsets++;
}

int geometry_add_set(Geometry *g, const char name[])
{
  char other[SET_NAME_SIZE];

  snprintf(other, sizeof other, "%s", name);
  for (int k = 2; geometry_find_set(g, other) >= 0; k++)
    snprintf(other, sizeof other, "%.*s_%d", SET_NAME_SIZE - 12, name, k);
  return geometry_append_set(g, other);
}

/* Lists the cells of each node: those of node i are cell[first[i]] to cell[first[i + 1] - 1].

   Output:
     first  [nnodes + 2]
     cell   [conn] */
static void list_node_cells(const Geometry *g, int first[], int cell[])
{
  memset(first, 0, ((size_t)g->nnodes + 2) * sizeof *first);
  for (int k = 0; k < g->offset[g->ncells]; k++) first[g->conn[k] + 2]++;
  for (int i = 0; i < g->nnodes; i++) first[i + 2] += first[i + 1];
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) cell[first[g->conn[k] + 1]++] = c;
}

/* Returns the list of all sets that any of n cells is in.

   Input:
     union_sets  [nsets] work array
     seen        [nsets] work array, less than stamp on entry, at most stamp on return */
static int union_of_cell_sets(Geometry *g, const int cells[], int n, int union_sets[], int seen[],
                              int stamp)
{
  int nunion = 0, same = 1;

  for (int k = 1; k < n; k++) same = same && g->cell_sets[cells[k]] == g->cell_sets[cells[0]];
  if (same) return n ? g->cell_sets[cells[0]] : 0;
  for (int k = 0; k < n; k++) {
    const int *sets, nsets = set_lists_get(&g->lists, g->cell_sets[cells[k]], &sets);

    for (int s = 0; s < nsets; s++) {
      if (seen[sets[s]] == stamp) continue;
      seen[sets[s]]        = stamp;
      union_sets[nunion++] = sets[s];
    }
  }
  return set_lists_find_or_add_unsorted(&g->lists, union_sets, nunion);
}

int geometry_sets_to_nodes(Geometry *g)
{
  int      *first      = malloc(((size_t)g->nnodes + 2) * sizeof *first);
  int      *cell       = malloc(((size_t)g->offset[g->ncells] + 1) * sizeof *cell);
  int      *union_sets = malloc(((size_t)g->nsets + 1) * sizeof *union_sets);
  int      *seen       = calloc((size_t)g->nsets + 1, sizeof *seen);
  const int bad        = !first || !cell || !union_sets || !seen;

  if (!bad) {
    list_node_cells(g, first, cell);
    for (int i = 0; i < g->nnodes; i++)
      g->node_sets[i] =
        union_of_cell_sets(g, cell + first[i], first[i + 1] - first[i], union_sets, seen, i + 1);
  }
  free(first);
  free(cell);
  free(union_sets);
  free(seen);
  return bad || g->lists.failed;
}

/* ---- sets ------------------------------------------------------------------------------------ */

void set_lists_free(SetLists *lists)
{
  free(lists->offset);
  free(lists->at);
  hash_index_free(&lists->index);
  memset(lists, 0, sizeof *lists);
}

int set_lists_get(const SetLists *lists, int list, const int **sets)
{
  *sets = list ? lists->at + lists->offset[list - 1] : NULL;
  return list ? lists->offset[list] - lists->offset[list - 1] : 0;
}

/* A list that is searched. */
typedef struct {
  const SetLists *lists;
  const int      *sets;
  int             n;
} ListQuery;

static int same_list(const void *context, int list)
{
  const ListQuery *query = context;
  const int       *sets;

  return set_lists_get(query->lists, list, &sets) == query->n &&
         !memcmp(sets, query->sets, (size_t)query->n * sizeof *sets);
}

/* Grows an array to at least n entries of size bytes.

   Returns 0, or 1 with the array unchanged if memory runs out. */
static int grow_array(void **at, size_t *capacity, size_t n, size_t size)
{
  const size_t more = 2 * *capacity > n ? 2 * *capacity : n + 64;
  void        *bigger;

  if (n <= *capacity) return 0;
  bigger = realloc(*at, more * size);
  if (!bigger) return 1;
  *at       = bigger;
  *capacity = more;
  return 0;
}

int set_lists_find_or_add(SetLists *lists, const int sets[], int n)
{
  const uint64_t  hash    = hash_bytes(0, sets, (size_t)n * sizeof *sets);
  const ListQuery context = {lists, sets, n};
  const size_t    start   = lists->n ? (size_t)lists->offset[lists->n] : 0;
  int             list;

  if (!n) return 0;
  list = hash_index_find(&lists->index, hash, same_list, &context);
  if (list >= 0) return list;
  if (start + (size_t)n > INT32_MAX ||
      grow_array((void **)&lists->offset, &lists->capacity, (size_t)lists->n + 2, sizeof(int)) ||
      grow_array((void **)&lists->at, &lists->at_capacity, start + (size_t)n, sizeof(int)) ||
      hash_index_add(&lists->index, hash, lists->n + 1)) {
    lists->failed = 1;
    return 0;
  }
  lists->offset[lists->n++] = (int)start;
  memcpy(lists->at + start, sets, (size_t)n * sizeof *sets);
  lists->offset[lists->n] = (int)start + n;
  return lists->n;
}

static int compare_ints(const void *a, const void *b)
{
  const int *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

int set_lists_find_or_add_unsorted(SetLists *lists, int sets[], int n)
{
  qsort(sets, (size_t)n, sizeof *sets, compare_ints);
  return set_lists_find_or_add(lists, sets, n);
}

int set_lists_with_set(SetLists *lists, int list, int set)
{
  const int *from;
  int        n, k = 0, *sets;

  if (set_lists_has_set(lists, list, set)) return list;
  if (lists->last && lists->last_from == list && lists->last_set == set) return lists->last;
  n    = set_lists_get(lists, list, &from);
  sets = malloc(((size_t)n + 1) * sizeof *sets);
  if (!sets) {
    lists->failed = 1;
    return list;
  }
  for (; k < n && from[k] < set; k++) sets[k] = from[k];
  sets[k] = set;
  for (; k < n; k++) sets[k + 1] = from[k];
  lists->last      = set_lists_find_or_add(lists, sets, n + 1);
  lists->last_from = list;
  lists->last_set  = set;
  free(sets);
  return lists->last;
}

int best_set(const Geometry *g, int list)
{
  const int *sets, n = set_lists_get(&g->lists, list, &sets);

  for (int k = 0; k < n; k++)
    if (strcmp(g->set_name[sets[k]], "all") && strcmp(g->set_name[sets[k]], SPLIT_OFF_SET))
      return sets[k];
  return -1;
}

const char *best_set_name(const Geometry *g, int list, const char otherwise[])
{
  const int set = best_set(g, list);

  return set < 0 ? otherwise : g->set_name[set];
}
