/* outline.c: computes area and second moments of a polygon, and torsion and shear of a closed
   thin wall. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "outline.h"
#include <string.h>

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

/* ---- wall ------------------------------------------------------------------------------------ */

/* Solves torsion and shear of a closed thin wall of one thickness.

   Torsion is Bredt's, plus that of the wall as an open strip: J = 4 A^2 t/s + s t^3/3. Here s is
   the length of the middle line, and A the area inside of it. The stress on the outer face is (2
   A/s + t)/J per torque. This is also the formula of EN 10210-2. Shear: the flow changes by -p t
   along the line, as in warping.c, and does not twist the section. The energy of the flow gives
   the areas in shear, and its torque the shear center. */

/* A side of the middle line, or its corner. */
typedef struct {
  double from[2], to[2], length;
} Side;

static Side side_of(const Outline *o, int i)
{
  const double *a = o->point[i], *b = o->point[(i + 1) % o->n];

  return (Side){
    {a[0], a[1]},
    {b[0], b[1]},
    hypot(b[0] - a[0], b[1] - a[1])
  };
}

/* Moves o so that the center of the wall's area is the origin. Returns the length of o. */
static double move_to_center(Outline *o)
{
  double length = 0, center[2] = {0, 0};

  for (int i = 0; i < o->n; i++) {
    const Side s = side_of(o, i);

    length += s.length;
    for (int k = 0; k < 2; k++) center[k] += s.length * (s.from[k] + s.to[k]) / 2;
  }
  for (int i = 0; i < o->n; i++)
    for (int k = 0; k < 2; k++) o->point[i][k] -= center[k] / length;
  return length;
}

/* Computes the integrals of z^2, y^2 and y z along the line, and adds those across the wall. */
static void second_moments(const Outline *o, double t, double line[3], SectionGeometry *s)
{
  memset(line, 0, sizeof(double[3]));
  s->iy = s->iz = s->iyz = 0;
  for (int i = 0; i < o->n; i++) {
    const Side    side = side_of(o, i);
    const double *a = side.from, *b = side.to, own = side.length * t * t / 12;
    const double  n[2] = {(b[1] - a[1]) / side.length, (a[0] - b[0]) / side.length};

    line[0] += side.length * (a[1] * a[1] + a[1] * b[1] + b[1] * b[1]) / 3;
    line[1] += side.length * (a[0] * a[0] + a[0] * b[0] + b[0] * b[0]) / 3;
    line[2] += side.length * (2 * (a[0] * a[1] + b[0] * b[1]) + a[0] * b[1] + b[0] * a[1]) / 6;
    s->iy += t * own * n[1] * n[1];
    s->iz += t * own * n[0] * n[0];
    s->iyz += t * own * n[0] * n[1];
  }
  s->iy += t * line[0];
  s->iz += t * line[1];
  s->iyz += t * line[2];
}

/* Computes the flow at the fraction x of a side for unit shear forces in y and in z. p[load] is a,
   b of p t; start[load] is the flow at the first point of the side. */
static void flow_at(const Side *side, double p[2][2], const double start[2], double x, double q[2])
{
  for (int load = 0; load < 2; load++) {
    q[load] = start[load];
    for (int k = 0; k < 2; k++)
      q[load] -=
        p[load][k] * side->length * x * (side->from[k] + (side->to[k] - side->from[k]) * x / 2);
  }
}

/* Integrals along the line for unit shear forces in y and in z: flow, its torque, products. */
typedef struct {
  double flow[2], torque[2], product[2][2];
} Integrals;

/* Computes the integrals for the flows first[load] at the first point. Three Gauss points are exact
   for products of flows. */
static Integrals integrate(const Outline *o, double p[2][2], const double first[2])
{
  const double root = sqrt(0.6), node[3] = {0.5 - root / 2, 0.5, 0.5 + root / 2},
               weight[3] = {5. / 18, 8. / 18, 5. / 18};
  double    start[2]     = {first[0], first[1]};
  Integrals sum          = {{0}, {0}, {{0}}};

  for (int i = 0; i < o->n; i++) {
    const Side   side = side_of(o, i);
    const double arm  = (side.from[0] * side.to[1] - side.from[1] * side.to[0]) / side.length;
    double       q[2];

    for (int g = 0; g < 3; g++) {
      flow_at(&side, p, start, node[g], q);
      for (int a = 0; a < 2; a++) {
        sum.flow[a] += weight[g] * side.length * q[a];
        sum.torque[a] += weight[g] * side.length * q[a] * arm;
        for (int b = 0; b < 2; b++) sum.product[a][b] += weight[g] * side.length * q[a] * q[b];
      }
    }
    flow_at(&side, p, start, 1, q);
    for (int a = 0; a < 2; a++) start[a] = q[a];
  }
  return sum;
}

/* Computes the points of s, the outer corners of the wall. */
static void outer_corners(const Outline *o, double t, double tau, SectionGeometry *s)
{
  s->npoints = o->n;
  for (int i = 0; i < o->n; i++) {
    const Side before = side_of(o, (i + o->n - 1) % o->n), after = side_of(o, i);
    double     n[2][2], cosine;

    for (int k = 0; k < 2; k++) {
      const Side *side = k ? &after : &before;

      n[k][0] = (side->to[1] - side->from[1]) / side->length;
      n[k][1] = (side->from[0] - side->to[0]) / side->length;
    }
    cosine = n[0][0] * n[1][0] + n[0][1] * n[1][1];
    for (int k = 0; k < 2; k++)
      s->point[i][k] = o->point[i][k] + t / 2 * (n[0][k] + n[1][k]) / (1 + cosine);
    s->point[i][2] = tau;
  }
}

void wall_solve(Outline *o, double t, SectionGeometry *s)
{
  const double    length = move_to_center(o);
  SectionGeometry inside;
  double          line[3], det, p[2][2], first[2], center[2];
  Integrals       sum;

  second_moments(o, t, line, s);
  outline_area(o, &inside, center);
  s->area = length * t;
  s->j    = 4 * inside.area * inside.area * t / length + length * t * t * t / 3;
  det     = line[0] * line[1] - line[2] * line[2];
  p[0][0] = line[0] / det, p[0][1] = p[1][0] = -line[2] / det;
  p[1][1] = line[1] / det;
  sum     = integrate(o, p, (const double[2]){0, 0});
  for (int a = 0; a < 2; a++) first[a] = -sum.flow[a] / length; /* no twist */
  sum                = integrate(o, p, first);
  s->shear_center[0] = sum.torque[1];
  s->shear_center[1] = -sum.torque[0];
  det         = sum.product[0][0] * sum.product[1][1] - sum.product[0][1] * sum.product[1][0];
  s->shear[0] = t * sum.product[1][1] / det;
  s->shear[1] = t * sum.product[0][0] / det;
  s->shear[2] = -t * sum.product[0][1] / det;
  outer_corners(o, t, (2 * inside.area / length + t) / s->j, s);
}
