/* sweep.c: renumber nodes and cells so that neighbours are near each other in memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "geometry.h"

/* Where a node lies: key[0] along the longest extent of the mesh, key[1] along the next, key[2], in steps of rounding,
   so that the nodes of a row of a regular mesh have equal keys. old: its present number. */
typedef struct {
  int64_t key[3];
  int     old;
} Place;

static int compare_places(const void *a, const void *b)
{
  const Place *p = a, *q = b;

  for (int k = 0; k < 3; k++)
    if (p->key[k] != q->key[k]) return p->key[k] < q->key[k] ? -1 : 1;
  return p->old < q->old ? -1 : p->old > q->old;
}

/* at[nnodes] = places of all nodes, in the new order. */
static void find_places(const Geometry *g, Place at[])
{
  const double rounding = 1e-9; /* of the longest extent */
  double       least[3], size[3];
  int          axis[3] = {0, 1, 2};

  for (int c = 0; c < 3; c++) {
    double most = least[c] = g->x[0][c];

    for (int i = 1; i < g->nnodes; i++) {
      least[c] = fmin(least[c], g->x[i][c]);
      most     = fmax(most, g->x[i][c]);
    }
    size[c] = most - least[c];
  }
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < 2; k++)
      if (size[axis[k]] < size[axis[k + 1]]) {
        const int swap = axis[k];

        axis[k]     = axis[k + 1];
        axis[k + 1] = swap;
      }
  for (int i = 0; i < g->nnodes; i++) {
    at[i].old = i;
    for (int k = 0; k < 3; k++) {
      const double step = rounding * size[axis[0]];

      at[i].key[k] = step > 0 ? llround((g->x[i][axis[k]] - least[axis[k]]) / step) : 0;
    }
  }
  qsort(at, (size_t)g->nnodes, sizeof *at, compare_places);
}

/* Sum over the cells of the difference of their largest and smallest node number. new[nnodes]: new numbers; NULL:
   present ones. */
static double spread(const Geometry *g, const int new[])
{
  double sum = 0;

  for (int c = 0; c < g->ncells; c++) {
    int least = g->nnodes, most = -1;

    for (int k = g->offset[c]; k < g->offset[c + 1]; k++) {
      const int node = new ? new[g->conn[k]] : g->conn[k];

      if (node < least) least = node;
      if (node > most) most = node;
    }
    sum += most - least;
  }
  return sum;
}

/* ---- cells follow their nodes ------------------------------------------------------------------------------------ */

/* Smallest new number of a cell's nodes, and the cell's present number. */
typedef struct {
  int first, old;
} CellPlace;

static int compare_cells(const void *a, const void *b)
{
  const CellPlace *p = a, *q = b;

  if (p->first != q->first) return p->first < q->first ? -1 : 1;
  return p->old < q->old ? -1 : p->old > q->old;
}

static void order_cells(const Geometry *g, const int new[], CellPlace at[])
{
  for (int c = 0; c < g->ncells; c++) {
    at[c] = (CellPlace){g->nnodes, c};
    for (int k = g->offset[c]; k < g->offset[c + 1]; k++)
      if (new[g->conn[k]] < at[c].first) at[c].first = new[g->conn[k]];
  }
  qsort(at, (size_t)g->ncells, sizeof *at, compare_cells);
}

/* to = g in the new order; to has been allocated. g loses its lists of sets. */
static void move_in_order(Geometry *g, const Place node[], const int new[], const CellPlace cell[], Geometry *to)
{
  memcpy(to->set_name, g->set_name, (size_t)g->nsets * sizeof *g->set_name);
  to->nplaces = g->nplaces;
  to->lists   = g->lists;
  memset(&g->lists, 0, sizeof g->lists);
  for (int i = 0; i < g->nnodes; i++) {
    memcpy(to->x[i], g->x[node[i].old], sizeof *g->x);
    to->id[i]        = g->id[node[i].old];
    to->node_sets[i] = g->node_sets[node[i].old];
    to->place[i]     = g->place[node[i].old];
  }
  for (int c = 0; c < g->ncells; c++) {
    const int old = cell[c].old, n = geometry_cell_size(g, old);

    to->shape[c]      = g->shape[old];
    to->offset[c + 1] = to->offset[c] + n;
    for (int k = 0; k < n; k++) to->conn[to->offset[c] + k] = new[g->conn[g->offset[old] + k]];
    to->cell_sets[c] = g->cell_sets[old];
  }
}

int geometry_sweep(Geometry *g)
{
  const double better = 0.7; /* renumber if the spread becomes less than this part of the present one */
  const size_t nn = (size_t)g->nnodes + 1, nc = (size_t)g->ncells + 1;
  Place       *node = malloc(nn * sizeof *node);
  CellPlace   *cell = malloc(nc * sizeof *cell);
  int *new = malloc(nn * sizeof *new), bad = !node || !cell || !new;
  Geometry to;

  if (!bad && g->nnodes) {
    find_places(g, node);
    for (int i = 0; i < g->nnodes; i++) new[node[i].old] = i;
    if (spread(g, new) < better * spread(g, NULL)) {
      order_cells(g, new, cell);
      bad = geometry_allocate(&to, g->nnodes, g->ncells, g->offset[g->ncells], g->nsets);
      if (!bad) {
        move_in_order(g, node, new, cell, &to);
        geometry_free(g);
        *g = to;
      }
    }
  }
  free(node);
  free(cell);
  free(new);
  return bad;
}
