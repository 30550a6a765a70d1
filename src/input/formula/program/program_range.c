/* program_range.c: evaluates formulas with intervals, to find where a formula may jump.

   An interval contains all values of a number for places in a box. If a condition, a corner or a
   row of a table lies inside of the interval, the formula may change its piece. Moore, Kearfott &
   Cloud, Introduction to Interval Analysis, 2009. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "program.h"

/* Range - An interval; low > high never holds. */
typedef struct {
  double low, high;
} Range;

/* Evaluation - The changes that were met. */
typedef struct {
  const double *low, *high; /* the box */
  int           changes;
} RangeEvaluation;

static Range everything(void) { return (Range){-INFINITY, INFINITY}; }

/* Returns the range between a and b. It is infinite if one of them is not a number. */
static Range between(double a, double b)
{
  if (isnan(a) || isnan(b)) return everything();
  return (Range){fmin(a, b), fmax(a, b)};
}

/* Returns the range around four values. */
static Range around(double a, double b, double c, double d)
{
  const Range x = between(a, b), y = between(c, d);

  return (Range){fmin(x.low, y.low), fmax(x.high, y.high)};
}

/* Notes a change if the limit is inside of a range. The round-off of a number is not inside. */
static void note_limit(RangeEvaluation *e, Range a, double limit)
{
  /* relative to the width of the range: a limit at a border of a cell is no change inside it, up to
     the round-off of coordinates */
  const double small = 1e-9, near = small * (a.high - a.low);

  if (a.low + near < limit && limit < a.high - near) e->changes = 1;
}

static Range number(double value) { return (Range){value, value}; }

/* Returns the sign of a range that has no change inside, or 2. */
static int sign_of(Range a)
{
  /* relative to the width of the range, as in note_limit() */
  const double small = 1e-9, near = small * (a.high - a.low);

  if (a.low == a.high) return (a.low > 0) - (a.low < 0);
  return a.low >= -near ? 1 : a.high <= near ? -1 : 2;
}

static Range product(Range a, Range b)
{
  return around(a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high);
}

static Range quotient(Range a, Range b)
{
  if (b.low <= 0 && b.high >= 0) return everything();
  return around(a.low / b.low, a.low / b.high, a.high / b.low, a.high / b.high);
}

static Range power(Range a, Range b)
{
  Range y;

  if (b.low != b.high || !isfinite(a.low) || !isfinite(a.high)) return everything();
  if (a.low < 0 && (rint(b.low) != b.low || b.low < 0)) return everything();
  y = between(pow(a.low, b.low), pow(a.high, b.low));
  if (a.low < 0 && a.high > 0) y.low = fmin(y.low, 0), y.high = fmax(y.high, 0);
  return y;
}

/* Returns the range of a function that grows. */
static Range growing(double (*f)(double), Range a) { return between(f(a.low), f(a.high)); }

static double binary_logarithm(double x) { return log(x) / log(2.); }

static Range function_range(int function, Range a)
{
  switch ((SeriesFunction)function) {
  case SERIES_SIN:
  case SERIES_COS:
    return (Range){-1, 1};
  case SERIES_ASIN:
    return growing(asin, a);
  case SERIES_ATAN:
    return growing(atan, a);
  case SERIES_SINH:
    return growing(sinh, a);
  case SERIES_TANH:
    return growing(tanh, a);
  case SERIES_ASINH:
    return growing(asinh, a);
  case SERIES_ACOSH:
    return growing(acosh, a);
  case SERIES_ATANH:
    return growing(atanh, a);
  case SERIES_EXP:
    return growing(exp, a);
  case SERIES_LN:
    return growing(log, a);
  case SERIES_LOG2:
    return growing(binary_logarithm, a);
  case SERIES_LOG10:
    return growing(log10, a);
  case SERIES_SQRT:
    return growing(sqrt, a);
  case SERIES_ACOS:
    return between(acos(a.high), acos(a.low));
  default:
    return everything();
  }
}

/* A row of the table is a change. The values between rows are those of monotone cubics. */
static Range table_range(RangeEvaluation *e, const Interpolant *table, Range a)
{
  const double first = table->t[0], last = table->t[table->n - 1];

  if (!isfinite(a.low) || !isfinite(a.high) ||
      (table->extrapolation == EXTRAPOLATE_REPEAT && !(a.low >= first && a.high <= last))) {
    e->changes = 1;
    return everything();
  }
  for (int k = 0; k < table->n && !e->changes; k++) note_limit(e, a, table->t[k]);
  return e->changes ? everything()
                    : between(interpolant_value(table, interpolant_piece(table, a.low), a.low),
                              interpolant_value(table, interpolant_piece(table, a.high), a.high));
}

