/* cell_distance.c: computes the distance of a point from a line, arc, triangle or quadrilateral. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "cell_distance.h"
#include "math/vector.h"

CellPlace cell_place(const Geometry *g, int cell)
{
  CellPlace     place = {.shape = (Shape)g->shape[cell], .nn = geometry_cell_size(g, cell)};
  const double *rise  = geometry_cell_rise(g, cell);

  geometry_cell_coordinates(g, cell, place.x);
  if (rise) memcpy(place.rise, rise, sizeof place.rise);
  for (int i = 1; i < place.nn; i++)
    place.size = fmax(place.size, distance_between(place.x[0], place.x[i]));
  return place;
}

static double segment_distance(const double a[3], const double b[3], const double p[3])
{
  double line[3], to[3], square, s;

  for (int c = 0; c < 3; c++) {
    line[c] = b[c] - a[c];
    to[c]   = p[c] - a[c];
  }
  square = dot(line, line);
  s      = square > 0 ? fmin(1, fmax(0, dot(line, to) / square)) : 0;
  for (int c = 0; c < 3; c++) to[c] -= s * line[c];
  return norm(to);
}

/* Returns the distance from an arc of a circle whose ends are a and b. */
static double arc_distance(const double a[3], const double b[3], const double rise[3],
                           const double p[3])
{
  const double half = distance_between(a, b) / 2, height = norm(rise),
               radius = (half * half + height * height) / (2 * height),
               most   = atan2(half, radius - height); /* half of the angle of the arc */
  double along[3], up[3], to[3], angle, at[2];

  for (int c = 0; c < 3; c++) {
    along[c] = (b[c] - a[c]) / (2 * half);
    up[c]    = rise[c] / height;
    to[c]    = p[c] - (a[c] + b[c]) / 2 - (height - radius) * up[c]; /* from the center */
  }
  angle = fmin(most, fmax(-most, atan2(dot(to, along), dot(to, up))));
  at[0] = radius * sin(angle);
  at[1] = radius * cos(angle);
  for (int c = 0; c < 3; c++) to[c] -= at[0] * along[c] + at[1] * up[c];
  return norm(to);
}

static double triangle_distance(const double a[3], const double b[3], const double c[3],
                                const double p[3])
{
  const double *corner[4] = {a, b, c, a};
  double        ab[3], ac[3], ap[3], n[3], side[3], square, least;
  int           inside = 1;

  for (int k = 0; k < 3; k++) {
    ab[k] = b[k] - a[k];
    ac[k] = c[k] - a[k];
    ap[k] = p[k] - a[k];
  }
  cross(ab, ac, n);
  square = dot(n, n);
  least  = segment_distance(a, b, p);
  for (int k = 0; k < 3; k++) {
    double edge[3], to[3];

    for (int m = 0; m < 3; m++) {
      edge[m] = corner[k + 1][m] - corner[k][m];
      to[m]   = p[m] - corner[k][m];
    }
    cross(edge, to, side);
    inside = inside && dot(side, n) >= 0;
    least  = fmin(least, segment_distance(corner[k], corner[k + 1], p));
  }
  return inside && square > 0 ? fabs(dot(ap, n)) / sqrt(square) : least;
}

double cell_bound(const CellPlace *cell, const double p[3])
{
  return distance_between(cell->x[0], p) - cell->size - norm(cell->rise);
}

double cell_distance(const CellPlace *cell, const double p[3])
{
  const double(*x)[3] = (const double(*)[3])cell->x;

  switch (cell->shape) {
  case SHAPE_LINE:
    return norm(cell->rise) > 0 ? arc_distance(x[0], x[1], cell->rise, p)
                                : segment_distance(x[0], x[1], p);
  case SHAPE_LINE3:
    return fmin(segment_distance(x[0], x[2], p), segment_distance(x[2], x[1], p));
  case SHAPE_TRIANGLE:
    return triangle_distance(x[0], x[1], x[2], p);
  default:
    return fmin(triangle_distance(x[0], x[1], x[2], p), triangle_distance(x[0], x[2], x[3], p));
  }
}
