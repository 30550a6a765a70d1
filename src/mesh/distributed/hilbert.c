/* hilbert.c: orders cells along Hilbert's curve, on which neighbours stay together. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "distributed_mesh.h"

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

void hilbert_keys(const DistributedMesh *d, SortKey key[])
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