static Range cornered(RangeEvaluation *e, ProgramOp op, Range a)
{
  if (op == PROGRAM_RINT) {
    if (!isfinite(a.low) || !isfinite(a.high)) e->changes = 1;
    else note_limit(e, a, rint((a.low + a.high) / 2 + 0.5) - 0.5);
    if (a.high - a.low > 1) e->changes = 1;
    return between(rint(a.low), rint(a.high));
  }
  note_limit(e, a, 0);
  if (op == PROGRAM_SIGN) return between((a.low > 0) - (a.low < 0), (a.high > 0) - (a.high < 0));
  return a.low >= 0 ? a : (Range){a.high <= 0 ? -a.high : 0, fmax(-a.low, a.high)};
}

static Range apply_one(RangeEvaluation *e, const ProgramStep *s, Range a)
{
  switch (s->op) {
  case PROGRAM_NEGATE:
    return (Range){-a.high, -a.low};
  case PROGRAM_FUNCTION:
    return function_range(s->n, a);
  case PROGRAM_TABLE:
    return table_range(e, s->table, a);
  default:
    return cornered(e, s->op, a);
  }
}

/* Returns the range of a comparison with 0: 1 for the signs that it accepts. */
static Range comparison(ProgramOp op, Range difference)
{
  const int sign = sign_of(difference);

  if (sign == 2) return (Range){0, 1};
  return number(op == PROGRAM_LESS            ? sign < 0
                : op == PROGRAM_LESS_EQUAL    ? sign <= 0
                : op == PROGRAM_GREATER       ? sign > 0
                : op == PROGRAM_GREATER_EQUAL ? sign >= 0
                : op == PROGRAM_EQUAL         ? sign == 0
                                              : sign != 0);
}

static Range logic(RangeEvaluation *e, ProgramOp op, Range a, Range b)
{
  const int p = sign_of(a), q = sign_of(b);

  note_limit(e, a, 0);
  note_limit(e, b, 0);
  return number(op == PROGRAM_AND ? p && q : p || q);
}

static Range apply_two(RangeEvaluation *e, ProgramOp op, Range a, Range b)
{
  const Range difference = between(a.low - b.high, a.high - b.low);

  switch (op) {
  case PROGRAM_ADD:
    return between(a.low + b.low, a.high + b.high);
  case PROGRAM_SUBTRACT:
    return difference;
  case PROGRAM_MULTIPLY:
    return product(a, b);
  case PROGRAM_DIVIDE:
    return quotient(a, b);
  case PROGRAM_POWER:
    return power(a, b);
  case PROGRAM_ATAN2:
    return everything();
  case PROGRAM_AND:
  case PROGRAM_OR:
    return logic(e, op, a, b);
  default:
    note_limit(e, difference, 0);
    if (op == PROGRAM_MIN) return (Range){fmin(a.low, b.low), fmin(a.high, b.high)};
    if (op == PROGRAM_MAX) return (Range){fmax(a.low, b.low), fmax(a.high, b.high)};
    return comparison(op, difference);
  }
}

/* Evaluates the instructions up to the first change, with the branches that conditions choose. */
static void evaluate(const Program *p, RangeEvaluation *e, Range stack[])
{
  int height = 0;

  for (int k = 0; k < p->nsteps && !e->changes; k++) {
    const ProgramStep *const s = &p->step[k];

    if (s->op == PROGRAM_JUMP) k = s->n - 1;
    else if (s->op == PROGRAM_BRANCH) {
      note_limit(e, stack[--height], 0);
      if (!sign_of(stack[height])) k = s->n - 1;
    } else if (s->op == PROGRAM_NUMBER) stack[height++] = number(s->value);
    else if (s->op == PROGRAM_VARIABLE) stack[height++] = between(e->low[s->n], e->high[s->n]);
    else if (s->op < PROGRAM_ADD || (s->op >= PROGRAM_ABS && s->op <= PROGRAM_RINT))
      stack[height - 1] = apply_one(e, s, stack[height - 1]);
    else {
      height--;
      stack[height - 1] = apply_two(e, s->op, stack[height - 1], stack[height]);
    }
  }
}

int program_may_change(const Program *p, const double low[], const double high[])
{
  enum { SMALL = 32 };
  Range           small[SMALL];
  Range *const    stack = p->depth <= SMALL ? small : malloc((size_t)p->depth * sizeof *stack);
  RangeEvaluation e     = {.low = low, .high = high};

  if (!stack) return 1;
  evaluate(p, &e, stack);
  if (stack != small) free(stack);
  return e.changes;
}
