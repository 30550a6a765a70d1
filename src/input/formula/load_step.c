/* load_step.c: finds where a time step must end so that it sees what a formula of time does. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "expression_impl.h"
#include "load_step.h"

/* Relative to the time: round-off of the place of a change, which is found as a root of a formula
   with a round-off of PROGRAM_ROUND_OFF units in the last place. The step ends as much before it.
 */
static const PetscReal BESIDE = 8 * PETSC_MACHINE_EPSILON;
/* most samples between two times that are looked at together; a step is not longer */
static const PetscInt MOST_SAMPLES = 10000;
/* steps to look ahead, at first and at most. One look costs as much as 25 evaluations of the
   formula */
static const PetscReal FIRST_AHEAD = 16, MOST_AHEAD = 64;
/* stages are at most this behind the end of a step, relative to the step; esdirk43_6l has 0.043 */
static const PetscReal STAGES_BEHIND = 0.1;

LoadWatch load_watch(Expression formula, const PetscReal x[], PetscReal t, PetscReal shortest)
{
  LoadWatch w = {
    .formula  = formula,
    .shortest = shortest,
    .known    = {.seen = t, .before = PETSC_MAX_REAL, .smooth = t, .ahead = FIRST_AHEAD}
  };

  for (PetscInt k = 0; k < expression_variables(formula); k++) w.x[k] = x[k];
  return w;
}

PetscReal load_watch_value(LoadWatch *w, PetscReal t)
{
  w->x[expression_time(w->formula)] = t;
  return ExpressionValue(w->formula, w->x);
}

static ProgramLine line_of_time(const LoadWatch *w)
{
  return (ProgramLine){.program  = expression_program(w->formula),
                       .variable = (int)expression_time(w->formula),
                       .nvars    = (int)expression_variables(w->formula),
                       .x        = w->x};
}

static PetscReal beside(PetscReal t, PetscReal spacing)
{
  return BESIDE * PetscMax(PetscAbsReal(t), spacing);
}

/* Looks for the first change behind t, up to the time to. */
static void find_change(LoadWatch *w, PetscReal spacing, PetscReal t, PetscReal to)
{
  enum { MOST = 200 }; /* corners without a change */
  const ProgramLine line = line_of_time(w);
  LoadKnown *const  k    = &w->known;
  PetscReal         at;

  if (k->before < PETSC_MAX_REAL) k->seen = t;
  k->before = PETSC_MAX_REAL;
  at        = PetscMax(t, k->seen - beside(k->seen, spacing));
  to        = PetscMin(to, at + (PetscReal)MOST_SAMPLES * spacing);
  k->seen   = to;
  for (int n = 0; n < MOST; n++) {
    ProgramCorner kind;

    at = program_next_corner(&line, at, to, spacing);
    if (at >= to) return;
    kind = program_corner(&line, at);
    if (kind != CORNER_PLAIN && at - beside(at, spacing) > t) {
      k->before = at - beside(at, spacing);
      k->after  = at + beside(at, spacing);
      k->jump   = kind == CORNER_JUMP;
      return;
    }
    at += beside(at, spacing);
  }
  k->seen = at;
}

/* Returns the largest difference between the formula and the cubic with its values and slopes at
   the times t and end, over the largest absolute value of the formula. *largest is that value so
   far. The first difference above part, from the middle on, ends the search. */
static PetscReal difference_from_cubic(LoadWatch *w, PetscReal t, PetscReal end, PetscReal spacing,
                                       PetscReal part, PetscReal *largest)
{
  enum { LEAST = 16 };
  const PetscReal   h     = end - t;
  const ProgramLine line  = line_of_time(w);
  const int         n     = (int)PetscMin((PetscReal)MOST_SAMPLES * MOST_AHEAD,
                                          PetscMax(LEAST, PetscCeilReal(h / spacing)));
  const Series      first = program_line_series(&line, t, PROGRAM_AFTER),
               last       = program_line_series(&line, end, PROGRAM_BEFORE);
  const PetscReal f = first.c[0], g = last.c[0], a = first.known > 1 ? h * first.c[1] : g - f,
                  b = last.known > 1 ? -h * last.c[1] : g - f;
  PetscReal most = 0, size = PetscMax(*largest, PetscMax(PetscAbsReal(f), PetscAbsReal(g)));

  for (int j = 0; j < n && most <= part * size; j++) {
    const PetscReal s = (PetscReal)(j ? j : n / 2) / n, value = load_watch_value(w, t + s * h);
    const PetscReal cubic = f + s * (a + s * (3 * (g - f) - 2 * a - b + s * (a + b - 2 * (g - f))));

    size = PetscMax(size, PetscAbsReal(value));
    most = PetscMax(most, PetscAbsReal(value - cubic));
  }
  if (isfinite(size)) *largest = size;
  return most == 0 || !isfinite(size) ? 0 : most / size;
}

