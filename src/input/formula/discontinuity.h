/* discontinuity.h: finds jumps and corners of a formula of one variable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_DISCONTINUITY_H
#define FS_INPUT_FORMULA_DISCONTINUITY_H

#include "expression.h"

/* Discontinuity - The jumps of a value or of a slope. All members are 0 if there is no jump. */
typedef struct {
  PetscInt  count;
  PetscReal t, jump; /* the first one: its place and its height */
  PetscReal last;    /* the place of the last one */
} Discontinuity;
typedef struct {
  Discontinuity jumps; /* of the value */
  Discontinuity kinks; /* of the slope; empty unless slopes are searched */
} Discontinuities;

/* ExpressionDiscontinuities - Searches from <= x <= to for jumps.

   Input:
     dt      width of a window of the search; there are at most 100000 windows
     slopes  whether to search for jumps of the slope too
   It finds jumps of the value by 1 % or more of the largest value. With slopes, it finds jumps of
   the value, and jumps of the slope by 1 % or more of the largest slope. A change that is smooth
   over a millionth of a window is not a corner. The ends are not searched. Not collective: every
   rank finds the same. */
void ExpressionDiscontinuities(Expression e, PetscReal from, PetscReal to, PetscReal dt,
                               PetscBool slopes, Discontinuities *result);

#endif
