/* cell_field.c: integrates formulas of the place over cells in which they jump or have corners.

   A cell is the image of a square with coordinates a and b from -1 to 1, or of a segment. Let l_k
   be Lagrange's polynomials of the Gauss points, and J the area per area of the square. The moments
   integral f J l_i(a) l_j(b) are integrals over b of integrals over a. Along a line of constant b,
   the breaks of f are known (ExpressionNextBreak), and Gauss's rule with 8 points integrates each
   piece. In the direction of b the breaks along three lines of constant a are known. Intervals in
   which the rule is not exact are halved. The values at the points are then the moments over the
   sizes of the points, because Gauss's rule is exact for l_k times polynomials of the same degree.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "cell_field.h"
#include "input/formula/discontinuity.h"
#include "math/small_dense.h"

enum { ORDER = 4, MOMENTS = ORDER * ORDER, VARIABLES = 5, DEPTH = 24, T = 3 };

/* Error of an interval that is not halved, relative to the largest value. It is above the round-off
   of a sum of values, which is 1e-16 a term; below it no interval would end.
   tests/model/breaks.py compares loads on parts of cells with exact reactions. */
static const double ENOUGH = 1e-13;
/* In coordinates from -1 to 1: pieces that are shorter are left out. Their part of the integral is
   below ENOUGH, and their ends differ by little more than round-off. */
static const double SHORTEST = 1e-13;
/* Relative to the largest value along a line: values that differ by less are those of Gauss's rule,
   which costs a twelfth. Loads are known to fewer digits. tests/model/breaks.py has polynomials,
   for which the rule is exact, and a peak that is narrower than a cell. */
static const double RIGHT = 1e-10;
/* The same for surfaces and for loads that move, which are integrated at every time, and the error
   of their intervals that are not halved. */
static const double RIGHT_OFTEN = 1e-7, ENOUGH_OFTEN = 1e-9;
/* most evaluations of the formula in a cell; after them no interval is halved */
static const int MOST = 100000;

typedef struct {
  Expression formula;
  PetscReal  t;
  Shape      shape;
  const double (*x)[3];
  int    power;  /* of the formula's value that is integrated; 0 stands for 1 */
  int    points; /* in each direction */
  int    dimension;
  double enough;  /* error of an interval that is not halved; 0 stands for ENOUGH */
  double b;       /* of the line along which the inner integral is */
  double largest; /* largest absolute value of f J so far */
  int    breaks;  /* number of breaks that were met */
  int    evaluations;
} CellField;

/* The points of Gauss's rules with 1, 2 and 4 points, and their weights. */
/* clang-format off */
static const double gauss_at[ORDER + 1][ORDER] = {
  [1] = {0},
  [2] = {-0.57735026918962576451, 0.57735026918962576451},
  [4] = {-0.86113631159405257522, -0.33998104358485626480, 0.33998104358485626480,
         0.86113631159405257522}
};
static const double gauss_weight[ORDER + 1][ORDER] = {
  [1] = {2},
  [2] = {1, 1},
  [4] = {0.34785484513745385737, 0.65214515486254614263, 0.65214515486254614263,
         0.34785484513745385737}
};
/* clang-format on */

/* Returns Lagrange's polynomial k of n points. */
static double lagrange(int n, int k, double at)
{
  const double *const p = gauss_at[n];
  double              y = 1;

  for (int i = 0; i < n; i++)
    if (i != k) y *= (at - p[i]) / (p[k] - p[i]);
  return y;
}

/* ---- breaks ---------------------------------------------------------------------------------- */

static void place_at(const CellField *c, double a, double b, double at[3])
{
  const double   square[2] = {a, b};
  ShapeCellPoint p;

  shape_cell_point(c->shape, c->x, square, 1, &p);
  for (int k = 0; k < 3; k++) at[k] = p.x[k];
}

/* Adds the breaks along one coordinate line to list[CELL_FIELD_BREAKS]. along is 0 if a changes,
   and 1 if b does; the other coordinate has the value given. Places are quadratic in the
   coordinate. */
static void add_breaks(CellField *c, int along, double other, int *n, double list[])
{
  /* round_off: of a difference of coordinates, relative to the sum of their absolute values. A
     coordinate that does not change along the line must not seem to, or it would reach limits of
     the formula. tests/model/breaks.py has cells whose sides are along the axes. */
  const double spacing = 1. / 32, round_off = 1e-14;
  double       curve[VARIABLES][3] = {{0}}, at[3][3], s = -1;

  for (int k = 0; k < 3; k++) place_at(c, along ? other : k - 1, along ? k - 1 : other, at[k]);
  for (int k = 0; k < 3; k++) {
    const double bend = (at[0][k] + at[2][k]) / 2 - at[1][k],
                 size = fabs(at[0][k]) + fabs(at[1][k]) + fabs(at[2][k]);

    curve[k][0] = at[1][k];
    curve[k][1] = (at[2][k] - at[0][k]) / 2;
    curve[k][2] = fabs(bend) > round_off * size ? bend : 0;
    if (fabs(curve[k][1]) <= round_off * size) curve[k][1] = 0;
  }
  curve[T][0] = c->t;
  while (*n < CELL_FIELD_BREAKS) {
    s = ExpressionNextBreak(c->formula, (const PetscReal(*)[3])curve, s, 1, spacing);
    if (s >= 1 - SHORTEST) return;
    if (s > -1 + SHORTEST) list[(*n)++] = s;
    s += SHORTEST;
  }
}

