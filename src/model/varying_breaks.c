/* varying_breaks.c: finds where properties of a part jump between the nodes of its elements.

   Beams with two nodes put their points around the breaks. Other elements keep their points; their
   error is estimated by the mean of each property. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "input/formula/discontinuity.h"
#include "model/fields/cell_field.h"
#include "model/fields/varying.h"
#include "model/model.h"
#include "model/parts/part_options.h"
#include "model/parts/block.h"
#include "element/beam/varying/section_points.h"

enum { CANDIDATES = 64, FEW = 3 };

/* In the coordinate of a line from -1 to 1: places that are nearer are one place, or an end. It is
   far above the round-off of places, and a piece so short changes no mean by more than 1e-9. */
static const double NEAR = 1e-9;
/* Difference of the values at NEAR/2 before and after a place that is a jump, relative to the
   larger of both values. A continuous formula changes by NEAR times its slope there, which is below
   JUMP unless the value is below a thousandth of the slope, as beside a zero. tests/model/breaks.py
   has sections that jump. */
static const double JUMP = 1e-6;
/* Relative to the largest value: error of a mean that is reported. The test test_thickness of
   tests/model/breaks.py has thicknesses with and without it. */
static const double REPORTED = 0.01;

/* Breaks of a line, from -1 to 1. */
typedef struct {
  int       n;
  double    at[CANDIDATES];
  PetscBool jump[CANDIDATES];
} LineBreaks;

/* Inserts a place into the list. */
static void add_break(LineBreaks *list, double at, PetscBool jump)
{
  int k = list->n;

  if (at < -1 + NEAR || at > 1 - NEAR) return;
  for (int i = 0; i < list->n; i++)
    if (fabs(list->at[i] - at) < NEAR) {
      list->jump[i] = (PetscBool)(list->jump[i] || jump);
      return;
    }
  if (k == CANDIDATES) return;
  for (; k > 0 && list->at[k - 1] > at; k--) {
    list->at[k]   = list->at[k - 1];
    list->jump[k] = list->jump[k - 1];
  }
  list->at[k]   = at;
  list->jump[k] = jump;
  list->n++;
}

/* A line of a part. */
typedef struct {
  Varying            v;
  const Geometry    *g;
  int                cell;
  const MemberPlace *along; /* or NULL */
} VaryingLine;

static double value_at(const VaryingLine *x, const VaryingField *f, double r)
{
  return VaryingValue(x->v, f, x->g, x->cell, x->along, r);
}

static PetscBool jumps_at(const VaryingLine *x, const VaryingField *f, double r)
{
  const double before = value_at(x, f, r - NEAR / 2), after = value_at(x, f, r + NEAR / 2);

  return (PetscBool)(fabs(after - before) > JUMP * fmax(fabs(before), fabs(after)));
}

/* Adds the breaks of a formula, whose variables are quadratic in r. */
static void add_formula(const VaryingLine *x, const VaryingField *f, LineBreaks *list)
{
  const double spacing = 1. / 32;
  double       at[3][PLACE_VARIABLES], low[PLACE_VARIABLES], high[PLACE_VARIABLES];
  double       curve[PLACE_VARIABLES][3];

  if (!ExpressionHasBreaks(f->formula, PLACE_VARIABLES)) return;
  for (int k = 0; k < 3; k++) PlaceAlong(x->g, x->cell, x->along, k - 1, at[k]);
  for (int k = 0; k < PLACE_VARIABLES; k++) {
    const double bend = (at[0][k] + at[2][k]) / 2 - at[1][k];

    curve[k][0] = at[1][k];
    curve[k][1] = (at[2][k] - at[0][k]) / 2;
    curve[k][2] = geometry_cell_rise(x->g, x->cell) ? bend : 0;
    low[k]      = fmin(at[0][k], at[2][k]) - fabs(curve[k][2]);
    high[k]     = fmax(at[0][k], at[2][k]) + fabs(curve[k][2]);
  }
  if (!ExpressionBreaksInside(f->formula, low, high)) return;
  for (double r = -1; list->n < CANDIDATES; r += NEAR) {
    r = ExpressionNextBreak(f->formula, (const PetscReal(*)[3])curve, r, 1, spacing);
    if (r >= 1 - NEAR) return;
    add_break(list, r, jumps_at(x, f, r));
  }
}

static void add_stations(const VaryingLine *x, LineBreaks *list)
{
  const double s0 = x->along->s[0], s1 = x->along->s[1];
  double       s[CANDIDATES];
  PetscBool    jump[CANDIDATES];
  const int    n = StationsBetween(x->v->stations, fmin(s0, s1), fmax(s0, s1), x->along->length,
                                   CANDIDATES, s, jump);

  for (int k = 0; k < n; k++) add_break(list, (2 * s[k] - s0 - s1) / (s1 - s0), jump[k]);
}

