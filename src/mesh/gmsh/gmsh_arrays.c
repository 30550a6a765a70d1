/* gmsh_arrays.c: makes the mesh of arrays that a program gives, as if a file had it.

   Nodes and cells are sorted by their numbers. The mesh is then the same in whatever way they are
   distributed, and it is that of a file with ascending numbers. The nodes of sets become points
   behind all other cells, as in a file, one for each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/mesh.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "gmsh_reader.h"

/* Cells are sorted by their keys. The key of a cell is its number; that of the point of a node in
   sets is the number of the node + POINT_KEY. */
static const int64_t POINT_KEY = (int64_t)1 << 62;

typedef struct {
  double  x[3];
  int64_t number, position;
} ArrayNode;

typedef struct {
  int64_t key, position, node[SHAPE_MAX_NODES];
  int     shape;
} ArrayCell;

/* A node or cell of a set. */
typedef struct {
  int64_t key;
  int     set;
} ArrayMember;

/* ---- checks ---------------------------------------------------------------------------------- */

static int check_number(GmshReader *r, const char what[], int64_t number)
{
  if (number >= 0 && number < POINT_KEY) return 0;
  return gmsh_fail(r, "%s %lld: numbers are from 0 to 2^62 - 1", what, (long long)number);
}

static int check_nodes(GmshReader *r, const FsMeshArrays *a)
{
  for (int64_t i = 0; i < a->nnodes; i++) {
    const double *x      = a->x + 3 * i;
    const int64_t number = a->node ? a->node[i] : i;

    if (check_number(r, "node", number)) return 1;
    if (!(isfinite(x[0]) && isfinite(x[1]) && isfinite(x[2])))
      return gmsh_fail(r,
                       "node %lld, number %lld of this rank, is at (%.6g, %.6g, %.6g), which is "
                       "no place",
                       (long long)number, (long long)i, x[0], x[1], x[2]);
  }
  return 0;
}

/* Checks a cell and its nodes, which start at conn. */
static int check_cell(GmshReader *r, int64_t number, Shape shape, const int64_t conn[])
{
  if (check_number(r, "cell", number)) return 1;
  for (int i = 0; i < shape_nodes(shape); i++) {
    if (check_number(r, "node", conn[i])) return 1;
    for (int j = 0; j < i; j++)
      if (conn[i] == conn[j])
        return gmsh_fail(r, "cell %lld has node %lld twice", (long long)number, (long long)conn[i]);
  }
  return 0;
}

static int check_cells(GmshReader *r, const FsMeshArrays *a)
{
  for (int64_t c = 0, k = 0; c < a->ncells; c++) {
    const char   *reason;
    const Shape   shape  = gmsh_shape_of_type(a->type[c], &reason);
    const int64_t number = a->cell ? a->cell[c] : c;

    if (shape == SHAPES)
      return gmsh_fail(r, "cell %lld has type %d: %s", (long long)number, a->type[c], reason);
    if (check_cell(r, number, shape, a->conn + k)) return 1;
    k += shape_nodes(shape);
  }
  return 0;
}

static int check_sets(GmshReader *r, const FsMeshArrays *a)
{
  for (int64_t s = 0; s < a->nsets; s++) {
    const FsMeshSet *set = &a->set[s];

    if (!set->name || !*set->name) return gmsh_fail(r, "a set has no name");
    if (strlen(set->name) >= SET_NAME_SIZE)
      return gmsh_fail(r, "the name of set '%.30s...' is longer than %d characters; shorten it",
                       set->name, SET_NAME_SIZE - 1);
    for (int64_t k = 0; k < set->n; k++)
      if (check_number(r, set->of_cells ? "cell" : "node", set->member[k])) return 1;
  }
  return 0;
}

/* Sets r->nnodes, and fails if a rank would get more nodes or cells than it can number. */
static int check_counts(GmshReader *r, const FsMeshArrays *a)
{
  const int64_t max_per_rank = INT32_MAX / 8;
  const int64_t ncells       = ranks_sum(r->ranks, a->ncells);

  r->nnodes = ranks_sum(r->ranks, a->nnodes);
  if (r->nnodes > r->max_count || ncells > r->max_count ||
      r->nnodes / r->ranks->size > max_per_rank || ncells / r->ranks->size > max_per_rank)
    return gmsh_fail(r, "%lld nodes and %lld cells are more than fsolve can number; use more ranks",
                     (long long)r->nnodes, (long long)ncells);
  return 0;
}

