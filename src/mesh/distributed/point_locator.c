/* point_locator.c: points in bins, which are cubes with sides of four times the distance that counts as near. */
#include <math.h>
#include "point_locator.h"

typedef struct {
  const Near   *near;
  const double *x;        /* of what is looked for */
  double       *distance; /* of the nearest one that was met, to begin with what still is near */
  int          *nearest;  /* its number; -1: none was met */
} Wanted;

double near_distance(const double a[3], const double b[3])
{
  return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

double near_box(int n, const double (*x)[3], double corner[3])
{
  double most[3] = {0, 0, 0};

  for (int c = 0; c < 3; c++) {
    corner[c] = most[c] = n ? x[0][c] : 0;
    for (int i = 1; i < n; i++) {
      corner[c] = fmin(corner[c], x[i][c]);
      most[c]   = fmax(most[c], x[i][c]);
    }
  }
  return near_distance(corner, most);
}

/* Keep the point if it is the nearest one, of equally near ones that with the least number; there may be another. */
static int keep_nearest(const void *what, int point)
{
  const Wanted *const wanted   = what;
  const double        distance = near_distance(wanted->near->x[point], wanted->x);

  if (distance < *wanted->distance ||
      (distance == *wanted->distance && (*wanted->nearest < 0 || point < *wanted->nearest))) {
    *wanted->distance = distance;
    *wanted->nearest  = point;
  }
  return 0;
}

/* Hash of the bin of a point. */
static uint64_t bin(const Near *near, const double x[3])
{
  double key[3]; /* which may be too large for integers; + 0: no -0, whose bytes are others */

  for (int c = 0; c < 3; c++) key[c] = floor((x[c] - near->origin[c]) / (4 * near->apart)) + 0.;
  return index_hash(0, key, sizeof key);
}

int near_add(Near *near, int point) { return index_add(&near->index, bin(near, near->x[point]), point); }

/* The point may be in another bin: those of the corners of a cube around. */
int near_find(const Near *near, const double x[3])
{
  double       distance = near->apart;
  int          nearest  = -1;
  const Wanted what     = {near, x, &distance, &nearest};

  for (int corner = 0; corner < 8; corner++) {
    double at[3];

    for (int c = 0; c < 3; c++) at[c] = x[c] + (corner >> c & 1 ? near->apart : -near->apart);
    (void)index_find(&near->index, bin(near, at), keep_nearest, &what);
  }
  return nearest;
}

void near_free(Near *near) { index_free(&near->index); }
