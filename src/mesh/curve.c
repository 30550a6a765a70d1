/* curve.c: partition by Hilbert's curve, on which neighbours stay together: each rank sorts its cells along it, and all find together where the curve is cut,
   bit by bit of the keys. No cell moves before it is known where to. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "dealt.h"

enum { BITS = 21 }; /* of each of three coordinates */

/* The place along the curve of a point of the cube [0, 2^BITS)^n, n <= 3 (Skilling 2004): from the coarsest octants to the finest; in each the curve is
   that of the whole, turned and reflected as Gray's code of the octants says. */
static uint64_t along_curve(int n, uint32_t x[])
{
  uint64_t key  = 0;
  uint32_t flip = 0;

  for (uint32_t bit = UINT32_C(1) << (BITS - 1); bit > 1; bit >>= 1)
    for (int c = 0; c < n; c++) {
      const uint32_t exchanged = (x[0] ^ x[c]) & (bit - 1);

      if (x[c] & bit) x[0] ^= bit - 1;
      else {
        x[0] ^= exchanged;
        x[c] ^= exchanged;
      }
    }
  for (int c = 1; c < n; c++) x[c] ^= x[c - 1];
  for (uint32_t bit = UINT32_C(1) << (BITS - 1); bit > 1; bit >>= 1)
    if (x[n - 1] & bit) flip ^= bit - 1;
  for (int b = BITS - 1; b >= 0; b--)
    for (int c = 0; c < n; c++) key = key << 1 | ((x[c] ^ flip) >> b & 1);
  return key;
}

/* axis[n] = the directions in which the mesh has an extent worth an octant; returns n, at least 1. */
static int find_axes(const double size[3], double longest, int axis[3])
{
  const double flat = 1e-3; /* of the longest extent: the curve of a plane is better there than that of space */
  int          n    = 0;

  for (int c = 0; c < 3; c++)
    if (size[c] > flat * longest || !(longest > 0)) axis[n++] = c;
  return n;
}

/* key[cells.ncells]: of the middles of the cells, in ascending order. */
static void find_keys(const Dealt *d, SortKey key[])
{
  const double most = (1 << BITS) - 1;
  double       corner[3], size[3], longest;
  int          axis[3], n;

  (void)dealt_box(d, corner, size);
  longest = fmax(fmax(size[0], size[1]), size[2]);
  n       = find_axes(size, longest, axis);
  for (int c = 0; c < d->cells.ncells; c++) {
    double   middle[3];
    uint32_t point[3] = {0, 0, 0};

    geometry_cell_middle(&d->cells, c, middle);
    for (int k = 0; k < n && longest > 0; k++)
      point[k] = (uint32_t)fmin(most, fmax(0, (middle[axis[k]] - corner[axis[k]]) / longest * most));
    key[c] = (SortKey){along_curve(n, point), 0, (uint32_t)c, d->cells.cell_number[c]};
  }
  qsort(key, (size_t)d->cells.ncells, sizeof *key, compare_keys);
}

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

void dealt_follow_curve(const Dealt *d, const int weight[], int to[])
{
  const Ranks *ranks = d->ranks;
  const int    n     = d->cells.ncells;
  SortKey     *key = ranks_take(ranks, n, sizeof *key), *cut = ranks_take(ranks, ranks->size, sizeof *cut);
  int64_t     *before = ranks_take(ranks, n + 1, sizeof *before);
  int          r      = 0;

  find_keys(d, key);
  before[0] = 0;
  for (int k = 0; k < n; k++) before[k + 1] = before[k] + (weight ? weight[key[k].here] : 1);
  if (ranks->size > 1) find_cuts(ranks, n, key, before, cut);
  for (int k = 0; k < n; k++) {
    while (r + 1 < ranks->size && compare_keys(&key[k], &cut[r]) >= 0) r++;
    to[key[k].here] = r;
  }
  free(key);
  free(cut);
  free(before);
}
