/* renumber.c: orders nodes and cells so that neighbours are near each other in memory, and cells
   along Hilbert's curve. */
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

/* ---- partition curve ------------------------------------------------------------------------- */

enum { BITS = 21 }; /* of each of three coordinates */

/* Returns the position along the curve of a point of the cube [0, 2^BITS)^n, n <= 3 (Skilling
   2004).

   The algorithm goes from the coarsest octants to the finest. In each octant the curve is the curve
   of the whole cube, turned and reflected as Gray's code of the octants says. */
static uint64_t hilbert_index(int n, uint32_t x[])
{
  uint64_t key  = 0;
  uint32_t flip = 0;

  for (uint32_t bit = UINT32_C(1) << (BITS - 1); bit > 1; bit >>= 1)
    for (int c = 0; c < n; c++) {
      const uint32_t swapped = (x[0] ^ x[c]) & (bit - 1);

      if (x[c] & bit) x[0] ^= bit - 1;
      else {
        x[0] ^= swapped;
        x[c] ^= swapped;
      }
    }
  for (int c = 1; c < n; c++) x[c] ^= x[c - 1];
  for (uint32_t bit = UINT32_C(1) << (BITS - 1); bit > 1; bit >>= 1)
    if (x[n - 1] & bit) flip ^= bit - 1;
  for (int b = BITS - 1; b >= 0; b--)
    for (int c = 0; c < n; c++) key = key << 1 | ((x[c] ^ flip) >> b & 1);
  return key;
}

/* Sets axis[n] to the directions in which the mesh is not flat; returns n, at least 1. */
static int find_axes(const double size[3], double longest, int axis[3])
{
  /* of the longest extent; a flatter mesh is better ordered by the curve of a plane */
  const double flat = 1e-3;
  int          n    = 0;

  for (int c = 0; c < 3; c++)
    if (size[c] > flat * longest || !(longest > 0)) axis[n++] = c;
  return n;
}

/* Computes where the center of each cell lies along Hilbert's space-filling curve,
   along which cells that are near in the order are also near in space (renumber.c).

   Call distributed_mesh_fetch_x() before.
   Output:
     key  [d->cells.ncells] keys for ranks_sort(), which sorts the cells along the curve */
static void hilbert_keys(const DistributedMesh *d, SortKey key[])
{
  const double max_coordinate = (1 << BITS) - 1;
  double       corner[3], size[3], longest;
  int          axis[3], n;

  (void)distributed_mesh_bounding_box(d, corner, size);
  longest = fmax(fmax(size[0], size[1]), size[2]);
  n       = find_axes(size, longest, axis);
  for (int c = 0; c < d->cells.ncells; c++) {
    double   center[3];
    uint32_t point[3] = {0, 0, 0};

    geometry_cell_center(&d->cells, c, center);
    for (int k = 0; k < n && longest > 0; k++)
      point[k] = (uint32_t)fmin(
        max_coordinate, fmax(0, (center[axis[k]] - corner[axis[k]]) / longest * max_coordinate));
    key[c] = (SortKey){hilbert_index(n, point), 0, (uint32_t)c, d->cells.cell_number[c]};
  }
}

/* ---- parts of equal weight ------------------------------------------------------------------- */

/* Each rank sorts its own cells. All ranks together find where to cut, bit by bit of the keys. No
   cell moves until its rank is known. */

/* Returns the weight of the keys below another key; before[k] is the weight of the first k keys. */
static int64_t weight_below_key(int n, const SortKey key[], const int64_t before[],
                                const SortKey *other)
{
  int lower = 0, upper = n;

  while (lower < upper) {
    const int middle = lower + (upper - lower) / 2;

    if (compare_sort_keys(&key[middle], other) < 0) lower = middle + 1;
    else upper = middle;
  }
  return before[lower];
}

/* Finds splitter[size - 1]: the largest keys below which all ranks together have no more than
   r/size of the weight. It sets the bits from the highest to the lowest. */
static void find_split_keys(const Ranks *ranks, int n, const SortKey key[], const int64_t before[],
                            SortKey splitter[])
{
  const int     nsplitters = ranks->size - 1, bits = 63;
  const int64_t total  = ranks_sum(ranks, before[n]);
  int64_t      *weight = ranks_malloc(ranks, nsplitters, sizeof *weight);

  memset(splitter, 0, (size_t)nsplitters * sizeof *splitter);
  for (int bit = 2 * bits - 1; bit >= 0; bit--) {
    const uint64_t high = bit >= bits ? UINT64_C(1) << (bit - bits) : 0,
                   low  = bit < bits ? UINT64_C(1) << bit : 0;

    for (int r = 0; r < nsplitters; r++) {
      SortKey higher = splitter[r];

      higher.high |= high;
      higher.id |= (int64_t)low;
      weight[r] = weight_below_key(n, key, before, &higher);
    }
    (void)MPI_Allreduce(MPI_IN_PLACE, weight, nsplitters, MPI_INT64_T, MPI_SUM, ranks->comm);
    for (int r = 0; r < nsplitters; r++)
      if (weight[r] <=
          total / ranks->size * (r + 1) + total % ranks->size * (r + 1) / ranks->size) {
        splitter[r].high |= high;
        splitter[r].id |= (int64_t)low;
      }
  }
  free(weight);
}

/* Cuts the cells, sorted by their keys, into parts of equal weight; sorts key. */
static void split_equally(const DistributedMesh *d, SortKey key[], const int weight[], int to[])
{
  const Ranks *ranks  = d->ranks;
  const int    n      = d->cells.ncells;
  SortKey     *at     = ranks_malloc(ranks, ranks->size, sizeof *at);
  int64_t     *before = ranks_malloc(ranks, n + 1, sizeof *before);
  int          r      = 0;

  qsort(key, (size_t)n, sizeof *key, compare_sort_keys);
  before[0] = 0;
  for (int k = 0; k < n; k++) before[k + 1] = before[k] + (weight ? weight[key[k].local] : 1);
  if (ranks->size > 1) find_split_keys(ranks, n, key, before, at);
  for (int k = 0; k < n; k++) {
    while (r + 1 < ranks->size && compare_sort_keys(&key[k], &at[r]) >= 0) r++;
    to[key[k].local] = r;
  }
  free(at);
  free(before);
}

void split_along_hilbert_curve(const DistributedMesh *d, const int weight[], int to[])
{
  SortKey *key = ranks_malloc(d->ranks, d->cells.ncells, sizeof *key);

  hilbert_keys(d, key);
  split_equally(d, key, weight, to);
  free(key);
}

void split_by_cell_number(const DistributedMesh *d, const int weight[], int to[])
{
  SortKey *key = ranks_malloc(d->ranks, d->cells.ncells, sizeof *key);

  for (int c = 0; c < d->cells.ncells; c++)
    key[c] = (SortKey){.local = (uint32_t)c, .id = d->cells.cell_number[c]};
  split_equally(d, key, weight, to);
  free(key);
}
