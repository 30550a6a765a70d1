/* load_step.h: shortens time steps to what a formula of time does inside them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_LOAD_STEP_H
#define FS_INPUT_FORMULA_LOAD_STEP_H

#include "expression.h"

/* LoadKnown - What is known of a formula from earlier steps. All members are numbers, which a
   checkpoint holds. */
typedef struct {
  PetscReal largest; /* largest absolute value so far */
  PetscReal seen;    /* time up to which changes are known [s] */
  PetscReal before;  /* just before the next change [s]; PETSC_MAX_REAL if none is known */
  PetscReal after;   /* just after it [s] */
  PetscReal jump;    /* 1 if the formula jumps there, or 0 */
  PetscReal smooth;  /* time up to which steps are short enough for the formula [s] */
  PetscReal ahead;   /* number of steps to look ahead */
} LoadKnown;
enum { LOAD_KNOWN = sizeof(LoadKnown) / sizeof(PetscReal) };

/* LoadWatch - A formula of time that steps must see. If it has other variables, they keep the
   values x. */
typedef struct {
  Expression formula; /* borrowed */
  PetscReal  x[EXPRESSION_VARIABLES];
  PetscReal  shortest; /* limit of the size of steps that end at no change [s] */
  LoadKnown  known;
} LoadWatch;

/* load_watch - Starts to watch a formula at the time t. x[] has values of all variables. */
LoadWatch load_watch(Expression formula, const PetscReal x[], PetscReal t, PetscReal shortest);

/* load_watch_limit - Returns the time at which a step from t to end must stop for a formula.

   This is the first change, or an earlier time. A change is a jump, and where the formula leaves a
   constant value or arrives at one. Within the step, the formula differs from the cubic through its
   ends, with their slopes, by at most part times its largest value. Conditions and tables of which
   time is the only variable change at known places. All else is found by samples. The result is
   the same on every rank.
   Input:
     spacing   spacing of samples [s]; steps that are looked at together have 16 or more
     part      allowed difference over the largest value so far
   Not collective. */
PetscReal load_watch_limit(LoadWatch *watch, PetscReal spacing, PetscReal part, PetscReal t,
                           PetscReal end);

/* load_watch_known - Returns the time up to which a formula limits no step, as far as
   load_watch_limit knows. */
PetscReal load_watch_known(const LoadWatch *watch);

/* ExpressionHold - Makes ExpressionValue of a formula of time return the value at t for all later
   times, until the next call. PETSC_MAX_REAL ends this.

   Some schemes have a stage behind the end of the step, which must not see a jump there. */
void ExpressionHold(Expression e, PetscReal t);

/* load_watch_value - Returns the value of a formula at t. */
PetscReal load_watch_value(LoadWatch *watch, PetscReal t);

/* load_watch_impulse - Returns the integral of a formula from a to b, where a < b.

   It is the sum over the pieces between corners, of Gauss's rule with three points.
   Input:
     spacing  spacing of samples that find corners [s]
   Input/Output:
     corner   a time before which the formula has no corner behind a. Start with a
   Not collective. */
PetscReal load_watch_impulse(LoadWatch *watch, PetscReal a, PetscReal b, PetscReal spacing,
                             PetscReal *corner);

#endif
