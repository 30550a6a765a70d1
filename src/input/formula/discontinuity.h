/* discontinuity.h: finds jumps and corners of a formula of one variable by samples, and those of a
   formula of the place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_DISCONTINUITY_H
#define FS_INPUT_FORMULA_DISCONTINUITY_H

#include "expression.h"

/* Discontinuity - The jumps of a value or of a slope. All members are 0 if there is no jump. */
typedef struct {
  PetscInt  count;   /* number of jumps */
  PetscReal t, jump; /* value of the variable at the first jump, and absolute height of this jump */
  PetscReal last;    /* value of the variable at the last jump */
} Discontinuity;

/* Discontinuities - The jumps of a formula and of its slope. */
typedef struct {
  Discontinuity jumps; /* jumps of the value of the formula */
  Discontinuity kinks; /* jumps of the slope; all 0 unless the caller asks for them */
} Discontinuities;

/* ExpressionDiscontinuities - Searches for jumps of a formula of one variable, usually time.

   The function finds jumps of the value that are at least 1 % of the largest absolute value, and,
   if slopes is PETSC_TRUE, jumps of the slope that are at least 1 % of the largest absolute slope.
   A change that is smooth over a millionth of a window is not a jump. Jumps at from and to are not
   found. A function that a program gives is not searched.
   Input:
     from, to  values of the variable between which the function searches
     dt        width of a window, the interval of the variable that is sampled first and then halved
               where the formula is not smooth; at least (to - from) / 100000 is used
     slopes    whether to search for jumps of the slope as well
   Not collective; the result is the same on every rank. */
void ExpressionDiscontinuities(Expression e, PetscReal from, PetscReal to, PetscReal dt,
                               PetscBool slopes, Discontinuities *result);

/* ---- formulas of the place ------------------------------------------------------------------- */

/* A formula consists of smooth pieces, for instance those on both sides of a condition. A break is
   a place where the formula may pass to another piece: a condition becomes true or false, abs,
   sign, rint, min or max has its corner, or a table has a row. Functions are not collective. */

/* ExpressionHasBreaks - Returns whether a formula can have breaks (jumps or corners) while some of
   its first n variables change, for instance the coordinates.

   The result is PETSC_FALSE for a function that a program gives, whose breaks are not known. */
PetscBool ExpressionHasBreaks(Expression e, PetscInt n);

/* ExpressionBreaksInside - Returns whether a break, a jump or corner of a formula, may be inside a
   box in the space of its variables.

   The result may be PETSC_TRUE although the box has no break. If it is PETSC_FALSE, the box
   certainly has no break.
   Input:
     low, high  [number of variables] smallest and largest value of each variable in the box; equal
                for a variable that does not change */
PetscBool ExpressionBreaksInside(Expression e, const PetscReal low[], const PetscReal high[]);

/* ExpressionNextBreak - Finds the first break, a jump or corner of a formula, along a curve in the
   space of its variables.

   Input:
     curve     [number of variables] variable k has the value curve[k][0] + curve[k][1] s +
               curve[k][2] s^2 at the parameter s of the curve
     from, to  values of s between which the function searches
     spacing   distance in s of the samples by which the function searches. Breaks of conditions
               that are linear or quadratic in s need no samples, and are found exactly
   Returns s of the first break, or `to` if there is no break. */
PetscReal ExpressionNextBreak(Expression e, const PetscReal curve[][3], PetscReal from,
                              PetscReal to, PetscReal spacing);

#endif
