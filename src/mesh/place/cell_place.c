/* cell_place.c: finds the point of a cell that is nearest to a point in space.

   Places in surfaces and in lines with three nodes are found by the Gauss-Newton method. If the
   nearest point is outside of a surface, a side of the surface has the nearest point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "cell_place.h"
#include "math/vector.h"

/* Steps of the Gauss-Newton method. Each step of a flat parallelogram is exact; warped surfaces
   gain two digits or more with a step. */
enum { STEPS = 12 };

static double limited(double s) { return s < -1 ? -1 : s > 1 ? 1 : s; }

static double distance_at(Shape shape, const double x[][3], const double square[2],
                          const double point[3])
{
  ShapeCellPoint p;

  shape_cell_point(shape, x, square, 1, &p);
  return point_distance(p.x, point);
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* Returns the coordinate of the point between a and b that is nearest to the point. */
static double straight_place(const double a[3], const double b[3], const double point[3])
{
  double along[3], from[3], size;

  for (int c = 0; c < 3; c++) {
    along[c] = b[c] - a[c];
    from[c]  = point[c] - a[c];
  }
  size = dot(along, along);
  return size > 0 ? limited(2 * dot(from, along) / size - 1) : 0;
}

/* The arc of a circle: center + radius (sin(s angle) along + cos(s angle) up), s from -1 to 1. */
typedef struct {
  double center[3], along[3], up[3], radius, angle;
} Arc;

/* Returns the arc through both nodes, whose middle is the vector rise away from the middle between
   the nodes. */
static Arc arc_through(const double x[2][3], const double rise[3])
{
  const double height = norm(rise), half = distance_between(x[0], x[1]) / 2;
  Arc          arc = {.radius = (half * half + height * height) / (2 * height),
                      .angle  = 2 * atan2(height, half)};

  for (int c = 0; c < 3; c++) {
    arc.along[c]  = (x[1][c] - x[0][c]) / (2 * half);
    arc.up[c]     = rise[c] / height;
    arc.center[c] = (x[0][c] + x[1][c]) / 2 - (arc.radius - height) * arc.up[c];
  }
  return arc;
}

void cell_line_point(const double x[2][3], const double rise[3], double s, double point[3])
{
  if (!rise || !(norm(rise) > 0)) {
    for (int c = 0; c < 3; c++) point[c] = (1 - s) / 2 * x[0][c] + (1 + s) / 2 * x[1][c];
  } else {
    const Arc    arc   = arc_through(x, rise);
    const double place = s * arc.angle;

    for (int c = 0; c < 3; c++)
      point[c] = arc.center[c] + arc.radius * (sin(place) * arc.along[c] + cos(place) * arc.up[c]);
  }
}

/* Computes the place on an arc. */
static double arc_place(const double x[2][3], const double rise[3], const double point[3],
                        double square[2])
{
  const Arc arc = arc_through(x, rise);
  double    from[3], nearest[3];

  for (int c = 0; c < 3; c++) from[c] = point[c] - arc.center[c];
  square[0] = limited(atan2(dot(from, arc.along), dot(from, arc.up)) / arc.angle);
  cell_line_point(x, rise, square[0], nearest);
  return distance_between(nearest, point);
}

/* Computes the place on a line with three nodes, whose middle node is the last. */
static double quadratic_place(const double x[3][3], const double point[3], double square[2])
{
  const double starts[3] = {-0.6, 0, 0.6};
  double       best      = HUGE_VAL;

  for (int k = 0; k < 3; k++) {
    double at[2] = {starts[k], 0}, distance;

    for (int i = 0; i < STEPS; i++) {
      double         slope[3], misfit[3];
      ShapeCellPoint p;

      shape_cell_point(SHAPE_LINE3, x, at, 1, &p);
      for (int c = 0; c < 3; c++) {
        slope[c]  = (at[0] - 0.5) * x[0][c] + (at[0] + 0.5) * x[1][c] - 2 * at[0] * x[2][c];
        misfit[c] = point[c] - p.x[c];
      }
      if (dot(slope, slope) > 0) at[0] = limited(at[0] + dot(slope, misfit) / dot(slope, slope));
    }
    distance = distance_at(SHAPE_LINE3, x, at, point);
    if (distance < best) {
      best      = distance;
      square[0] = at[0];
    }
  }
  return best;
}

/* ---- surfaces -------------------------------------------------------------------------------- */

/* Computes the steps along two vectors that come nearest to the misfit. They are 0 if the vectors
   are parallel. */
static void least_squares(const double t[2][3], const double misfit[3], double step[2])
{
  const double a = dot(t[0], t[0]), b = dot(t[0], t[1]), c = dot(t[1], t[1]);
  const double f = dot(t[0], misfit), g = dot(t[1], misfit), size = a * c - b * b;

  step[0] = size > 0 ? (c * f - b * g) / size : 0;
  step[1] = size > 0 ? (a * g - b * f) / size : 0;
}

/* Computes the parent coordinates r[2] of the foot of the perpendicular to a quadrilateral. */
static void quadrilateral_foot(const double x[4][3], const double point[3], double r[2])
{
  for (int i = 0; i < STEPS; i++) {
    double         t[2][3], misfit[3], step[2];
    ShapeCellPoint p;

    shape_cell_point(SHAPE_QUADRILATERAL, x, r, 1, &p);
    for (int c = 0; c < 3; c++) {
      t[0][c]   = ((x[1][c] - x[0][c]) * (1 - r[1]) + (x[2][c] - x[3][c]) * (1 + r[1])) / 4;
      t[1][c]   = ((x[3][c] - x[0][c]) * (1 - r[0]) + (x[2][c] - x[1][c]) * (1 + r[0])) / 4;
      misfit[c] = point[c] - p.x[c];
    }
    least_squares((const double(*)[3])t, misfit, step);
    for (int d = 0; d < 2; d++) r[d] = fmin(fmax(r[d] + step[d], -4), 4);
  }
}

/* Computes the coordinates of a triangle in the square whose side is collapsed to node 1. */
static void collapse(double r, double s, double square[2])
{
  square[0] = limited(2 * r - 1);
  square[1] = r < 1 ? limited(2 * s / (1 - r) - 1) : 0;
}

/* Computes the foot of the perpendicular. Returns whether it is inside of the surface. */
static int find_foot(Shape shape, const double x[][3], const double point[3], double square[2])
{
  double r[2] = {0, 0}, t[2][3], misfit[3];

  if (shape == SHAPE_QUADRILATERAL) {
    quadrilateral_foot(x, point, r);
    square[0] = r[0];
    square[1] = r[1];
    return fabs(r[0]) <= 1 && fabs(r[1]) <= 1;
  }
  for (int c = 0; c < 3; c++) {
    t[0][c]   = x[1][c] - x[0][c];
    t[1][c]   = x[2][c] - x[0][c];
    misfit[c] = point[c] - x[0][c];
  }
  least_squares((const double(*)[3])t, misfit, r);
  collapse(r[0], r[1], square);
  return r[0] >= 0 && r[1] >= 0 && r[0] + r[1] <= 1;
}

static double surface_place(Shape shape, const double x[][3], const double point[3],
                            double square[2])
{
  static const double corner[4][2] = {
    {-1, -1},
    {1,  -1},
    {1,  1 },
    {-1, 1 }
  };
  const int nn   = shape_nodes(shape);
  double    best = HUGE_VAL;

  if (find_foot(shape, x, point, square)) return distance_at(shape, x, square, point);
  for (int i = 0; i < nn; i++) {
    const int    j = (i + 1) % nn;
    const double s = (1 + straight_place(x[i], x[j], point)) / 2;
    double       at[2], distance;

    if (shape == SHAPE_TRIANGLE)
      collapse((i == 1) * (1 - s) + (j == 1) * s, (i == 2) * (1 - s) + (j == 2) * s, at);
    else
      for (int d = 0; d < 2; d++) at[d] = (1 - s) * corner[i][d] + s * corner[j][d];
    distance = distance_at(shape, x, at, point);
    if (distance >= best) continue;
    best      = distance;
    square[0] = at[0];
    square[1] = at[1];
  }
  return best;
}

double cell_nearest_point(Shape shape, const double x[][3], const double rise[3],
                          const double point[3], double square[2])
{
  square[0] = square[1] = 0;
  if (shape_dimension(shape) == 2) return surface_place(shape, x, point, square);
  if (shape == SHAPE_LINE3) return quadratic_place(x, point, square);
  if (shape == SHAPE_POINT) return point_distance(x[0], point);
  if (rise && norm(rise) > 0) return arc_place(x, rise, point, square);
  square[0] = straight_place(x[0], x[1], point);
  return distance_at(shape, x, square, point);
}
