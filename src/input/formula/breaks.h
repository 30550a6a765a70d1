/* breaks.h: finds where formulas of the coordinates jump or have corners, so that an integration
   over an element can stop there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_BREAKS_H
#define FS_INPUT_FORMULA_BREAKS_H

#include "expression.h"

/* A formula consists of smooth pieces, for instance those on both sides of a condition. A break is
   a place where the formula may pass to another piece: a condition becomes true or false, abs,
   sign, rint, min or max has its corner, or a table has a row. Functions are not collective. */

/* ExpressionHasBreaks - Returns whether a formula can have breaks while some of its first n
   variables change, for instance the coordinates.

   The result is PETSC_FALSE for a function that a program gives, whose breaks are not known. */
PetscBool ExpressionHasBreaks(Expression e, PetscInt n);

/* ExpressionBreaksInside - Returns whether a break may be inside a box in the space of the
   formula's variables.

   The result may be PETSC_TRUE although the box has no break. If it is PETSC_FALSE, the box
   certainly has no break.
   Input:
     low, high  [number of variables] smallest and largest value of each variable in the box; equal
                for a variable that does not change */
PetscBool ExpressionBreaksInside(Expression e, const PetscReal low[], const PetscReal high[]);

/* ExpressionNextBreak - Finds the first break along a curve.

   Input:
     curve     [number of variables] variable k has the value
               curve[k][0] + curve[k][1] s + curve[k][2] s^2 at the parameter s of the curve
     from, to  values of s between which the function searches
     spacing   distance in s of the samples by which the function searches. Breaks of conditions
               that are linear or quadratic in s need no samples, and are found exactly
   Returns s of the first break, or `to` if there is no break. */
PetscReal ExpressionNextBreak(Expression e, const PetscReal curve[][3], PetscReal from,
                              PetscReal to, PetscReal spacing);

#endif
