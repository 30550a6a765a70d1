/* program_series.c: expands formulas in power series on one side of a point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "program_expansion.h"

/* relative to a number: the round-off of values that are compared */
static const double ROUND_OFF = PROGRAM_ROUND_OFF * DBL_EPSILON;
/* Relative to the length of a table: a distance that counts as a row of it. It is the END_TOLERANCE
   of interpolation.c, so that the end of a table is one place. */
static const double ROW_TOLERANCE = 1e-12;

/* Number - A number of the stack. */
typedef struct {
  Series   series;
  unsigned variables; /* as in ProgramStep */
  int      logical;   /* 1 or 0, from a comparison */
} Number;

static int depends(const Expansion *e, const Number *a) { return (a->variables & e->moving) != 0; }

/* Notes in which piece of the formula the point is. */
static void note_piece(Expansion *e, int piece) { e->pieces = 31 * e->pieces + (unsigned)piece; }

/* Returns the least positive root of a + b s + c s^2 that is beyond the round-off, or infinity. */
static double quadratic_root(double a, double b, double c)
{
  /* In a parameter of order 1: the root at the present place is 0 up to round-off of a
     difference of squares, and must not be found again */
  const double least = 1e-10;
  const double under = b * b - 4 * a * c, q = -(b + copysign(sqrt(under), b)) / 2;
  const double s[2] = {q / c, a / q};
  double       root = INFINITY;

  if (!(under >= 0)) return root;
  for (int k = 0; k < 2; k++)
    if (s[k] > least && s[k] < root) root = s[k];
  return root;
}

/* Notes the distance at which the number, now d->c[0], reaches a limit where the formula changes.
   On a curve it is exact also for quadratic numbers, such as the distance from a center. */
static void note_change(Expansion *e, const Series *d, double limit)
{
  const int exact = e->fixed ? 3 : 2;
  double    s     = (limit - d->c[0]) / d->c[1];

  for (int k = exact; k < d->known; k++)
    if (d->c[k] != 0) {
      e->curved = 1;
      return;
    }
  if (e->fixed && d->known > 2 && d->c[2] != 0)
    s = quadratic_root(d->c[0] - limit, d->c[1], d->c[2]);
  if (s > ROUND_OFF * fabs(e->at) && s < e->next) e->next = s;
}

/* Returns the sign of a - b beside the point, or 2 for numbers that are not finite. */
static int sign_beside(Expansion *e, const Number *a, const Number *b)
{
  const Series        d = series_sum(a->series, b->series, -1);
  const double *const p = a->series.c, *const q = b->series.c;
  const double at   = e->at;
  const int    vary = depends(e, a) || depends(e, b);

  if (isnan(d.c[0]) || (!d.known && !isinf(d.c[0]))) return 2;
  if (!vary || isinf(d.c[0])) return (d.c[0] > 0) - (d.c[0] < 0);
  for (int k = 0; k < d.known; k++) {
    const double shift = k ? 0 : fabs(at * d.c[1]),
                 noise = ROUND_OFF * (fabs(p[k]) + fabs(q[k]) + shift);

    if (fabs(d.c[k]) <= noise) continue;
    e->corner |= k > 0;
    return d.c[k] > 0 ? 1 : -1;
  }
  e->undecided |= !a->logical;
  return 0;
}

/* Returns the same, and notes the piece and the next change. */
static int compare(Expansion *e, const Number *a, const Number *b)
{
  const int    sign = sign_beside(e, a, b);
  const Series d    = series_sum(a->series, b->series, -1);

  if (program_changes_alone(e, a->variables | b->variables)) {
    note_piece(e, sign);
    note_change(e, &d, 0);
  }
  return sign;
}

static Number constant(const Expansion *e, double value)
{
  return (Number){.series = series_constant(e->n, value)};
}

/* Returns whether a number counts as true beside the point. */
static int is_true(Expansion *e, const Number *a)
{
  const Number zero = constant(e, 0);

  return a->logical ? a->series.c[0] != 0 : compare(e, a, &zero) != 0;
}

/* Returns 1 if the number grows beside the point, -1 if it falls, 0 if it stays. */
static int direction(Expansion *e, const Number *a)
{
  for (int k = 1; k < a->series.known; k++)
    if (a->series.c[k] != 0) return a->series.c[k] > 0 ? 1 : -1;
  e->undecided |= depends(e, a) && !a->logical;
  return 0;
}

