/* given.h: what a program gives in the place of formulas: functions, and motions step by step.

   The value of the option is then the word "function" or "given". Symbols keeps both by the names
   of their options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_GIVEN_H
#define FS_INPUT_FORMULA_GIVEN_H

#include "expression.h"

/* ---- functions ------------------------------------------------------------------------------- */

/* GivenEvaluate - Computes values at x, whose entries are the variables of the formula.

   Output:
     value       one for each option of the function
     derivative  [values][EXPRESSION_VARIABLES] derivatives by the variables; of a motion: its
                 velocity and acceleration. NULL if they are not needed
   Returns 0, or another number if it fails. */
typedef int (*GivenEvaluate)(void *context, const PetscReal x[], PetscReal value[],
                             PetscReal derivative[][EXPRESSION_VARIABLES]);

/* GivenFunctionAdd - Adds a function that stands for n formulas, such as the components of a force.

   The first function of an option counts.

   Input:
     option    [n] names of their options
     context   argument of evaluate, borrowed
     nuses     the function uses its first nuses variables only
     per_step  the values are those at the start of a step, all along the step */
enum { GIVEN_VALUES = 3 }; /* largest n */
PetscErrorCode GivenFunctionAdd(Symbols s, PetscInt n, const char *const option[],
                                GivenEvaluate evaluate, void *context, PetscInt nuses,
                                PetscBool per_step);

typedef struct _n_GivenFunction *GivenFunction;

/* given_function_find - Returns the function of an option, borrowed, or NULL.

   Output:
     which  index of the option's value */
GivenFunction given_function_find(Symbols s, const char option[], PetscInt *which);

/* given_function_value, given_function_derivative - Return a value at x[nvars], or its derivative
   by a variable. They are NaN after the function has failed once; it is not called again. */
PetscReal given_function_value(GivenFunction f, PetscInt which, PetscInt nvars,
                               const PetscReal x[]);
PetscReal given_function_derivative(GivenFunction f, PetscInt which, PetscInt nvars,
                                    const PetscReal x[], PetscInt variable);

/* given_function_uses - Returns whether the function uses a variable. */
PetscBool given_function_uses(GivenFunction f, PetscInt variable);

/* given_function_is_per_step - Returns whether the values are those at the start of a step. */
PetscBool given_function_is_per_step(GivenFunction f);

/* given_function_failed - Returns whether a call has failed on this rank. */
PetscBool given_function_failed(GivenFunction f);

/* ---- motions --------------------------------------------------------------------------------- */

/* GivenMotion - A motion whose value, velocity and acceleration the program gives at the end of
   each step. Between them it is the polynomial of degree 5. It starts at rest, from 0. */
typedef struct {
  char     *option;
  PetscReal t_from, t_to;   /* [s] */
  PetscReal from[3], to[3]; /* value, velocity, acceleration at these times */
  PetscReal next[3];        /* those that were given last */
  PetscBool fresh;          /* next was given since the last step started */
} GivenMotion;

/* GivenMotionAdd - Returns the motion of an option, borrowed, and adds it if necessary. */
PetscErrorCode GivenMotionAdd(Symbols s, const char option[], GivenMotion **m);

/* given_motion_find - Returns the motion of an option, borrowed, or NULL. */
GivenMotion *given_motion_find(Symbols s, const char option[]);

/* given_motions - Returns the number of motions, and points *m to them. */
PetscInt given_motions(Symbols s, GivenMotion *const **m);

/* given_motions_start - Lets the motions that were given last be those at the time t_to, of a step
   from t_from [s]. It may be called again for the same step. A motion that was not given again
   after its last step comes to rest at its value. */
void given_motions_start(Symbols s, PetscReal t_from, PetscReal t_to);

/* given_motions_changed - Must follow a change of the motions by other functions. */
void given_motions_changed(Symbols s);

/* given_motions_version - Returns a number that changes when a motion may have other values at the
   same time. */
PetscInt given_motions_version(Symbols s);

/* given_motion_at - Computes value, velocity and acceleration qva[3] at t. */
void given_motion_at(const GivenMotion *m, PetscReal t, PetscReal qva[3]);

/* ---- life ------------------------------------------------------------------------------------ */

/* GivensDestroy - Frees all functions and motions, for the last owner of s. */
PetscErrorCode GivensDestroy(Symbols s);

/* ExpressionIsGiven - Returns whether a formula is a function or a motion that a program gives. */
PetscBool ExpressionIsGiven(Expression e);

/* ExpressionIsPerStep - Returns whether a formula is a function whose values are those at the start
   of a step. */
PetscBool ExpressionIsPerStep(Expression e);

#endif