static void sort(int n, double list[])
{
  for (int i = 1; i < n; i++)
    for (int j = i; j > 0 && list[j] < list[j - 1]; j--) {
      const double other = list[j];

      list[j]     = list[j - 1];
      list[j - 1] = other;
    }
}

/* ---- integrals ------------------------------------------------------------------------------- */

/* An integrand computes values[n] at a coordinate of the square. */
typedef void (*Integrand)(CellField *c, double at, double values[]);

/* Computes the integrals of n values from a to b by Gauss's rule with 8 points. */
static void gauss(CellField *c, Integrand f, int n, double a, double b, double sum[])
{
  static const double rule[4][2] = {
    {0.18343464249564980494, 0.36268378337836198297},
    {0.52553240991632898582, 0.31370664587788728734},
    {0.79666647741362673959, 0.22238103445337447054},
    {0.96028985649753623168, 0.10122853629037625915}
  };

  for (int i = 0; i < n; i++) sum[i] = 0;
  for (int k = 0; k < 8; k++) {
    const double side = k % 2 ? 1 : -1, weight = (b - a) / 2 * rule[k / 2][1];
    double       value[MOMENTS];

    f(c, (a + b) / 2 + side * rule[k / 2][0] * (b - a) / 2, value);
    for (int i = 0; i < n; i++) sum[i] += weight * value[i];
  }
}

/* Adds the integrals from a to b to sum. whole[n] is their value by one rule. */
static void add_halves(CellField *c, Integrand f, int n, double a, double b, const double whole[],
                       int depth, double sum[])
{
  const double middle = (a + b) / 2;
  const double enough = c->enough > 0 ? c->enough : ENOUGH;
  double       left[MOMENTS], right[MOMENTS], error = 0;

  gauss(c, f, n, a, middle, left);
  gauss(c, f, n, middle, b, right);
  for (int i = 0; i < n; i++) error = fmax(error, fabs(left[i] + right[i] - whole[i]));
  if (depth && error > enough * c->largest && c->evaluations < MOST) {
    add_halves(c, f, n, a, middle, left, depth - 1, sum);
    add_halves(c, f, n, middle, b, right, depth - 1, sum);
    return;
  }
  for (int i = 0; i < n; i++) sum[i] += left[i] + right[i];
}

/* Computes the integrals from -1 to 1 of n values without breaks. */
static void integrate_smooth(CellField *c, Integrand f, int n, double sum[])
{
  double whole[MOMENTS];

  for (int i = 0; i < n; i++) sum[i] = 0;
  gauss(c, f, n, -1, 1, whole);
  add_halves(c, f, n, -1, 1, whole, DEPTH, sum);
}

/* Computes the integrals from -1 to 1 of n values, which have these breaks. */
static void integrate(CellField *c, Integrand f, int n, int nbreaks, const double at[],
                      double sum[])
{
  for (int i = 0; i < n; i++) sum[i] = 0;
  for (int k = 0; k <= nbreaks; k++) {
    const double a = k ? at[k - 1] : -1, b = k < nbreaks ? at[k] : 1;
    double       whole[MOMENTS];

    if (b - a <= SHORTEST) continue;
    gauss(c, f, n, a, b, whole);
    add_halves(c, f, n, a, b, whole, DEPTH, sum);
  }
}

/* Computes f J l_k(a) on the line c->b. */
static void inner_values(CellField *c, double a, double value[])
{
  const double   square[2] = {a, c->b};
  ShapeCellPoint p;
  double         size, field;

  shape_cell_point(c->shape, c->x, square, 1, &p);
  field = ExpressionValue(c->formula, (const PetscReal[VARIABLES]){p.x[0], p.x[1], p.x[2], c->t});
  size  = p.size * field;
  for (int k = 1; k < c->power; k++) size *= field;
  c->largest = fmax(c->largest, fabs(size));
  c->evaluations++;
  for (int k = 0; k < c->points; k++) value[k] = size * lagrange(c->points, k, a);
}

static void inner_integral(CellField *c, double b, double sum[])
{
  double at[CELL_FIELD_BREAKS];
  int    n = 0;

  c->b = b;
  add_breaks(c, 0, b, &n, at);
  c->breaks += n;
  integrate(c, inner_values, c->points, n, at, sum);
}

