/* outline.c: checks a polygon, and computes its area and second moments. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "outline.h"

static double cross2(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }

/* Returns twice the area of the triangle abc, negative if it runs clockwise. */
static double turn(const double a[2], const double b[2], const double c[2])
{
  return cross2((const double[2]){b[0] - a[0], b[1] - a[1]},
                (const double[2]){c[0] - a[0], c[1] - a[1]});
}

/* Returns whether the sides ab and cd share a point. */
static int sides_meet(const double a[2], const double b[2], const double c[2], const double d[2])
{
  const double at_c = turn(a, b, c), at_d = turn(a, b, d), at_a = turn(c, d, a),
               at_b = turn(c, d, b);
  double apart[2][2];

  for (int k = 0; k < 2; k++) {
    apart[k][0] = fmax(a[k], b[k]) - fmin(c[k], d[k]);
    apart[k][1] = fmax(c[k], d[k]) - fmin(a[k], b[k]);
    if (apart[k][0] < 0 || apart[k][1] < 0) return 0;
  }
  return at_c * at_d <= 0 && at_a * at_b <= 0;
}

const char *outline_check(Outline *o)
{
  const double(*p)[2] = (const double(*)[2])o->point;
  double area = 0, size = 0;

  if (o->n < 3) return "its polygon needs three points at least, as y,z,y,z,...";
  for (int i = 0; i < o->n; i++) {
    const int j = (i + 1) % o->n;

    area += cross2(p[i], p[j]) / 2;
    size += hypot(p[j][0] - p[i][0], p[j][1] - p[i][1]);
    if (p[i][0] == p[j][0] && p[i][1] == p[j][1]) return "its polygon repeats a point";
  }
  for (int i = 0; i < o->n; i++)
    for (int j = i + 1; j < o->n; j++) {
      const int next = (j + 1) % o->n;

      if (j == i + 1 || next == i) {
        const int    a = next == i ? j : i, b = next == i ? i : j, c = (b + 1) % o->n;
        const double along =
          (p[b][0] - p[a][0]) * (p[c][0] - p[b][0]) + (p[b][1] - p[a][1]) * (p[c][1] - p[b][1]);

        if (turn(p[a], p[b], p[c]) == 0 && along < 0) return "its polygon turns back on itself";
      } else if (sides_meet(p[i], p[i + 1], p[j], p[next]))
        return "the sides of its polygon cross or touch each other";
    }
  /* 1e-8 is relative to the square of the extent: the area of a thinner polygon has lost half of
     its digits, and no wall is a 1e-8th of the profile */
  if (!(fabs(area) > 1e-8 * size * size)) return "its polygon has no area";
  for (int i = 0; i < o->n / 2 && area < 0; i++)
    for (int k = 0; k < 2; k++) {
      const double swap = o->point[i][k];

      o->point[i][k]            = o->point[o->n - 1 - i][k];
      o->point[o->n - 1 - i][k] = swap;
    }
  return 0;
}

void outline_area(const Outline *o, SectionGeometry *s, double center[2])
{
  double first[2]     = {0, 0};
  const double(*p)[2] = (const double(*)[2])o->point;

  s->area = s->iy = s->iz = s->iyz = 0;
  for (int i = 0; i < o->n; i++) { /* triangles with a corner at the first point */
    const int    j    = (i + 1) % o->n;
    const double a[2] = {p[i][0] - p[0][0], p[i][1] - p[0][1]},
                 b[2] = {p[j][0] - p[0][0], p[j][1] - p[0][1]}, area = cross2(a, b) / 2;

    s->area += area;
    for (int k = 0; k < 2; k++) first[k] += area * (a[k] + b[k]) / 3;
    s->iz += area * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]) / 6;
    s->iy += area * (a[1] * a[1] + a[1] * b[1] + b[1] * b[1]) / 6;
    s->iyz += area * (2 * (a[0] * a[1] + b[0] * b[1]) + a[0] * b[1] + b[0] * a[1]) / 12;
  }
  for (int k = 0; k < 2; k++) center[k] = first[k] / s->area;
  s->iz -= s->area * center[0] * center[0];
  s->iy -= s->area * center[1] * center[1];
  s->iyz -= s->area * center[0] * center[1];
  for (int k = 0; k < 2; k++) center[k] += p[0][k];
}
