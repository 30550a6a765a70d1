/* breaks.c: finds where formulas of the place jump or have corners. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "breaks.h"
#include "expression_impl.h"

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
