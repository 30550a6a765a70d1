/* weighted_split.c: cells in some order are cut into parts of equal weight: each rank sorts its own, and all find together where to cut, bit by bit of the keys. No
   cell moves before it is known where to. */
#include <stdlib.h>
#include <string.h>
#include "distributed_mesh.h"

/* The weight of the keys below another one; before[n + 1]: of the first ones. */
static int64_t weight_below(int n, const SortKey key[], const int64_t before[], const SortKey *other)
{
  int least = 0, most = n;

  while (least < most) {
    const int middle = least + (most - least) / 2;

    if (compare_keys(&key[middle], other) < 0) least = middle + 1;
    else most = middle;
  }
  return before[least];
}

/* cut[size - 1]: the largest keys below which all ranks together have no more than r/size of the weight, found from the highest bit on. */
static void find_cuts(const Ranks *ranks, int n, const SortKey key[], const int64_t before[], SortKey cut[])
{
  const int     ncuts = ranks->size - 1, bits = 63;
  const int64_t total  = ranks_sum(ranks, before[n]);
  int64_t      *weight = ranks_take(ranks, ncuts, sizeof *weight);

  memset(cut, 0, (size_t)ncuts * sizeof *cut);
  for (int bit = 2 * bits - 1; bit >= 0; bit--) {
    const uint64_t high = bit >= bits ? UINT64_C(1) << (bit - bits) : 0, low = bit < bits ? UINT64_C(1) << bit : 0;

    for (int r = 0; r < ncuts; r++) {
      SortKey higher = cut[r];

      higher.high |= high;
      higher.id |= (int64_t)low;
      weight[r] = weight_below(n, key, before, &higher);
    }
    (void)MPI_Allreduce(MPI_IN_PLACE, weight, ncuts, MPI_INT64_T, MPI_SUM, ranks->comm);
    for (int r = 0; r < ncuts; r++)
      if (weight[r] <= total / ranks->size * (r + 1) + total % ranks->size * (r + 1) / ranks->size) {
        cut[r].high |= high;
        cut[r].id |= (int64_t)low;
      }
  }
  free(weight);
}

/* key: in another order afterwards. */
static void cut_equally(const Dealt *d, SortKey key[], const int weight[], int to[])
{
  const Ranks *ranks  = d->ranks;
  const int    n      = d->cells.ncells;
  SortKey     *at     = ranks_take(ranks, ranks->size, sizeof *at);
  int64_t     *before = ranks_take(ranks, n + 1, sizeof *before);
  int          r      = 0;

  qsort(key, (size_t)n, sizeof *key, compare_keys);
  before[0] = 0;
  for (int k = 0; k < n; k++) before[k + 1] = before[k] + (weight ? weight[key[k].here] : 1);
  if (ranks->size > 1) find_cuts(ranks, n, key, before, at);
  for (int k = 0; k < n; k++) {
    while (r + 1 < ranks->size && compare_keys(&key[k], &at[r]) >= 0) r++;
    to[key[k].here] = r;
  }
  free(at);
  free(before);
}

void dealt_cut_curve(const Dealt *d, const int weight[], int to[])
{
  SortKey *key = ranks_take(d->ranks, d->cells.ncells, sizeof *key);

  dealt_follow_curve(d, key);
  cut_equally(d, key, weight, to);
  free(key);
}

void dealt_cut_numbers(const Dealt *d, const int weight[], int to[])
{
  SortKey *key = ranks_take(d->ranks, d->cells.ncells, sizeof *key);

  for (int c = 0; c < d->cells.ncells; c++) key[c] = (SortKey){.here = (uint32_t)c, .id = d->cells.cell_number[c]};
  cut_equally(d, key, weight, to);
  free(key);
}
