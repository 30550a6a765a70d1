/* point_locator.c: points in bins, which are cubes with sides of four times the distance that counts as near. */
#include <math.h>
#include "point_locator.h"

typedef struct {
  const PointLocator *locator;
  const double       *x; /* of what is looked for */
  double *distance;      /* of the nearest one that was met, to begin with what still is near */
  int    *nearest;       /* its number; -1: none was met */
} PointQuery;

double point_distance(const double a[3], const double b[3])
{
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

/* Keep the point if it is the nearest one, of equally near ones that with the least number; there may be another. */
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

/* Hash of the bin of a point. */
static uint64_t bin_hash(const PointLocator *locator, const double x[3])
{
  double key[3]; /* which may be too large for integers; + 0: no -0, whose bytes are others */

  for (int c = 0; c < 3; c++)
    key[c] = floor((x[c] - locator->origin[c]) / (4 * locator->tolerance)) + 0.;
  return hash_bytes(0, key, sizeof key);
}

int point_locator_add(PointLocator *locator, int point)
{
  return hash_index_add(&locator->index, bin_hash(locator, locator->x[point]), point);
}

/* The point may be in another bin: those of the corners of a cube around. */
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
