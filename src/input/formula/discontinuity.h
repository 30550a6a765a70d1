/* discontinuity.h: finds jumps and corners of a formula of one variable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_DISCONTINUITY_H
#define FS_INPUT_FORMULA_DISCONTINUITY_H

#include "expression.h"

/* Discontinuity - The jumps of a value or of a slope. All members are 0 if there is no jump. */
typedef struct {
  PetscInt  count;
  PetscReal t, jump; /* place and height of the first jump */
  PetscReal last;    /* place of the last jump */
} Discontinuity;
typedef struct {
  Discontinuity jumps; /* jumps of the value */
  Discontinuity kinks; /* jumps of the slope; all 0 unless slopes are searched */
} Discontinuities;

/* ExpressionDiscontinuities - Searches for jumps between the values from and to of the variable.

   Input:
     dt      width of a window of the search; there are at most 100000 windows
     slopes  PETSC_TRUE searches for jumps of the slope too
   It finds jumps of the value by 1 % or more of the largest value. With slopes, it also finds jumps
   of the slope by 1 % or more of the largest slope. A change that is smooth over a millionth of a
   window is not a jump. The ends are not searched. Not collective; the result is the same on every
   rank. */
void ExpressionDiscontinuities(Expression e, PetscReal from, PetscReal to, PetscReal dt,
                               PetscBool slopes, Discontinuities *result);

#endif
