/* derivative.c: differentiates formulas exactly, by power series on one side of a point. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "expression_impl.h"
#include "input/formula/program/program.h"

/* Returns the derivative of an order of a series in the distance on a side, or NaN if it is not
   finite. */
static PetscReal derivative_of(const Series *y, ProgramSide side, int order)
{
  if (y->known <= order) return NAN;
  return order == 1 ? (PetscReal)side * y->c[1] : 2 * y->c[2];
}

/* Computes the derivatives of a motion or a function that a program gives. Returns PETSC_FALSE for
   a formula. */
static PetscBool given_derivatives(Expression e, PetscReal x, PetscReal *first, PetscReal *second)
{
  const GivenMotion *const motion = expression_motion(e);
  PetscInt                 which;
  const GivenFunction      f = expression_function(e, &which);
  PetscReal                qva[3];

  if (motion) {
    given_motion_at(motion, x, qva);
    *first  = qva[1];
    *second = qva[2];
  } else if (f) {
    *first  = given_function_derivative(f, which, 1, &x, 0);
    *second = given_function_derivative(f, which, 1, &x, 1);
  }
  return ExpressionIsGiven(e);
}

void ExpressionDerivatives(Expression e, PetscReal x, PetscReal h, PetscReal *first,
                           PetscReal *second)
{
  const Program *const p = expression_program(e);
  int                  corner;
  Series               y;

  if (given_derivatives(e, x, first, second)) return;
  y       = program_series(p, &x, 0, PROGRAM_AFTER, &corner);
  *first  = derivative_of(&y, PROGRAM_AFTER, 1);
  *second = derivative_of(&y, PROGRAM_AFTER, 2);
  if (isfinite(*first) && !isfinite(*second)) { /* its mean over h, as of t^1.5 at 0 */
    const PetscReal behind = x + h;
    const Series    z      = program_series(p, &behind, 0, PROGRAM_BEFORE, &corner);

    *second = (derivative_of(&z, PROGRAM_BEFORE, 1) - *first) / h;
  }
}

PetscReal ExpressionPartial(Expression e, const PetscReal x[], PetscInt variable)
{
  const Program *const p = expression_program(e);
  int                  corner;
  Series               y;
  PetscReal            after;
  PetscInt             which;

  if (!ExpressionDependsOn(e, variable)) return 0;
  if (expression_function(e, &which))
    return given_function_derivative(expression_function(e, &which), which, expression_variables(e),
                                     x, variable);
  y     = program_series(p, x, (int)variable, PROGRAM_AFTER, &corner);
  after = derivative_of(&y, PROGRAM_AFTER, 1);
  if (!corner) return after;
  y = program_series(p, x, (int)variable, PROGRAM_BEFORE, &corner);
  return (after + derivative_of(&y, PROGRAM_BEFORE, 1)) / 2;
}
