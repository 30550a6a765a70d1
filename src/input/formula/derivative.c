/* derivative.c: differentiates formulas by extrapolated differences.

   Ridders, Adv. Eng. Software 4 (1982), 75-76. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "expression_impl.h"

/* Side - The points of a stencil: on both sides, before the point, or after it. */
typedef enum { BEFORE = -1, CENTRAL, AFTER } Side;

/* Returns the difference quotient of an order with the spacing h. *size is the largest of its
   values. */
static PetscReal quotient(Expression e, const PetscReal x[], PetscInt variable, PetscReal h,
                          int order, Side side, PetscReal *size)
{
  const PetscReal at = x[variable], near = side ? at + side * h : at - h,
                  far = side ? at + 2 * side * h : at + h;
  const PetscReal f0 = ExpressionValue(e, x), fn = expression_value_with(e, x, variable, near);
  const PetscReal ff = side && order == 1 ? fn : expression_value_with(e, x, variable, far);

  *size = PetscMax(PetscAbsReal(f0), PetscMax(PetscAbsReal(fn), PetscAbsReal(ff)));
  if (order == 2) return side ? (ff - 2 * fn + f0) / (h * h) : (fn - 2 * f0 + ff) / (h * h);
  return side ? (fn - f0) / (near - at) : (ff - fn) / (far - near);
}

/* Returns the derivative of order 1 or 2 by Ridders' method.

   It halves the spacing h and extrapolates until the estimated error grows. *least is the estimated
   error of the result, or PETSC_MAX_REAL without a finite result. */
static PetscReal ridders(Expression e, const PetscReal x[], PetscInt variable, PetscReal h,
                         int order, Side side, PetscReal *least)
{
  enum { LEVELS = 8 };
  const PetscReal base = side ? 2 : 4; /* central differences have even powers of h only */
  PetscReal       d[LEVELS][LEVELS], best = 0;

  *least = PETSC_MAX_REAL;
  for (int i = 0; i < LEVELS; i++, h /= 2) {
    PetscReal size, noise;

    d[i][0] = quotient(e, x, variable, h, order, side, &size);
    noise   = PETSC_MACHINE_EPSILON * size /
            (order == 1 ? h : h * h); /* round-off: no estimate is true below it */
    for (int j = 1; j <= i; j++) {
      PetscReal factor = PetscPowRealInt(base, j), error;

      d[i][j] = (factor * d[i][j - 1] - d[i - 1][j - 1]) / (factor - 1);
      error = PetscAbsReal(d[i][j] - d[i][j - 1]) + PetscAbsReal(d[i][j] - d[i - 1][j - 1]) + noise;
      if (!isfinite(error)) error = PETSC_MAX_REAL; /* a sample outside the formula's domain */
      if (error <= *least) {
        *least = error;
        best   = d[i][j];
      }
    }
    if (i && PetscAbsReal(d[i][i] - d[i - 1][i - 1]) > 2 * *least) break;
  }
  return best;
}

/* Returns the derivative by central differences. If round-off spoils it, spacings are tried that
   are 8, 64, ... times as wide, while they agree with the best result so far. */
static PetscReal derivative(Expression e, const PetscReal x[], PetscInt variable, PetscReal h,
                            int order)
{
  enum { WIDER = 6 };
  const PetscReal good  = 1e-11; /* relative error below which wider spacings are not tried */
  const PetscReal trust = 100; /* results agree if they differ by less than 100 estimated errors */
  PetscReal       least, best = ridders(e, x, variable, h, order, CENTRAL, &least);

  for (int k = 0; k < WIDER && least > good * PetscAbsReal(best); k++) {
    PetscReal error, value;

    h *= 8;
    value = ridders(e, x, variable, h, order, CENTRAL, &error);
    if (error == PETSC_MAX_REAL || PetscAbsReal(value - best) > trust * least)
      break; /* too wide for what the formula does */
    if (error < least) {
      least = error;
      best  = value;
    }
  }
  return best;
}

/* Returns the second difference with the spacing h. *noise is the part of it that may be round-off
   of values and of x, or that is negligible beside the slope. */
static PetscReal second_difference(Expression e, PetscReal x, PetscReal h, PetscReal *noise)
{
  const PetscReal round_off = 64 * PETSC_MACHINE_EPSILON, least = 1e-3;
  PetscReal       size;
  const PetscReal second = h * h * PetscAbsReal(quotient(e, &x, 0, h, 2, CENTRAL, &size));
  const PetscReal first  = PetscAbsReal(quotient(e, &x, 0, h, 1, CENTRAL, &size));

  *noise = round_off * (size + PetscAbsReal(x) * first) + least * h * first;
  return second;
}

/* Returns whether x is a corner. Second differences decrease like the spacing at a corner, and like
   its square elsewhere. */
static PetscBool is_kink(Expression e, PetscReal x, PetscReal h)
{
  const PetscReal narrow = 1. / 128, between = 2e-3; /* between 1/128 and its square */
  PetscReal       noise, wide                = second_difference(e, x, h, &noise);

  for (int k = 0; k < 2; k++) {
    const PetscReal now = second_difference(e, x, h *= narrow, &noise);

    if (!(now > between * wide && now > noise)) return PETSC_FALSE;
    wide = now;
  }
  return PETSC_TRUE;
}

/* Returns the derivative after a corner, or the one before it if the corner is a little later. */
static PetscReal derivative_at_kink(Expression e, PetscReal x, PetscReal h, int order)
{
  const PetscReal share = 1e-3; /* of the jump */
  PetscReal       error_before, error_after;
  const PetscReal before = ridders(e, &x, 0, h, order, BEFORE, &error_before);
  const PetscReal after  = ridders(e, &x, 0, h, order, AFTER, &error_after);

  return error_after > PetscMax(error_before, share * PetscAbsReal(after - before)) ? before
                                                                                    : after;
}

void ExpressionDerivatives(Expression e, PetscReal x, PetscReal h, PetscReal *first,
                           PetscReal *second)
{
  PetscBool at_kink;

  expression_record_pieces(e, &x);
  at_kink = is_kink(e, x, h);
  *first  = at_kink ? derivative_at_kink(e, x, h, 1) : derivative(e, &x, 0, h, 1);
  *second = at_kink ? derivative_at_kink(e, x, h, 2) : derivative(e, &x, 0, h, 2);
  expression_release_pieces(e);
}

PetscReal ExpressionPartial(Expression e, const PetscReal x[], PetscInt variable)
{
  const PetscReal short_step = 1e-5,
                  short_size =
                    1e-3; /* first spacing, relative to |x|, but to short_size if |x| is less */
  PetscReal value;

  if (!ExpressionDependsOn(e, variable)) return 0;
  expression_record_pieces(e, x);
  value =
    derivative(e, x, variable, short_step * PetscMax(PetscAbsReal(x[variable]), short_size), 1);
  expression_release_pieces(e);
  return value;
}
