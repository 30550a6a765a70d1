/* load_step.h: shortens time steps so that they follow a formula of time, such as a load.

   An adaptive scheme chooses its steps from the solution. A short pulse of a load could then lie
   inside a long step, and the scheme would not notice it. Functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_LOAD_STEP_H
#define FS_INPUT_FORMULA_LOAD_STEP_H

#include "expression.h"

/* LoadKnown - What earlier steps have found out about a formula.

   A change is a time at which the formula jumps, or becomes constant, or ceases to be constant. All
   members are numbers, so that a checkpoint can store them as an array. */
typedef struct {
  PetscReal largest; /* largest absolute value of the formula so far */
  PetscReal seen;    /* time up to which changes have been searched [s] */
  PetscReal before;  /* time just before the next change [s]; PETSC_MAX_REAL if unknown */
  PetscReal after;   /* time just after the next change [s] */
  PetscReal jump;    /* 1 if the formula jumps at the next change, 0 if it does not */
  PetscReal smooth;  /* time up to which steps are short enough to follow the formula [s] */
  PetscReal ahead;   /* number of steps over which the search for `smooth` looks ahead */
} LoadKnown;
enum { LOAD_KNOWN = sizeof(LoadKnown) / sizeof(PetscReal) }; /* number of its members */

/* LoadWatch - A formula of time that the steps must follow. */
typedef struct {
  Expression formula;                 /* borrowed */
  PetscReal  x[EXPRESSION_VARIABLES]; /* values of the variables other than time */
  PetscReal  shortest; /* size below which steps are shortened only to end at a change [s] */
  LoadKnown  known;    /* what is known about the formula */
} LoadWatch;

/* load_watch - Returns a LoadWatch of a formula that has not been evaluated yet.

   Input:
     formula   the formula; borrowed
     x         values of all variables of the formula; that of time is not read
     t         time at which the first step starts [s]
     shortest  steps are not made shorter than this to follow the formula; only a step that ends at
               a change may be shorter [s] */
LoadWatch load_watch(Expression formula, const PetscReal x[], PetscReal t, PetscReal shortest);

/* load_watch_limit - Returns the time at which a step from t must end so that it follows a formula.

   The result is at most `end`, and at most the time just before the next change (LoadKnown). It is
   earlier if the formula is not smooth enough within the step. The measure is the difference from
   the cubic polynomial with the same values and slopes at both ends of the step. It must be at most
   part times the largest absolute value so far. Changes by conditions and tables whose only
   variable is time are found exactly; other changes, and the differences, are found by samples. The
   result is the same on every rank.
   Input:
     spacing  distance of samples [s]; a step has at least 16 samples
     part     allowed difference, relative to the largest absolute value so far
     t, end   start and end of the step that the scheme has chosen [s]
   Changed:
     watch  what is known about the formula */
PetscReal load_watch_limit(LoadWatch *watch, PetscReal spacing, PetscReal part, PetscReal t,
                           PetscReal end);

/* load_watch_next_change - Finds the next change of a formula after the time t, up to `end`, but
   over a million samples at most.

   Returns the time up to which there is no change [s]: just before the change if there is one, and
   watch->known.before is PETSC_MAX_REAL otherwise.
   Input:
     spacing  distance of samples [s]
   Changed:
     watch    what is known about the formula, which is searched anew */
PetscReal load_watch_next_change(LoadWatch *watch, PetscReal spacing, PetscReal t, PetscReal end);

/* load_watch_known - Returns the time [s] up to which a watched formula does not shorten steps, as
   far as the last load_watch_limit() has found. */
PetscReal load_watch_known(const LoadWatch *watch);

/* ExpressionHold - Keeps the value of a formula constant from the time t on: ExpressionValue()
   returns the value at t for all later times, until the next call of ExpressionHold().

   Some schemes evaluate loads at a time after the end of the step. If a step ends at a jump of the
   load, such an evaluation must not see the value after the jump.
   Input:
     t  time [s]; PETSC_MAX_REAL makes the formula normal again */
void ExpressionHold(Expression e, PetscReal t);

/* load_watch_value - Returns the value of the watched formula at the time t [s]. */
PetscReal load_watch_value(LoadWatch *watch, PetscReal t);

/* load_watch_impulse - Returns the integral of the watched formula from a to b, where a < b [s].

   The integral is computed by Gauss's rule with three points in each piece between corners.
   Input:
     spacing  distance of the samples that find corners [s]
   Changed:
     corner  the next corner of the formula after a, which the function searches again if *corner is
             not after a; set *corner to a before the first call [s] */
PetscReal load_watch_impulse(LoadWatch *watch, PetscReal a, PetscReal b, PetscReal spacing,
                             PetscReal *corner);

#endif
