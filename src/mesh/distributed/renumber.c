/* renumber.c: renumbers nodes and cells so that neighbours are near each other in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"

/* Makes the key of each node from its coordinates, in steps of rounding.

   Member high has the coordinates along the longest extent of the mesh and along the next, low has
   the last one. Each has at most 30 bits. Nodes of a row of a regular mesh have equal keys. */
static void make_position_keys(const DistributedMesh *d, SortKey at[])
{
  /* Relative to the longest extent. Coordinates that differ by less are those of one row of a
     regular mesh; and 1e9 steps still fit into 30 bits. */
  const double rounding = 1e-9;
  double       corner[3], size[3];
  int          axis[3] = {0, 1, 2};

  (void)distributed_mesh_bounding_box(d, corner, size);
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
      key[k] = step > 0 ? (uint64_t)llround((d->nodes.x[i][axis[k]] - corner[axis[k]]) / step) : 0;
    at[i] =
      (SortKey){key[0] << 30 | key[1], (uint32_t)key[2], (uint32_t)i, d->first[d->ranks->rank] + i};
  }
}

/* Finds the smallest and largest number of a cell's nodes; number has size cells.nnodes. */
static void cell_node_range(const Geometry *g, int cell, const int64_t number[], int64_t range[2])
{
  range[0] = INT64_MAX, range[1] = -1;
  for (int k = g->offset[cell]; k < g->offset[cell + 1]; k++) {
    const int64_t n = number[g->conn[k]];

    if (n < range[0]) range[0] = n;
    if (n > range[1]) range[1] = n;
  }
}

/* Returns the sum over the cells of the difference of their largest and smallest node number. */
static int64_t total_node_span(const DistributedMesh *d, const int64_t number[])
{
  int64_t sum = 0, range[2];

  for (int c = 0; c < d->cells.ncells; c++) {
    cell_node_range(&d->cells, c, number, range);
    sum += range[1] - range[0];
  }
  return ranks_sum(d->ranks, sum);
}

/* Renumbers the cells by their smallest node number. */
static void renumber_cells(DistributedMesh *d)
{
  Geometry *g  = &d->cells;
  SortKey  *at = ranks_malloc(d->ranks, g->ncells, sizeof *at);
  int64_t   range[2];

  for (int c = 0; c < g->ncells; c++) {
    cell_node_range(g, c, g->node_number, range);
    at[c] = (SortKey){(uint64_t)range[0], 0, (uint32_t)c, g->cell_number[c]};
  }
  ranks_sort(d->ranks, g->ncells, at, g->cell_number);
  free(at);
}

void renumber_mesh(DistributedMesh *d)
{
  /* renumber if the total span becomes less than this part of the present one */
  const double max_ratio = 0.7;
  SortKey     *at        = ranks_malloc(d->ranks, d->nodes.nnodes, sizeof *at);
  int64_t     *number    = ranks_malloc(d->ranks, d->nodes.nnodes, sizeof *number), *needed;
  NodeFetch    fetch;
  int          renumber;

  make_position_keys(d, at);
  ranks_sort(d->ranks, d->nodes.nnodes, at, number);
  free(at);
  needed = ranks_malloc(d->ranks, d->cells.nnodes, sizeof *needed);
  distributed_mesh_plan_fetch(d, &fetch);
  distributed_mesh_fetch(d, &fetch, sizeof *needed, number, needed);
  node_fetch_free(&fetch);
  renumber = (double)total_node_span(d, needed) <
             max_ratio * (double)total_node_span(d, d->cells.node_number);
  free(needed);
  if (renumber) {
    distributed_mesh_renumber_nodes(d, number);
    renumber_cells(d);
  }
  free(number);
}
