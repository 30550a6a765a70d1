/* point_locator.c: finds near points by bins: cubes with sides of four times the tolerance. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "point_locator.h"
#include "math/vector.h"

typedef struct {
  const PointLocator *locator;
  const double       *x;        /* the point whose neighbours are searched */
  double             *distance; /* of the nearest point so far; initially the tolerance */
  int                *nearest;  /* its number; -1 if no point is near so far */
} PointQuery;

/* Keeps the point if it is the nearest one so far; of equally near points the lowest number wins.

   Always returns 0, so that the search continues. */
static int keep_nearest(const void *context, int point)
{
  const PointQuery *const query    = context;
  const double            distance = point_distance(query->locator->x[point], query->x);

  if (distance < *query->distance ||
      (distance == *query->distance && (*query->nearest < 0 || point < *query->nearest))) {
    *query->distance = distance;
    *query->nearest  = point;
  }
  return 0;
}

/* Returns the hash of the bin of a point. */
static uint64_t bin_hash(const PointLocator *locator, const double x[3])
{
  double key[3]; /* may be too large for integers; adding 0 avoids -0, which has other bytes */

  for (int c = 0; c < 3; c++)
    key[c] = floor((x[c] - locator->origin[c]) / (4 * locator->tolerance)) + 0.;
  return hash_bytes(0, key, sizeof key);
}

int point_locator_add(PointLocator *locator, int point)
{
  return hash_index_add(&locator->index, bin_hash(locator, locator->x[point]), point);
}

/* A near point may be in another bin: the bins of the corners of a cube around x are searched. */
int point_locator_find(const PointLocator *locator, const double x[3])
{
  double           distance = locator->tolerance;
  int              nearest  = -1;
  const PointQuery context  = {locator, x, &distance, &nearest};

  for (int corner = 0; corner < 8; corner++) {
    double at[3];

    for (int c = 0; c < 3; c++)
      at[c] = x[c] + (corner >> c & 1 ? locator->tolerance : -locator->tolerance);
    (void)hash_index_find(&locator->index, bin_hash(locator, at), keep_nearest, &context);
  }
  return nearest;
}

void point_locator_free(PointLocator *locator) { hash_index_free(&locator->index); }