/* Multiplies the integrals of f J l_i(a) over a by l_j(b). */
static void times_lagrange(const CellField *c, double b, const double inner[], double value[])
{
  for (int j = 0; j < c->points; j++)
    for (int i = 0; i < c->points; i++)
      value[j * c->points + i] = lagrange(c->points, j, b) * inner[i];
}

/* Computes l_j(b) times the integral of f J l_i(a) over a. */
static void outer_values(CellField *c, double b, double value[])
{
  double inner[ORDER];

  inner_integral(c, b, inner);
  times_lagrange(c, b, inner, value);
}

/* The same for a formula without breaks. */
static void smooth_outer_values(CellField *c, double b, double value[])
{
  double inner[ORDER];

  c->b = b;
  integrate_smooth(c, inner_values, c->points, inner);
  times_lagrange(c, b, inner, value);
}

/* The same by one rule. */
static void outer_values_once(CellField *c, double b, double value[])
{
  double inner[ORDER];

  c->b = b;
  gauss(c, inner_values, c->points, -1, 1, inner);
  times_lagrange(c, b, inner, value);
}

/* ---- cells ----------------------------------------------------------------------------------- */

/* Returns whether a break may be in the box around the cell. */
static PetscBool may_break(const CellField *c)
{
  PetscReal low[VARIABLES] = {0, 0, 0, c->t}, high[VARIABLES] = {0, 0, 0, c->t};

  if (!ExpressionHasBreaks(c->formula, 3)) return PETSC_FALSE;
  for (int k = 0; k < 3; k++) {
    low[k] = high[k] = c->x[0][k];
    for (int i = 1; i < shape_nodes(c->shape); i++) {
      low[k]  = fmin(low[k], c->x[i][k]);
      high[k] = fmax(high[k], c->x[i][k]);
    }
    if (c->shape == SHAPE_LINE3) { /* its middle may bulge beyond its nodes */
      low[k] -= (high[k] - low[k]) / 2;
      high[k] += (high[k] - low[k]) / 3;
    }
  }
  return ExpressionBreaksInside(c->formula, low, high);
}

/* Computes the moments. Returns PETSC_FALSE if there is no break. */
static PetscBool cell_moments(CellField *c, double moment[MOMENTS])
{
  double at[CELL_FIELD_BREAKS];
  int    n = 0;

  c->dimension = shape_dimension(c->shape);
  if (!may_break(c)) return PETSC_FALSE;
  if (c->dimension == 1) {
    inner_integral(c, 0, moment);
    return (PetscBool)(c->breaks > 0);
  }
  for (int k = -1; k <= 1; k++) add_breaks(c, 1, k, &n, at);
  sort(n, at);
  c->breaks = n;
  integrate(c, outer_values, c->points * c->points, n, at, moment);
  return (PetscBool)(c->breaks > 0);
}

int CellFieldLineBreaks(Expression formula, PetscReal t, Shape shape, const double x[][3],
                        double at[])
{
  CellField c = {.formula = formula, .t = t, .shape = shape, .x = x};
  int       n = 0;

  if (may_break(&c)) add_breaks(&c, 0, 0, &n, at);
  return n;
}

PetscBool CellFieldValues(Expression formula, PetscReal t, Shape shape, const double x[][3],
                          int points, double value[])
{
  CellField c = {.formula = formula, .t = t, .shape = shape, .x = x, .points = points};
  double    moment[MOMENTS];

  if (!cell_moments(&c, moment)) return PETSC_FALSE;
  for (int k = 0; k < (c.dimension > 1 ? points * points : points); k++) {
    const int      i = k % points, j = k / points;
    const double   square[2] = {gauss_at[points][i], c.dimension > 1 ? gauss_at[points][j] : 0};
    ShapeCellPoint p;

    shape_cell_point(shape, x, square, 1, &p);
    value[k] = moment[k] / p.size / gauss_weight[points][i];
    if (c.dimension > 1) value[k] /= gauss_weight[points][j];
  }
  return PETSC_TRUE;
}

PetscBool CellFieldMean(Expression formula, Shape shape, const double x[][3], int power,
                        double *mean)
{
  CellField c = {.formula = formula, .shape = shape, .x = x, .power = power, .points = 1};
  double    moment[MOMENTS];

  if (!cell_moments(&c, moment)) return PETSC_FALSE;
  *mean = moment[0] / shape_size(shape, x);
  return PETSC_TRUE;
}

/* Computes the values at the points whose sums are the moments. Returns the largest difference to
   value[]. */
