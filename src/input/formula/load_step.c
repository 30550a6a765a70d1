/* load_step.c: finds where a time step must end so that it sees what a formula of time does. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "expression_impl.h"
#include "load_step.h"

/* relative to the time: round-off of the place of a change. The step ends as much before it */
static const PetscReal BESIDE = 8 * PETSC_MACHINE_EPSILON;

/* Ends the step before the first change within it. *corner becomes the first corner without a
   change, or the end of the step. */
static void end_at_change(const Program *p, PetscReal spacing, LoadStep *step, PetscReal *corner)
{
  enum { MOST = 200 }; /* corners in a step */
  const PetscReal stop = step->t + step->h, end = step->change ? step->after : stop;
  PetscReal       at = step->t;

  *corner = stop;
  for (int k = 0; k < MOST; k++) {
    const PetscReal beside = BESIDE * PetscMax(PetscAbsReal(at), PetscAbsReal(end));
    ProgramCorner   kind;

    at = program_next_corner(p, at, end, spacing);
    if (at >= end - (step->change ? 0 : beside)) return;
    kind = program_corner(p, at);
    if (step->change && at >= stop) { /* where another formula changes */
      if (kind == CORNER_JUMP) step->jump = PETSC_TRUE;
      return;
    }
    if (kind == CORNER_PLAIN) {
      *corner = PetscMin(*corner, at);
      at += beside;
      continue;
    }
    if (at - beside <= step->t) continue;
    step->h      = at - beside - step->t;
    step->after  = at + beside;
    step->change = PETSC_TRUE;
    step->jump   = (PetscBool)(kind == CORNER_JUMP);
    return;
  }
  step->h      = at - step->t;
  step->change = PETSC_FALSE;
}

/* Returns the largest difference between the formula and the cubic with its values and slopes at
   both ends of a step of size h. *largest becomes its largest absolute value. */
static PetscReal difference_from_cubic(Expression e, PetscReal t, PetscReal h, PetscReal spacing,
                                       PetscReal *largest)
{
  enum { LEAST = 16, MOST = 10000 };
  const Program *const p   = expression_program(e);
  const PetscReal      end = t + h;
  const int            n   = (int)PetscMin(MOST, PetscMax(LEAST, PetscCeilReal(h / spacing)));
  int                  corner;
  const Series         first = program_series(p, &t, 0, PROGRAM_AFTER, &corner),
               last          = program_series(p, &end, 0, PROGRAM_BEFORE, &corner);
  const PetscReal f = first.c[0], g = last.c[0], a = first.known > 1 ? h * first.c[1] : g - f,
                  b = last.known > 1 ? -h * last.c[1] : g - f;
  PetscReal most    = 0;

  *largest = PetscMax(*largest, PetscMax(PetscAbsReal(f), PetscAbsReal(g)));
  for (int k = 1; k < n; k++) {
    const PetscReal s = (PetscReal)k / n, at = t + s * h, value = ExpressionValue(e, &at);
    const PetscReal cubic = f + s * (a + s * (3 * (g - f) - 2 * a - b + s * (a + b - 2 * (g - f))));

    *largest = PetscMax(*largest, PetscAbsReal(value));
    most     = PetscMax(most, PetscAbsReal(value - cubic));
  }
  return most;
}

void ExpressionLimitStep(Expression e, PetscReal spacing, PetscReal shortest, PetscReal part,
                         PetscReal *largest, LoadStep *step)
{
  PetscReal corner, size = *largest;

  end_at_change(expression_program(e), spacing, step, &corner);
  while (step->h > shortest &&
         difference_from_cubic(e, step->t, step->h, spacing, &size) > part * size) {
    step->h       = corner < step->t + step->h ? corner - step->t : PetscMax(shortest, step->h / 2);
    step->change  = PETSC_FALSE;
    step->limited = PETSC_TRUE;
    corner        = step->t + step->h;
  }
  *largest = size;
}

PetscBool ExpressionJumps(Expression e, PetscReal a, PetscReal b, PetscReal spacing)
{
  enum { MOST = 200 };
  const Program *const p = expression_program(e);

  for (int k = 0; k < MOST && a < b; k++) {
    a = program_next_corner(p, a, b, spacing);
    if (a < b && program_corner(p, a) == CORNER_JUMP) return PETSC_TRUE;
    a += BESIDE * PetscAbsReal(a);
  }
  return PETSC_FALSE;
}

/* Returns the integral from a to b by Gauss's rule with three points. */
static PetscReal gauss(Expression e, PetscReal a, PetscReal b)
{
  const PetscReal middle = (a + b) / 2, half = (b - a) / 2, at = half * PetscSqrtReal(0.6),
                  low = middle - at, high = middle + at;

  return half *
         (5 * ExpressionValue(e, &low) + 8 * ExpressionValue(e, &middle) +
          5 * ExpressionValue(e, &high)) /
         9;
}

PetscReal ExpressionImpulse(Expression e, PetscReal a, PetscReal b, PetscReal spacing)
{
  enum { MOST = 1000 };
  PetscReal sum = 0;

  for (int k = 0; a < b; k++) {
    const PetscReal beside = BESIDE * PetscMax(PetscAbsReal(a), PetscAbsReal(b)),
                    end = k < MOST ? program_next_corner(expression_program(e), a, b, spacing) : b;

    sum += gauss(e, a, end);
    a = end < b ? end + beside : b;
  }
  return sum;
}