/* Returns the factor by which an interval may change, in which a formula differs by this from a
   cubic, so that it differs a little less than by part. The difference of a smooth formula grows
   with the fourth power. */
static PetscReal change_of_interval(PetscReal difference, PetscReal part)
{
  const PetscReal least = 0.25, most = 4, safety = 0.9;

  if (difference == 0) return most;
  return PetscMax(least, PetscMin(most, safety * PetscPowReal(part / difference, 0.25)));
}

/* Looks how far the formula is near a cubic: over several steps like that from t to end but not
   beyond last or, if it is not, over one step that is shortened as needed. */
static void find_smooth(LoadWatch *w, PetscReal spacing, PetscReal part, PetscReal t, PetscReal end,
                        PetscReal last)
{
  const PetscReal  failed = 0.7; /* an interval in which the formula is not near is shortened so */
  LoadKnown *const k      = &w->known;
  PetscReal        h = end - t, ahead = PetscMin(k->ahead, (last - t) / h);

  while (ahead > 1) {
    const PetscReal to         = t + ahead * h,
                    difference = difference_from_cubic(w, t, to, spacing, part, &k->largest),
                    change     = change_of_interval(difference, part);

    if (difference <= part) {
      k->smooth = PetscMax(end, to);
      k->ahead  = PetscMax(2, PetscMin(MOST_AHEAD, change * ahead));
      return;
    }
    ahead *= PetscMin(failed, change);
  }
  k->smooth = end;
  while (h > w->shortest &&
         difference_from_cubic(w, t, k->smooth, spacing, part, &k->largest) > part) {
    const ProgramLine line   = line_of_time(w);
    const PetscReal   corner = program_next_corner(&line, t, k->smooth, spacing) - t;

    h         = corner < h && corner > w->shortest ? corner : PetscMax(w->shortest, h / 2);
    k->smooth = t + h;
  }
  k->ahead = 2;
}

PetscReal load_watch_limit(LoadWatch *w, PetscReal spacing, PetscReal part, PetscReal t,
                           PetscReal end)
{
  LoadKnown *const k = &w->known;
  const PetscReal  h = end - t, behind = 1 + STAGES_BEHIND;

  if (k->before == PETSC_MAX_REAL ? k->seen < t + behind * h : k->after <= t)
    find_change(w, spacing, t, t + MOST_AHEAD * h);
  end = PetscMin(end, k->before);
  if (k->before == PETSC_MAX_REAL) end = PetscMin(end, t + (k->seen - t) / behind);
  if (end > k->smooth) find_smooth(w, spacing, part, t, end, PetscMin(k->before, k->seen));
  return PetscMin(end, k->smooth);
}

PetscReal load_watch_next_change(LoadWatch *w, PetscReal spacing, PetscReal t, PetscReal end)
{
  enum { MOST_LOOKS = 100 };
  LoadKnown *const k = &w->known;

  k->seen   = t;
  k->before = PETSC_MAX_REAL;
  for (int n = 0; n < MOST_LOOKS && k->seen < end && k->before == PETSC_MAX_REAL; n++)
    find_change(w, spacing, t, end);
  return PetscMin(k->seen, k->before);
}

PetscReal load_watch_known(const LoadWatch *w)
{
  return PetscMin(w->known.smooth, PetscMin(w->known.before, w->known.seen));
}

/* Returns the integral from a to b by Gauss's rule with three points. The middle is last: callers
   may ask for its value next. */
static PetscReal gauss(LoadWatch *w, PetscReal a, PetscReal b)
{
  const PetscReal middle = (a + b) / 2, half = (b - a) / 2, at = half * PetscSqrtReal(0.6);
  const PetscReal first = load_watch_value(w, middle - at), last = load_watch_value(w, middle + at);

  return half * (5 * first + 8 * load_watch_value(w, middle) + 5 * last) / 9;
}

PetscReal load_watch_impulse(LoadWatch *w, PetscReal a, PetscReal b, PetscReal spacing,
                             PetscReal *corner)
{
  enum { MOST = 1000, AHEAD = 64 };
  const ProgramLine line = line_of_time(w);
  PetscReal         sum  = 0;

  for (int k = 0; a < b; k++) {
    PetscReal end = b;

    if (*corner <= a) *corner = program_next_corner(&line, a, a + AHEAD * (b - a), spacing);
    if (k < MOST) end = PetscMin(b, *corner);
    sum += gauss(w, a, end);
    a = end < b ? end + beside(end, spacing) : b;
  }
  return sum;
}
