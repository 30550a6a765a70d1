/* near.c: points in bins, which are cubes with sides of four times the distance that counts as near. */
#include <math.h>
#include "near.h"

typedef struct {
  const Near   *near;
  const double *x; /* of what is looked for */
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

static int is_near(const void *what, int point)
{
  const Wanted *wanted = what;

  return near_distance(wanted->near->x[point], wanted->x) <= wanted->near->apart;
}

/* Hash of the bin of a point. */
static uint64_t bin(const Near *near, const double x[3])
{
  int64_t key[3];

  for (int c = 0; c < 3; c++) key[c] = (int64_t)floor((x[c] - near->origin[c]) / (4 * near->apart));
  return index_hash(0, key, sizeof key);
}

int near_add(Near *near, int point) { return index_add(&near->index, bin(near, near->x[point]), point); }

/* The point may be in another bin: those of the corners of a cube around. */
int near_find(const Near *near, const double x[3])
{
  const Wanted what  = {near, x};
  int          found = -1;

  for (int corner = 0; corner < 8 && found < 0; corner++) {
    double at[3];

    for (int c = 0; c < 3; c++) at[c] = x[c] + (corner >> c & 1 ? near->apart : -near->apart);
    found = index_find(&near->index, bin(near, at), is_near, &what);
  }
  return found;
}

void near_free(Near *near) { index_free(&near->index); }