static void line_breaks(const VaryingLine *x, LineBreaks *list)
{
  list->n = 0;
  if (x->v->stations) add_stations(x, list);
  for (int i = 0; i < x->v->n; i++)
    if (x->v->field[i].formula) add_formula(x, &x->v->field[i], list);
}

/* Chooses the breaks that the points of a beam can see: all or, if these are many, the jumps. */
static void choose(const LineBreaks *list, SectionBreaks *breaks)
{
  int jumps = 0;

  for (int k = 0; k < list->n; k++) jumps += list->jump[k] ? 1 : 0;
  breaks->n = 0;
  if (list->n > FEW && jumps > ELEMENT_BREAKS) return;
  for (int k = 0; k < list->n; k++)
    if (list->n <= FEW || list->jump[k]) breaks->at[breaks->n++] = list->at[k];
}

/* Returns the error of the mean of a property by the points of the element, relative to the largest
   value. */
static double line_error(const VaryingLine *x, const VaryingField *f, const LineBreaks *list, int n,
                         const double place[], const double weight[])
{
  const double gauss = 0.57735026918962576451 / 2;
  double       mean = 0, by_points = 0, most = 0;

  for (int g = 0; g < n; g++) by_points += weight[g] * value_at(x, f, place[g]);
  for (int k = 0; k <= list->n; k++) {
    const double from = k ? list->at[k - 1] : -1, to = k < list->n ? list->at[k] : 1;

    for (int side = -1; side <= 1; side += 2) {
      const double value = value_at(x, f, (from + to) / 2 + side * gauss * (to - from));

      mean += (to - from) / 4 * value;
      most = fmax(most, fabs(value));
    }
  }
  return most > 0 ? fabs(by_points - mean) / most : 0;
}

static double error_of_line(const VaryingLine *x, const LineBreaks *list, int n,
                            const SectionBreaks *breaks)
{
  double place[ELEMENT_SECTIONS] = {0}, weight[ELEMENT_SECTIONS] = {1}, error = 0;

  if (n == ELEMENT_SECTIONS) element_section_points(breaks, place, weight, NULL);
  for (int i = 0; i < x->v->n; i++)
    error = fmax(error, line_error(x, &x->v->field[i], list, n, place, weight));
  return error;
}

/* Returns the same for a power of a formula on a surface with n points. */
static double surface_error(Expression formula, int power, Shape shape, const double x[][3], int n)
{
  double     mean, by_points = 0, most;
  ShapePoint points[SHAPE_MAX_POINTS];

  if (!CellFieldMean(formula, shape, x, power, &mean)) return 0;
  most = fabs(mean);
  shape_points(shape, 0, points);
  for (int k = 0; k < n; k++) {
    double at[PLACE_VARIABLES] = {0}, value;

    for (int node = 0; node < shape_nodes(shape); node++)
      for (int c = 0; c < 3; c++) at[c] += points[k].N[node] * x[node][c];
    value = pow(ExpressionValue(formula, at), power);
    by_points += value / n;
    most = fmax(most, fabs(value));
  }
  return most > 0 ? fabs(by_points - mean) / most : 0;
}

static double error_of_surface(Varying v, const Geometry *g, int cell, Shape shape, int n)
{
  double x[ELEMENT_MAX_NODES][3], error = 0;

  geometry_cell_coordinates(g, cell, x);
  for (int i = 0; i < v->n; i++) {
    const VaryingField *f = &v->field[i];

    for (int power = 1; f->formula && power <= f->power; power += 2)
      error = fmax(error, surface_error(f->formula, power, shape, (const double(*)[3])x, n));
  }
  return error;
}

void VaryingBreaks(const Geometry *g, const Block *b, PetscInt element, SectionBreaks *breaks)
{
  const Varying     v    = b->varying;
  const int         cell = (int)b->cells[element], n = b->kernel->nsections;
  const VaryingLine x = {v, g, cell, b->along ? &b->along[element] : NULL};
  LineBreaks        list;
  double            error;

  breaks->n = 0;
  if (shape_dimension(b->kernel->shape) == 2) {
    error = error_of_surface(v, g, cell, b->kernel->shape, n);
  } else {
    line_breaks(&x, &list);
    if (n == ELEMENT_SECTIONS) choose(&list, breaks);
    if (list.n == breaks->n) return;
    error = error_of_line(&x, &list, n, breaks);
  }
  if (!(error > REPORTED)) return;
  v->missed++;
  v->error = fmax(v->error, error);
}