static double values_of_moments(const CellField *c, const double moment[], const double value[],
                                double exact[])
{
  const int n      = c->dimension > 1 ? ORDER * ORDER : ORDER;
  double    misfit = 0;

  for (int k = 0; k < n; k++) {
    const int      i = k % ORDER, j = k / ORDER;
    const double   square[2] = {gauss_at[ORDER][i], c->dimension > 1 ? gauss_at[ORDER][j] : 0};
    ShapeCellPoint p;

    shape_cell_point(c->shape, c->x, square, 1, &p);
    exact[k] = moment[k] / p.size / gauss_weight[ORDER][i];
    if (c->dimension > 1) exact[k] /= gauss_weight[ORDER][j];
    if (!(fabs(exact[k] - value[k]) <= misfit)) misfit = fabs(exact[k] - value[k]);
  }
  return misfit;
}

/* Replaces the values at the points, if Gauss's rule with four points in each direction is not
   exact for the formula, by those whose sums are its integrals. */
static void refine(CellField *c, double value[])
{
  const PetscBool often   = (PetscBool)(c->dimension > 1 || ExpressionDependsOn(c->formula, T));
  const Integrand f[2][2] = {
    {inner_values,      inner_values       },
    {outer_values_once, smooth_outer_values}
  };
  const int    surface = c->dimension > 1, n = surface ? ORDER * ORDER : ORDER;
  const double size = shape_size(c->shape, c->x) / (surface ? 4 : 2);
  double       moment[MOMENTS], exact[MOMENTS], misfit;

  if (often) {
    c->enough = ENOUGH_OFTEN;
    gauss(c, f[surface][0], n, -1, 1, moment);
    misfit = values_of_moments(c, moment, value, exact);
    if (!isfinite(misfit) || misfit <= RIGHT_OFTEN * c->largest / size) return;
  }
  integrate_smooth(c, f[surface][1], n, moment);
  misfit = values_of_moments(c, moment, value, exact);
  if (!isfinite(misfit) || misfit <= RIGHT * c->largest / size) return;
  for (int k = 0; k < n; k++) value[k] = exact[k];
}

void CellFieldAtPoints(Expression formula, PetscReal t, Shape shape, const double x[][3], int n,
                       const ShapeCellPoint point[], double value[])
{
  if (CellFieldValues(formula, t, shape, x, ORDER, value)) return;
  for (int k = 0; k < n; k++)
    value[k] = ExpressionValue(
      formula, (const PetscReal[VARIABLES]){point[k].x[0], point[k].x[1], point[k].x[2], t});
  if (shape_dimension(shape) == 1 ||
      (shape_dimension(shape) == 2 && !ExpressionDependsOn(formula, T)))
    refine(&(CellField){.formula   = formula,
                        .t         = t,
                        .shape     = shape,
                        .x         = x,
                        .points    = ORDER,
                        .dimension = shape_dimension(shape)},
           value);
}

void CellFieldIntegrals(Expression formula, PetscReal t, Shape shape, const double x[][3],
                        double sums[2])
{
  ShapeCellPoint  point[SHAPE_MAX_CELL_POINTS];
  double          value[SHAPE_MAX_CELL_POINTS];
  const int       n       = shape_cell_points(shape, x, point);
  const PetscBool exactly = CellFieldValues(formula, t, shape, x, ORDER, value);
  CellField       c       = {.formula   = formula,
                             .t         = t,
                             .shape     = shape,
                             .x         = x,
                             .points    = ORDER,
                             .dimension = shape_dimension(shape)};

  if (!exactly) CellFieldAtPoints(formula, t, shape, x, n, point, value);
  sums[0] = sums[1] = 0;
  for (int k = 0; k < n; k++) sums[0] += point[k].size * value[k];
  if (!exactly) refine(&c, value);
  for (int k = 0; k < n; k++) sums[1] += point[k].size * value[k];
}

PetscBool CellFieldAtNodes(Expression formula, PetscReal t, Shape shape, const double x[][3],
                           double value[])
{
  const int      nn = shape_nodes(shape);
  CellField      c  = {.formula = formula, .t = t, .shape = shape, .x = x, .points = ORDER};
  double         moment[MOMENTS], A[SHAPE_MAX_NODES][SHAPE_MAX_NODES] = {{0}};
  ShapeCellPoint at[SHAPE_MAX_CELL_POINTS];
  const int      n = shape_cell_points(shape, x, at);

  if (!cell_moments(&c, moment)) return PETSC_FALSE;
  for (int i = 0; i < nn; i++) {
    value[i] = 0;
    for (int k = 0; k < n; k++) {
      value[i] += moment[k] * at[k].N[i]; /* shape functions are sums of l_k times their values */
      for (int j = 0; j < nn; j++) A[i][j] += at[k].size * at[k].N[i] * at[k].N[j];
    }
  }
  small_solve(nn, SHAPE_MAX_NODES, A[0], 1, value);
  return PETSC_TRUE;
}
