/* geometry.c: allocate, free and look up the arrays of a Geometry. */
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
  if (g->place && g->x && g->id && g->shape && g->offset && g->conn && g->set_name && g->node_sets && g->cell_sets &&
      g->node_number && g->cell_number) {
    g->offset[0] = 0;
    return 0;
  }
  geometry_free(g);
  return 1;
}

void geometry_free(Geometry *g)
{
  free(g->x);
  free(g->id);
  free(g->shape);
  free(g->offset);
  free(g->conn);
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

int geometry_cell_corners(const Geometry *g, int cell, double x[][3])
{
  const int nn = geometry_cell_size(g, cell);

  for (int i = 0; i < nn; i++) memcpy(x[i], g->x[g->conn[g->offset[cell] + i]], sizeof x[i]);
  return nn;
}

void geometry_cell_middle(const Geometry *g, int cell, double middle[3])
{
  double    x[SHAPE_MAX_NODES][3];
  const int nn = geometry_cell_corners(g, cell, x);

  for (int d = 0; d < 3; d++) middle[d] = 0;
  for (int i = 0; i < nn; i++)
    for (int d = 0; d < 3; d++) middle[d] += x[i][d] / nn;
}

int geometry_find_set(const Geometry *g, const char name[])
{
  for (int s = 0; s < g->nsets; s++)
    if (!strcmp(g->set_name[s], name)) return s;
  return -1;
}

int geometry_add_set(Geometry *g, const char name[])
{
  void *more = realloc(g->set_name, ((size_t)g->nsets + 2) * sizeof *g->set_name);
  char  other[SET_NAME_SIZE];

  if (!more) return -1;
  g->set_name = more;
  snprintf(other, sizeof other, "%s", name);
  for (int k = 2; geometry_find_set(g, other) >= 0; k++)
    snprintf(other, sizeof other, "%.*s_%d", SET_NAME_SIZE - 12, name, k);
  memset(g->set_name[g->nsets], 0, SET_NAME_SIZE);
  strcpy(g->set_name[g->nsets], other);
  return g->nsets++;
}

/* The cells of node i are cell[first[i]] to cell[first[i + 1] - 1]; first[nnodes + 2]. */
static void cells_of_nodes(const Geometry *g, int first[], int cell[])
{
  memset(first, 0, ((size_t)g->nnodes + 2) * sizeof *first);
  for (int k = 0; k < g->offset[g->ncells]; k++) first[g->conn[k] + 2]++;
  for (int i = 0; i < g->nnodes; i++) first[i + 2] += first[i + 1];
  for (int c = 0; c < g->ncells; c++)
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) cell[first[g->conn[k] + 1]++] = c;
}

static int compare_ints(const void *a, const void *b)
{
  const int *p = a, *q = b;

  return (*p > *q) - (*p < *q);
}

/* The list of all sets that some of n cells are in. found, seen: [nsets], seen all less than now before, at most now
   afterwards. */
static int list_of_cells(Geometry *g, const int cells[], int n, int found[], int seen[], int now)
{
  int nfound = 0, same = 1;

  for (int k = 1; k < n; k++) same = same && g->cell_sets[cells[k]] == g->cell_sets[cells[0]];
  if (same) return n ? g->cell_sets[cells[0]] : 0;
  for (int k = 0; k < n; k++) {
    const int *sets, nsets = set_lists_get(&g->lists, g->cell_sets[cells[k]], &sets);

    for (int s = 0; s < nsets; s++) {
      if (seen[sets[s]] == now) continue;
      seen[sets[s]]   = now;
      found[nfound++] = sets[s];
    }
  }
  qsort(found, (size_t)nfound, sizeof *found, compare_ints);
  return set_lists_find(&g->lists, found, nfound);
}

int geometry_nodes_of_sets(Geometry *g)
{
  int      *first = malloc(((size_t)g->nnodes + 2) * sizeof *first);
  int      *cell  = malloc(((size_t)g->offset[g->ncells] + 1) * sizeof *cell);
  int      *found = malloc(((size_t)g->nsets + 1) * sizeof *found);
  int      *seen  = calloc((size_t)g->nsets + 1, sizeof *seen);
  const int bad   = !first || !cell || !found || !seen;

  if (!bad) {
    cells_of_nodes(g, first, cell);
    for (int i = 0; i < g->nnodes; i++)
      g->node_sets[i] = list_of_cells(g, cell + first[i], first[i + 1] - first[i], found, seen, i + 1);
  }
  free(first);
  free(cell);
  free(found);
  free(seen);
  return bad || g->lists.failed;
}