static int check_arrays(GmshReader *r, const FsMeshArrays *a)
{
  const int bad = check_nodes(r, a) || check_cells(r, a) || check_sets(r, a);

  return ranks_any_failed(r->ranks, bad, r->message, r->message_size) || check_counts(r, a);
}

/* ---- sorting --------------------------------------------------------------------------------- */

/* Sorts n items by key[n] over all ranks, and gives each rank equally many.

   Input/Output:
     item      [n] records of `each` bytes, with an int64_t position at the byte `at`; freed
   Output:
     count  number of items of this rank
   Returns them, with ascending keys; the caller frees them. */
static void *sort_items(const Ranks *ranks, int64_t n, const int64_t key[], size_t each, size_t at,
                        void *item, int64_t *count)
{
  int64_t *first    = ranks_malloc(ranks, ranks->size + 1, sizeof *first),
          *place    = ranks_malloc(ranks, n, sizeof *place);
  SortKey     *sort = ranks_malloc(ranks, n, sizeof *sort);
  int         *to   = ranks_malloc(ranks, n, sizeof *to);
  char        *received, *sorted;
  ExchangePlan plan;
  int64_t      total;

  ranks_offsets(ranks, n, first);
  total = first[ranks->size];
  for (int64_t k = 0; k < n; k++)
    sort[k] = (SortKey){(uint64_t)key[k], 0, (uint32_t)k, first[ranks->rank] + k};
  ranks_sort(ranks, n, sort, place);
  for (int s = 0; s <= ranks->size; s++) first[s] = total * s / ranks->size;
  for (int64_t k = 0; k < n; k++) {
    memcpy((char *)item + (size_t)k * each + at, &place[k], sizeof *place);
    to[k] = ranks_find_owner(ranks, first, place[k]);
  }
  exchange_plan_create(ranks, n, to, &plan);
  received = ranks_malloc(ranks, plan.m, each);
  sorted   = ranks_malloc(ranks, plan.m, each);
  exchange_send(&plan, each, item, received);
  for (int64_t k = 0; k < plan.m; k++) {
    int64_t position;

    memcpy(&position, received + (size_t)k * each + at, sizeof position);
    memcpy(sorted + (size_t)(position - first[ranks->rank]) * each, received + (size_t)k * each,
           each);
  }
  *count = plan.m;
  exchange_plan_free(&plan);
  free(received);
  free(first);
  free(place);
  free(sort);
  free(to);
  free(item);
  return sorted;
}

/* Sets r->tag and r->x. */
static void sort_nodes(GmshReader *r, const FsMeshArrays *a)
{
  const Ranks *ranks = r->ranks;
  int64_t     *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first),
          *key       = ranks_malloc(ranks, a->nnodes, sizeof *key), n;
  ArrayNode *node    = ranks_malloc(ranks, a->nnodes, sizeof *node);

  ranks_offsets(ranks, a->nnodes, first);
  for (int64_t i = 0; i < a->nnodes; i++) {
    key[i]  = a->node ? a->node[i] : first[ranks->rank] + i;
    node[i] = (ArrayNode){.number = key[i]};
    memcpy(node[i].x, a->x + 3 * i, sizeof node[i].x);
  }
  node = sort_items(ranks, a->nnodes, key, sizeof *node, offsetof(ArrayNode, position), node, &n);
  r->local_nodes = (int)n;
  r->tag         = ranks_malloc(ranks, n, sizeof *r->tag);
  r->x           = ranks_malloc(ranks, n, sizeof *r->x);
  for (int64_t i = 0; i < n; i++) {
    r->tag[i] = node[i].number;
    memcpy(r->x[i], node[i].x, sizeof *r->x);
  }
  free(first);
  free(key);
  free(node);
}

/* ---- sets ------------------------------------------------------------------------------------ */

/* Adds the names of all ranks to r->names; set[a->nsets] become the numbers of this rank's. */
static int name_sets(GmshReader *r, const FsMeshArrays *a, int set[])
{
  const Ranks *ranks         = r->ranks;
  char(*mine)[SET_NAME_SIZE] = ranks_calloc(ranks, a->nsets, sizeof *mine), (*all)[SET_NAME_SIZE];
  int64_t total;
  int     bad = 0;

  for (int64_t s = 0; s < a->nsets; s++) strcpy(mine[s], a->set[s].name);
  all = ranks_allgather(ranks, sizeof *mine, a->nsets, mine, &total);
  for (int64_t s = 0; s < total && !bad; s++) bad = gmsh_find_or_add_set(r, all[s]) < 0;
  for (int64_t s = 0; s < a->nsets && !bad; s++) set[s] = gmsh_find_or_add_set(r, mine[s]);
  free(mine);
  free(all);
  return bad;
}

