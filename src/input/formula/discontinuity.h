/* discontinuity.h: finds jumps and corners of a formula of one variable by samples. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_DISCONTINUITY_H
#define FS_INPUT_FORMULA_DISCONTINUITY_H

#include "expression.h"

/* Discontinuity - The jumps of a value or of a slope. All members are 0 if there is no jump. */
typedef struct {
  PetscInt  count;   /* number of jumps */
  PetscReal t, jump; /* value of the variable at the first jump; absolute height of this jump */
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

#endif
