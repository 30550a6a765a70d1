/* program_corner.c: finds where formulas change their piece along lines and curves. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <string.h>
#include "program_expansion.h"

/* Expands a formula with n coefficients where the variable of the line has the value at. */
static Series expand_line(const ProgramLine *line, double at, ProgramSide side, int n, Expansion *e)
{
  double x[EXPRESSION_VARIABLES];

  memcpy(x, line->x, (size_t)line->nvars * sizeof *x);
  x[line->variable] = at;
  return program_expand_at(line->program, x, line->variable, side, n, e);
}

/* Returns whether a formula may change its piece along a curve on which variables move. */
static int has_corners(const Program *p, unsigned moving, int fixed)
{
  const Expansion e = {.moving = moving, .fixed = fixed};

  for (int k = 0; k < p->nsteps; k++) {
    const ProgramOp op = p->step[k].op;

    if (program_changes_alone(&e, p->step[k].variables) &&
        (op == PROGRAM_TABLE || (op >= PROGRAM_AND && op <= PROGRAM_BRANCH)))
      return 1;
  }
  return 0;
}

/* Returns a bit for each variable that changes along a curve. */
static unsigned curve_moving(const ProgramCurve *curve)
{
  unsigned moving = 0;

  for (int k = 0; k < curve->nvars; k++)
    if (curve->c[k][1] != 0 || curve->c[k][2] != 0) moving |= 1u << k;
  return moving;
}

/* Expands a formula with all coefficients beyond the place at of a curve. The other curve is NULL.
 */
static void expand_beyond(const ProgramLine *line, const ProgramCurve *curve, double at,
                          Expansion *e)
{
  double x[EXPRESSION_VARIABLES][3];

  if (line) {
    (void)expand_line(line, at, PROGRAM_AFTER, SERIES_MAX, e);
    return;
  }
  for (int k = 0; k < curve->nvars; k++) {
    const double *const c = curve->c[k];

    x[k][0] = c[0] + at * (c[1] + at * c[2]);
    x[k][1] = c[1] + 2 * at * c[2];
    x[k][2] = c[2];
  }
  *e = (Expansion){.x      = (const double(*)[3])x,
                   .at     = at,
                   .moving = curve_moving(curve),
                   .fixed  = 1,
                   .side   = PROGRAM_AFTER,
                   .n      = SERIES_MAX};
  (void)program_expand(curve->program, e);
}

/* Returns the first sample after a, or b, beside which other pieces hold than beside a. *before
   becomes the sample before it. The last sample is just before b. */
static double find_other_pieces(const ProgramLine *line, const ProgramCurve *curve, double a,
                                double b, double spacing, unsigned pieces, double *before)
{
  enum { MOST = 10000 };
  const double step = fmax(spacing, (b - a) / MOST),
               last = b - PROGRAM_ROUND_OFF * DBL_EPSILON * fmax(fabs(a), fabs(b));

  *before = a;
  while (*before < last) {
    const double t = fmin(*before + step, last);
    Expansion    e;

    expand_beyond(line, curve, t, &e);
    if (e.pieces != pieces) return t;
    *before = t;
  }
  return b;
}

static double next_corner(const ProgramLine *line, const ProgramCurve *curve, double a, double b,
                          double spacing)
{
  Expansion e;
  unsigned  pieces;
  double    before, end;

  expand_beyond(line, curve, a, &e);
  end = fmin(b, a + e.next);
  if (!e.curved) return end;
  pieces = e.pieces;
  b      = end;
  end    = find_other_pieces(line, curve, a, b, spacing, pieces, &before);
  while (end < b && end - before > PROGRAM_ROUND_OFF * DBL_EPSILON * fabs(end)) {
    const double middle = (before + end) / 2;

    if (middle <= before || middle >= end) break;
    expand_beyond(line, curve, middle, &e);
    if (e.pieces == pieces) before = middle;
    else end = middle;
  }
  return end;
}

double program_next_corner(const ProgramLine *line, double a, double b, double spacing)
{
  if (!has_corners(line->program, 1u << line->variable, 0)) return b;
  return next_corner(line, NULL, a, b, spacing);
}

int program_has_corners(const Program *p, unsigned variables)
{
  return has_corners(p, variables, 1);
}

double program_curve_next_corner(const ProgramCurve *curve, double a, double b, double spacing)
{
  return next_corner(NULL, curve, a, b, spacing);
}

ProgramCorner program_corner(const ProgramLine *line, double at)
{
  /* Difference of the values before and after a place that is no jump, relative to the sum of their
     absolute values. The place has a round-off, so that values of a steep formula differ a little;
     a jump by less changes no result. */
  const double small = 1e-9;
  Expansion    e;
  const Series y = expand_line(line, at, PROGRAM_BEFORE, SERIES_MAX, &e),
               z = expand_line(line, at, PROGRAM_AFTER, SERIES_MAX, &e);

  if (!(fabs(y.c[0] - z.c[0]) <= small * (fabs(y.c[0]) + fabs(z.c[0])))) return CORNER_JUMP;
  return series_is_constant(&y) != series_is_constant(&z) ? CORNER_REST : CORNER_PLAIN;
}