/* Lists the nodes and cells of sets, *member; the caller frees them. Returns their number. */
static int64_t list_members(GmshReader *r, const FsMeshArrays *a, const int set[],
                            ArrayMember **member)
{
  int64_t n = 0;

  for (int64_t s = 0; s < a->nsets; s++) n += a->set[s].n;
  *member = ranks_malloc(r->ranks, n, sizeof **member);
  n       = 0;
  for (int64_t s = 0; s < a->nsets; s++)
    for (int64_t k = 0; k < a->set[s].n; k++)
      (*member)[n++] =
        (ArrayMember){a->set[s].member[k] + (a->set[s].of_cells ? 0 : POINT_KEY), set[s]};
  return n;
}

/* Finds the nodes that are in sets of nodes, each on one rank. Returns their number; the caller
   frees *key, their keys. */
static int64_t find_points(const Ranks *ranks, int64_t n, const ArrayMember member[], int64_t **key)
{
  int64_t     *mine = ranks_malloc(ranks, n, sizeof *mine), *received, count = 0;
  int         *to = ranks_malloc(ranks, n, sizeof *to), *at;
  ExchangePlan plan;

  for (int64_t k = 0; k < n; k++) {
    if (member[k].key < POINT_KEY) continue;
    mine[count] = member[k].key;
    to[count++] = ranks_owner_of_hash(ranks, hash_bytes(0, &member[k].key, sizeof *mine));
  }
  exchange_plan_create(ranks, count, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *mine, mine, received);
  at    = ranks_malloc(ranks, plan.m, sizeof *at);
  count = distinct_numbers(ranks, plan.m, received, at, key);
  exchange_plan_free(&plan);
  free(received);
  free(mine);
  free(to);
  free(at);
  return count;
}

/* Finds the first key of each rank, first[size + 1], of ascending cells[n]: INT64_MAX follows the
   last rank, and a rank without cells has the first key of the ranks after it. Returns the last key
   of the ranks before this one, or -1 if they have no cells. Collective. */
static int64_t find_first_keys(const Ranks *ranks, int64_t n, const ArrayCell cells[],
                               int64_t first[])
{
  typedef struct {
    int64_t n, first, last; /* number of cells, and keys of the first and the last one */
  } Range;
  const Range own = {n, n ? cells[0].key : 0, n ? cells[n - 1].key : 0};
  int64_t     total, last = -1;
  Range      *range = ranks_allgather(ranks, sizeof own, 1, &own, &total);

  first[ranks->size] = INT64_MAX;
  for (int s = ranks->size - 1; s >= 0; s--) first[s] = range[s].n ? range[s].first : first[s + 1];
  first[0] = 0;
  for (int s = 0; s < ranks->rank; s++)
    if (range[s].n) last = range[s].last;
  free(range);
  return last;
}

/* Fails if two of the ascending cells[n] of all ranks have one key, which is their number. last is
   the last key of the ranks before this one. Collective. */
static int check_distinct_keys(GmshReader *r, int64_t n, const ArrayCell cells[], int64_t last)
{
  int bad = 0;

  for (int64_t k = 0; k < n && !bad; k++) {
    if (cells[k].key == last) bad = gmsh_fail(r, "cell %lld is there twice", (long long)last);
    last = cells[k].key;
  }
  return ranks_any_failed(r->ranks, bad, r->message, r->message_size);
}

static int compare_keys(const void *key, const void *cell)
{
  return compare_int64(*(const int64_t *)key, ((const ArrayCell *)cell)->key);
}

/* Sets list[n] to the lists of sets of the cells of this rank. Fails if a set names a cell that
   does not exist. */
