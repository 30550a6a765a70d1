/* load_step.h: shortens time steps to what a formula of time does inside them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_LOAD_STEP_H
#define FS_INPUT_FORMULA_LOAD_STEP_H

#include "expression.h"

/* LoadStep - A step from t, and why it is shortened. */
typedef struct {
  PetscReal t, h;    /* start and size [s] */
  PetscReal after;   /* if change, the time just after the change, where the next step starts [s] */
  PetscBool change;  /* the step ends just before a change */
  PetscBool jump;    /* the formula jumps there */
  PetscBool limited; /* the step is shorter because the formula varies too much within it */
} LoadStep;

/* ExpressionLimitStep - Shortens a step to a formula of time.

   The step ends just before a jump, and where the formula leaves a constant value or arrives at
   one. Within it, the formula differs from the cubic through its ends, with their slopes, by at
   most part times its largest value. Members of step other than t and h only change if it becomes
   shorter. The result is the same on every rank.
   Input:
     spacing   spacing of samples [s]; a step has 16 or more
     shortest  limit of the size of steps that end at no change [s]
     part      allowed difference over the largest value so far
   Input/Output:
     largest   largest absolute value so far
   Not collective. */
void ExpressionLimitStep(Expression e, PetscReal spacing, PetscReal shortest, PetscReal part,
                         PetscReal *largest, LoadStep *step);

/* ExpressionJumps - Returns whether a formula of time jumps between a and b. The arguments are
   those of ExpressionImpulse. */
PetscBool ExpressionJumps(Expression e, PetscReal a, PetscReal b, PetscReal spacing);

/* ExpressionHold - Makes ExpressionValue of a formula of time return the value at t for all later
   times, until the next call. PETSC_MAX_REAL ends this.

   Some schemes have a stage behind the end of the step, which must not see a jump there. */
void ExpressionHold(Expression e, PetscReal t);

/* ExpressionImpulse - Returns the integral of a formula of time from a to b, where a < b.

   It is the sum over the pieces between corners, of Gauss's rule with three points.
   spacing is that of samples that find corners [s]. Not collective. */
PetscReal ExpressionImpulse(Expression e, PetscReal a, PetscReal b, PetscReal spacing);

#endif
