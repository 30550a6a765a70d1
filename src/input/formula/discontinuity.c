/* discontinuity.c: finds jumps of formulas of one variable and of their slopes by differences, and
   those of formulas of the place.

   A window of six samples has two fourth differences. If the slope jumps by J, one of them is at
   least J h / 4, unless the jump is next to an end. For a smooth formula both are of order h^4.
   Windows that are not smooth are halved. A smooth formula passes when samples resolve it, even if
   the first samples are coarse; a corner never passes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "discontinuity.h"
#include "given.h"
#include "expression_impl.h"

enum { SAMPLES = 6, DEPTH = 20, MAX_WINDOWS = 100000, MAX_SAMPLES = 5000000 };

typedef struct {
  Expression       e;
  PetscBool        slopes;
  PetscReal        value, slope; /* largest value and slope, which jumps are compared with */
  PetscReal        min_distance; /* corners nearer than this are one */
  PetscInt         values;       /* samples so far; MAX_SAMPLES ends the search */
  Discontinuities *result;
} DiscontinuitySearch;

static PetscReal sample(DiscontinuitySearch *s, PetscReal t)
{
  s->values++;
  return ExpressionValue(s->e, &t);
}

static void add_discontinuity(DiscontinuitySearch *s, Discontinuity *c, PetscReal t, PetscReal jump)
{
  if (c->count && t <= c->last + s->min_distance) return;
  if (!c->count) {
    c->t    = t;
    c->jump = PetscAbsReal(jump);
  }
  c->count++;
  c->last = t;
}

/* Adds the jump in a window that is not halved further. A jump of the slope changes the value by
   much less than the largest slope does in a usual window. */
static void add_window(DiscontinuitySearch *s, PetscReal from, PetscReal to,
                       const PetscReal f[SAMPLES])
{
  const PetscReal steep = 100, width = to - from, whole = f[SAMPLES - 1] - f[0],
                  t = (from + to) / 2;

  if (!s->slopes || PetscAbsReal(whole) > steep * width * s->slope) {
    add_discontinuity(s, &s->result->jumps, t, whole);
  } else {
    const PetscReal before = f[0] - sample(s, from - width),
                    after  = sample(s, to + width) - f[SAMPLES - 1];

    add_discontinuity(s, &s->result->kinks, t, (after - before) / width);
  }
}

static PetscBool is_smooth(const DiscontinuitySearch *s, PetscReal t, PetscReal h,
                           const PetscReal f[SAMPLES])
{
  /* least: it finds jumps of 1 % of the largest slope or value, and it may find those of 0.25 %.
     noise: round-off of the fourth difference, from that of a value and of the time.
     The test tests/input/expression.c has jumps and corners, and smooth formulas that are steep or
     noisy. */
  const PetscReal least = 2.5e-3;
  const PetscReal noise = 64 * PETSC_MACHINE_EPSILON * (s->value + PetscAbsReal(t) * s->slope);
  PetscReal       most  = 0;

  for (int k = 0; k < 2; k++)
    most =
      PetscMax(most, PetscAbsReal(f[k] - 4 * f[k + 1] + 6 * f[k + 2] - 4 * f[k + 3] + f[k + 4]));
  return (PetscBool) !(most > noise &&
                       most >
                         least * (s->slopes ? s->slope * h : s->value)); /* NaN counts as smooth */
}

/* Returns whether the window has a jump. */
static PetscBool search_window(DiscontinuitySearch *s, PetscReal from, PetscReal to, int depth)
{
  const PetscReal h = (to - from) / (SAMPLES - 1), middle = (from + to) / 2,
                  quarter = (to - from) / 4;
  PetscReal f[SAMPLES];
  PetscBool left, right;

  if (s->values > MAX_SAMPLES) return PETSC_FALSE;
  for (int k = 0; k < SAMPLES; k++) f[k] = sample(s, from + k * h);
  if (is_smooth(s, middle, h, f)) return PETSC_FALSE;
  if (!depth) {
    add_window(s, from, to, f);
    return PETSC_TRUE;
  }
  left  = search_window(s, from, middle, depth - 1);
  right = search_window(s, middle, to, depth - 1);
  /* a jump in the middle is at an end of both halves */
  return (PetscBool)(left || right ||
                     search_window(s, middle - quarter, middle + quarter, depth - 1));
}

void ExpressionDiscontinuities(Expression e, PetscReal from, PetscReal to, PetscReal dt,
                               PetscBool slopes, Discontinuities *result)
{
  const PetscInt n = (PetscInt)PetscMax(1, PetscMin(MAX_WINDOWS, PetscCeilReal((to - from) / dt)));
  /* same: relative to a window, the distance of two finds of one jump in windows that overlap */
  const PetscReal     width = (to - from) / (PetscReal)n, overlap = width / 4, same = 1e-3;
  DiscontinuitySearch s = {
    .e = e, .slopes = slopes, .min_distance = same * width, .result = result};
  PetscReal before;

  *result = (Discontinuities){.kinks.count = 0};
  if (ExpressionIsGiven(e)) return; /* its values at other times are not known yet, or costly */
  before = sample(&s, from);
  for (PetscInt i = 0; i <= n; i++) {
    const PetscReal now = sample(&s, from + (PetscReal)i * width);

    s.value = PetscMax(s.value, PetscAbsReal(now));
    s.slope = PetscMax(s.slope, PetscAbsReal(now - before) / width);
    before  = now;
  }
  for (PetscInt i = 0; i < n; i++)
    (void)search_window(&s, from + (PetscReal)i * width - (i ? overlap : 0),
                        from + (PetscReal)(i + 1) * width, DEPTH);
}

/* ---- formulas of the place ------------------------------------------------------------------- */

PetscBool ExpressionHasBreaks(Expression e, PetscInt n)
{
  const Program *const p = expression_program(e);

  return (PetscBool)(p && program_has_corners(p, (1u << n) - 1));
}

PetscBool ExpressionBreaksInside(Expression e, const PetscReal low[], const PetscReal high[])
{
  const Program *const p = expression_program(e);

  return (PetscBool)(p && program_may_change(p, low, high));
}

PetscReal ExpressionNextBreak(Expression e, const PetscReal curve[][3], PetscReal from,
                              PetscReal to, PetscReal spacing)
{
  ProgramCurve c = {.program = expression_program(e), .nvars = (int)expression_variables(e)};

  if (!c.program) return to;
  memcpy(c.c, curve, (size_t)c.nvars * sizeof *curve);
  return program_curve_next_corner(&c, from, to, spacing);
}
