/* breaks.h: where formulas of the place jump or have corners. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_BREAKS_H
#define FS_INPUT_FORMULA_BREAKS_H

#include "expression.h"

/* A break is a place where a formula may change its piece: a condition becomes true or false, abs,
   sign, rint, min or max has its corner, or a table has a row. */

/* ExpressionHasBreaks - Returns whether a formula has breaks where one of its first n variables
   changes. Functions that a program gives have none that are known. */
PetscBool ExpressionHasBreaks(Expression e, PetscInt n);

/* ExpressionBreaksInside - Returns whether a break may be inside of a box.

   Input:
     low, high  [number of variables] least and largest value of each variable. They are equal for
                a variable that does not change
   The result may be PETSC_TRUE although the box has no break. If it is PETSC_FALSE, the box has
   no break. */
PetscBool ExpressionBreaksInside(Expression e, const PetscReal low[], const PetscReal high[]);

/* ExpressionNextBreak - Returns the first break between from and to along a curve, or to.

   Input:
     curve    [number of variables] coefficients: variable k is the sum of curve[k][j] s^j
     spacing  spacing in s of the samples that find breaks of conditions that are not linear in s
   A break of a linear condition is found exactly. */
PetscReal ExpressionNextBreak(Expression e, const PetscReal curve[][3], PetscReal from,
                              PetscReal to, PetscReal spacing);

#endif