static int add_members(GmshReader *r, const int64_t first[], int64_t nmembers,
                       const ArrayMember member[], int64_t n, const ArrayCell cells[], int list[])
{
  const Ranks *ranks = r->ranks;
  int         *to = ranks_malloc(ranks, nmembers, sizeof *to), bad = 0;
  ArrayMember *received;
  ExchangePlan plan;

  for (int64_t k = 0; k < nmembers; k++) to[k] = ranks_find_owner(ranks, first, member[k].key);
  exchange_plan_create(ranks, nmembers, to, &plan);
  received = ranks_malloc(ranks, plan.m, sizeof *received);
  exchange_send(&plan, sizeof *received, member, received);
  for (int64_t k = 0; k < plan.m && !bad; k++) {
    const ArrayCell *found =
      bsearch(&received[k].key, cells, (size_t)n, sizeof *cells, compare_keys);

    if (found)
      list[found - cells] = set_lists_with_set(&r->lists, list[found - cells], received[k].set);
    else
      bad = gmsh_fail(r, "set '%s' names cell %lld, which does not exist",
                      r->names.at[received[k].set], (long long)received[k].key);
  }
  if (r->lists.failed) ranks_out_of_memory(ranks);
  exchange_plan_free(&plan);
  free(received);
  free(to);
  return ranks_any_failed(ranks, bad, r->message, r->message_size);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Fills cell[] with this rank's cells, and then with points for the nodes point[npoints]. */
static void fill_cells(const Ranks *ranks, const FsMeshArrays *a, int64_t npoints,
                       const int64_t point[], ArrayCell cell[], int64_t key[])
{
  int64_t    *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first), n = 0;
  const char *reason;

  ranks_offsets(ranks, a->ncells, first);
  for (int64_t k = 0; n < a->ncells; n++) {
    cell[n] = (ArrayCell){.key   = a->cell ? a->cell[n] : first[ranks->rank] + n,
                          .shape = gmsh_shape_of_type(a->type[n], &reason)};
    for (int i = 0; i < shape_nodes((Shape)cell[n].shape); i++) cell[n].node[i] = a->conn[k++];
  }
  for (int64_t p = 0; p < npoints; p++)
    cell[n++] = (ArrayCell){.key = point[p], .node = {point[p] - POINT_KEY}, .shape = SHAPE_POINT};
  for (int64_t c = 0; c < n; c++) key[c] = cell[c].key;
  free(first);
}

/* Appends the sorted cells to the lists of r. */
static void store_cells(GmshReader *r, int64_t n, const ArrayCell cells[], const int list[])
{
  for (int64_t c = 0; c < n; c++) {
    for (int i = 0; i < shape_nodes((Shape)cells[c].shape); i++)
      GROWING_LIST_ADD(r->ranks, r->conn, cells[c].node[i]);
    GROWING_LIST_ADD(r->ranks, r->number, cells[c].key < POINT_KEY ? cells[c].key : -1);
    GROWING_LIST_ADD(r->ranks, r->set, list[c]);
    GROWING_LIST_ADD(r->ranks, r->shape, (unsigned char)cells[c].shape);
  }
  r->local_cells = (int)n;
}

static int sort_cells(GmshReader *r, const FsMeshArrays *a)
{
  const Ranks  *ranks = r->ranks;
  int          *set = ranks_malloc(ranks, a->nsets, sizeof *set), *list, bad = name_sets(r, a, set);
  int64_t      *first = ranks_malloc(ranks, ranks->size + 1, sizeof *first), *point, *key, n;
  ArrayMember  *member;
  const int64_t nmembers = bad ? 0 : list_members(r, a, set, &member);
  int64_t       npoints, last;
  ArrayCell    *cell;

  free(set);
  if (bad) return free(first), 1;
  npoints = find_points(ranks, nmembers, member, &point);
  cell    = ranks_malloc(ranks, a->ncells + npoints, sizeof *cell);
  key     = ranks_malloc(ranks, a->ncells + npoints, sizeof *key);
  fill_cells(ranks, a, npoints, point, cell, key);
  cell = sort_items(ranks, a->ncells + npoints, key, sizeof *cell, offsetof(ArrayCell, position),
                    cell, &n);
  list = ranks_calloc(ranks, n, sizeof *list);
  last = find_first_keys(ranks, n, cell, first);
  bad =
    check_distinct_keys(r, n, cell, last) || add_members(r, first, nmembers, member, n, cell, list);
  if (!bad) store_cells(r, n, cell, list);
  if (!bad && !ranks_sum(ranks, n)) bad = gmsh_fail(r, "the mesh has no cells; no rank gives any");
  free(first);
  free(member);
  free(point);
  free(cell);
  free(key);
  free(list);
  return bad;
}

int gmsh_from_arrays(const FsMeshArrays *a, const Ranks *ranks, int64_t max_count,
                     DistributedMesh *d, char message[], size_t size)
{
  GmshReader r = {.path         = "arrays",
                  .of_arrays    = 1,
                  .ranks        = ranks,
                  .file         = -1,
                  .max_count    = max_count,
                  .version      = 41,
                  .complete     = 1,
                  .message      = message,
                  .message_size = size};
  int        bad;

  memset(d, 0, sizeof *d);
  bad = check_arrays(&r, a);
  if (!bad) {
    sort_nodes(&r, a);
    bad = sort_cells(&r, a) || gmsh_create_mesh(&r, d);
  }
  gmsh_free_reader(&r);
  return bad;
}
