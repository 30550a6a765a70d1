/* quadrature.h: integrates formulas of one variable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_QUADRATURE_H
#define FS_INPUT_FORMULA_QUADRATURE_H

#include "expression.h"

/* quadrature - Returns the integral of a formula of one variable from a to b.

   b may be less than a. The error is about 1e-13 times |b - a| times the largest absolute value of
   the formula, even if the formula has corners. If the formula is not finite between a and b, the
   result is not finite. Not collective. */
PetscReal quadrature(Expression e, PetscReal a, PetscReal b);

/* quadrature_moment - Returns the integral of (b - t) e(t) over t from a to b.

   This is the double integral of the formula e; if e is an acceleration, it is the displacement at
   b of a body that is at rest at a. The error is about 1e-13 times |b - a|^2 times the largest
   absolute value of the formula. Not collective. */
PetscReal quadrature_moment(Expression e, PetscReal a, PetscReal b);

#endif