/* Returns the round-off of a number, because the point has round-off. */
static double round_off(const Expansion *e, const Number *a)
{
  return ROUND_OFF * fmax(fabs(a->series.c[0]), fabs(e->at * a->series.c[1]));
}

static Series apply_table(Expansion *e, const Interpolant *table, const Number *a)
{
  const int    to   = direction(e, a);
  const double at   = a->series.c[0],
               near = fmax(round_off(e, a), ROW_TOLERANCE * (table->t[table->n - 1] - table->t[0]));
  const InterpolantPiece piece = interpolant_piece(table, at + to * near),
                         other = interpolant_piece(table, at - to * near);
  double p[4];

  if (program_changes_alone(e, a->variables)) {
    note_piece(e, piece.k + (int)(piece.shift / (table->t[table->n - 1] - table->t[0])) * table->n);
    for (int k = piece.k - 1; k <= piece.k + 1; k++)
      if (k >= 0 && k < table->n) note_change(e, &a->series, table->t[k] + piece.shift);
  }
  e->corner |= piece.k != other.k || piece.shift != other.shift;
  interpolant_polynomial(table, piece, at, p);
  return series_polynomial(p, a->series);
}

/* Computes abs, sign and rint. */
static Number apply_cornered(Expansion *e, ProgramOp op, const Number *a)
{
  const Number zero = constant(e, 0);
  Number       y;

  if (op == PROGRAM_RINT) {
    const double near = round_off(e, a), to = direction(e, a), at = a->series.c[0];

    e->corner |= rint(at + near) != rint(at - near);
    if (program_changes_alone(e, a->variables)) {
      note_piece(e, (int)rint(at + to * near));
      note_change(e, &a->series, rint(at + to * near) + 0.5);
      note_change(e, &a->series, rint(at + to * near) - 0.5);
    }
    return constant(e, rint(at + to * near));
  }
  y = constant(e, compare(e, a, &zero));
  if (op == PROGRAM_ABS) y.series = series_product(y.series, a->series);
  return y;
}

static Number apply_comparison(Expansion *e, ProgramOp op, const Number *a, const Number *b)
{
  const int sign   = compare(e, a, b);
  const int result = op == PROGRAM_LESS            ? sign == -1
                     : op == PROGRAM_LESS_EQUAL    ? sign == -1 || sign == 0
                     : op == PROGRAM_GREATER       ? sign == 1
                     : op == PROGRAM_GREATER_EQUAL ? sign == 1 || sign == 0
                     : op == PROGRAM_EQUAL         ? sign == 0
                                                   : sign != 0;
  Number    y      = constant(e, result);

  y.logical = 1;
  return y;
}

static Number apply_logic(Expansion *e, ProgramOp op, const Number *a, const Number *b)
{
  const int p = is_true(e, a), q = is_true(e, b);
  Number    y = constant(e, op == PROGRAM_AND ? p && q : p || q);

  y.logical = 1;
  return y;
}

static Series apply_power(const Expansion *e, const Number *a, const Number *b)
{
  if (!depends(e, b)) return series_power(a->series, b->series.c[0]);
  if (a->series.c[0] == 0 && series_is_constant(&a->series) && b->series.c[0] > 0)
    return series_constant(e->n, 0);
  return series_function(SERIES_EXP,
                         series_product(b->series, series_function(SERIES_LN, a->series)));
}

/* Computes an instruction of two numbers. */
static Number apply_two(Expansion *e, ProgramOp op, const Number *a, const Number *b)
{
  switch (op) {
  case PROGRAM_ADD:
    return (Number){.series = series_sum(a->series, b->series, 1)};
  case PROGRAM_SUBTRACT:
    return (Number){.series = series_sum(a->series, b->series, -1)};
  case PROGRAM_MULTIPLY:
    return (Number){.series = series_product(a->series, b->series)};
  case PROGRAM_DIVIDE:
    return (Number){.series = series_quotient(a->series, b->series)};
  case PROGRAM_POWER:
    return (Number){.series = apply_power(e, a, b)};
  case PROGRAM_ATAN2:
    return (Number){.series = series_atan2(a->series, b->series)};
  case PROGRAM_AND:
  case PROGRAM_OR:
    return apply_logic(e, op, a, b);
  case PROGRAM_MIN:
    return compare(e, a, b) == 1 ? *b : *a;
  case PROGRAM_MAX:
    return compare(e, a, b) == -1 ? *b : *a;
  default:
    return apply_comparison(e, op, a, b);
  }
}

