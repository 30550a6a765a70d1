/* weighted_split.c: cuts cells in a given order into parts of equal weight.

   Each rank sorts its own cells. All ranks together find where to cut, bit by bit of the keys. No
   cell moves until its rank is known. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"

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
