/* renumber.c: renumber nodes and cells so that neighbours are near each other in memory. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"

/* Where a node lies: high has the keys along the longest extent of the mesh and along the next, low that along the last, in steps of
   rounding, so that the nodes of a row of a regular mesh have equal keys. They have at most 30 bits each. */
static void find_places(const Dealt *d, SortKey at[])
{
  const double rounding = 1e-9; /* of the longest extent */
  double       least[3], size[3];
  int          axis[3] = {0, 1, 2};

  (void)dealt_box(d, least, size);
  for (int pass = 0; pass < 2; pass++)
    for (int k = 0; k < 2; k++)
      if (size[axis[k]] < size[axis[k + 1]]) {
        const int swap = axis[k];

        axis[k]     = axis[k + 1];
        axis[k + 1] = swap;
      }
  for (int i = 0; i < d->nodes.nnodes; i++) {
    const double step = rounding * size[axis[0]];
    uint64_t     key[3];

    for (int k = 0; k < 3; k++)
      key[k] = step > 0 ? (uint64_t)llround((d->nodes.x[i][axis[k]] - least[axis[k]]) / step) : 0;
    at[i] = (SortKey){key[0] << 30 | key[1], (uint32_t)key[2], (uint32_t)i, d->first[d->ranks->rank] + i};
  }
}

/* Smallest and largest number of a cell's nodes; number[cells.nnodes]. */
static void range_of_cell(const Geometry *g, int cell, const int64_t number[], int64_t range[2])
{
  range[0] = INT64_MAX, range[1] = -1;
  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++) {
    const int64_t n = number[g->conn[k]];

    if (n < range[0]) range[0] = n;
    if (n > range[1]) range[1] = n;
  }
}

/* Sum over the cells of the difference of their largest and smallest node number. */
static int64_t spread(const Dealt *d, const int64_t number[])
{
  int64_t sum = 0, range[2];

  for (int c = 0; c < d->cells.ncells; c++) {
    range_of_cell(&d->cells, c, number, range);
    sum += range[1] - range[0];
  }
  return ranks_sum(d->ranks, sum);
}

/* Cells follow their nodes. */
static void order_cells(Dealt *d)
{
  Geometry *g  = &d->cells;
  SortKey  *at = ranks_take(d->ranks, g->ncells, sizeof *at);
  int64_t   range[2];

  for (int c = 0; c < g->ncells; c++) {
    range_of_cell(g, c, g->node_number, range);
    at[c] = (SortKey){(uint64_t)range[0], 0, (uint32_t)c, g->cell_number[c]};
  }
  ranks_sort(d->ranks, g->ncells, at, g->cell_number);
  free(at);
}

void dealt_sweep(Dealt *d)
{
  const double better = 0.7; /* renumber if the spread becomes less than this part of the present one */
  SortKey     *at     = ranks_take(d->ranks, d->nodes.nnodes, sizeof *at);
  int64_t     *number = ranks_take(d->ranks, d->nodes.nnodes, sizeof *number), *needed;
  Asked        asked;
  int          sweeps;

  find_places(d, at);
  ranks_sort(d->ranks, d->nodes.nnodes, at, number);
  free(at);
  needed = ranks_take(d->ranks, d->cells.nnodes, sizeof *needed);
  dealt_ask(d, &asked);
  dealt_fetch(d, &asked, sizeof *needed, number, needed);
  asked_free(&asked);
  sweeps = (double)spread(d, needed) < better * (double)spread(d, d->cells.node_number);
  free(needed);
  if (sweeps) {
    dealt_renumber_nodes(d, number);
    order_cells(d);
  }
  free(number);
}