static Series negative(Series a)
{
  for (int k = 0; k < a.n; k++) a.c[k] = -a.c[k];
  return a;
}

/* Computes an instruction of one number. */
static Number apply_one(Expansion *e, const ProgramStep *s, const Number *a)
{
  switch (s->op) {
  case PROGRAM_NEGATE:
    return (Number){.series = negative(a->series)};
  case PROGRAM_FUNCTION:
    return (Number){.series = series_function((SeriesFunction)s->n, a->series)};
  case PROGRAM_TABLE:
    return (Number){.series = apply_table(e, s->table, a)};
  default:
    return apply_cornered(e, s->op, a);
  }
}

/* Returns the series of a variable. */
static Series line_of(const Expansion *e, const double x[3])
{
  Series y = series_line(e->n, x[0], e->side * x[1]);

  if (x[2] != 0) y.c[2] = x[2];
  return y;
}

static Number push(const Expansion *e, const ProgramStep *s)
{
  if (s->op == PROGRAM_NUMBER) return constant(e, s->value);
  return (Number){.series = line_of(e, e->x[s->n])};
}

static Series expand(const Program *p, Expansion *e, Number stack[])
{
  int height = 0;

  stack[0] = constant(e, 0);
  for (int k = 0; k < p->nsteps; k++) {
    const ProgramStep *const s = &p->step[k];

    if (s->op == PROGRAM_JUMP) {
      k = s->n - 1;
      continue;
    }
    if (s->op == PROGRAM_BRANCH) {
      if (!is_true(e, &stack[--height])) k = s->n - 1;
      continue;
    }
    if (s->op == PROGRAM_NUMBER || s->op == PROGRAM_VARIABLE) {
      stack[height++] = push(e, s);
    } else if (s->op < PROGRAM_ADD || (s->op >= PROGRAM_ABS && s->op <= PROGRAM_RINT)) {
      stack[height - 1] = apply_one(e, s, &stack[height - 1]);
    } else {
      height--;
      stack[height - 1] = apply_two(e, s->op, &stack[height - 1], &stack[height]);
    }
    stack[height - 1].variables = s->variables;
  }
  return stack[0].series;
}

Series program_expand(const Program *p, Expansion *e)
{
  enum { SMALL = 32 };
  Number        small[SMALL];
  Number *const stack = p->depth <= SMALL ? small : malloc((size_t)p->depth * sizeof *stack);
  Series        y     = {.n = 0};

  e->next = INFINITY;
  if (!stack) return y;
  y = expand(p, e, stack);
  if (stack != small) free(stack);
  for (int k = 0; k < y.known; k++)
    if (!isfinite(y.c[k])) y.known = k;
  return y;
}

Series program_expand_at(const Program *p, const double x[], int variable, ProgramSide side, int n,
                         Expansion *e)
{
  double of[EXPRESSION_VARIABLES][3];

  *e = (Expansion){.x      = (const double(*)[3])of,
                   .at     = x[variable],
                   .moving = 1u << variable,
                   .side   = (int)side,
                   .n      = n};
  memset(of, 0, (size_t)p->nvars * sizeof of[0]);
  for (int k = 0; k < p->nvars; k++) of[k][0] = x[k];
  of[variable][1] = 1;
  return program_expand(p, e);
}

Series program_series(const Program *p, const double x[], int variable, ProgramSide side,
                      int *corner)
{
  enum { SHORT = 3 };
  Expansion e;
  Series    y = program_expand_at(p, x, variable, side, SHORT, &e);

  if (y.known < SHORT || e.undecided) y = program_expand_at(p, x, variable, side, SERIES_MAX, &e);
  *corner = e.corner;
  return y;
}

Series program_line_series(const ProgramLine *line, double at, ProgramSide side)
{
  double x[EXPRESSION_VARIABLES];
  int    corner;

  memcpy(x, line->x, (size_t)line->nvars * sizeof *x);
  x[line->variable] = at;
  return program_series(line->program, x, line->variable, side, &corner);
}
