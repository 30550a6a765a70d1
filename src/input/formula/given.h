/* given.h: what a program gives in the place of formulas: functions, and motions step by step.

   A program that runs a case through the library can give a C function instead of a formula; the
   value of the option is then the word "function". It can also give a motion as numbers at the end
   of each step; the value of the option is then the word "given". Symbols has a list of these
   functions and motions, and finds them by the name of the option. Functions are not collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_GIVEN_H
#define FS_INPUT_FORMULA_GIVEN_H

#include "expression.h"

/* ---- functions ------------------------------------------------------------------------------- */

/* GivenEvaluate - The type of a C function that stands for one or several formulas. It is called on
   any rank alone.

   Input:
     context  pointer from GivenFunctionAdd()
     x        values of the variables of the formula
   Output:
     value       [n] value of each formula, in the order of the options of GivenFunctionAdd()
     derivative  [n][EXPRESSION_VARIABLES] derivatives of each value with respect to the variables,
                 0 on entry; for a prescribed motion, its velocity and acceleration. NULL if the
                 derivatives are not needed
   Returns 0, or another number if it fails. */
typedef int (*GivenEvaluate)(void *context, const PetscReal x[], PetscReal value[],
                             PetscReal derivative[][EXPRESSION_VARIABLES]);

/* GivenFunctionAdd - Adds a function that stands for n formulas, such as the components of a force.

   If several functions are added for the same option, the first one is used.
   Input:
     n         number of formulas, at most GIVEN_VALUES
     option    [n] names of the options whose values are the formulas
     evaluate  the function
     context   pointer that the function gets; borrowed
     nuses     the values depend only on the first nuses variables of the formulas
     per_step  whether the values at the start of a step are used throughout the step */
enum { GIVEN_VALUES = 3 };
PetscErrorCode GivenFunctionAdd(Symbols s, PetscInt n, const char *const option[],
                                GivenEvaluate evaluate, void *context, PetscInt nuses,
                                PetscBool per_step);

typedef struct _n_GivenFunction *GivenFunction;

/* given_function_find - Returns the function that stands for the formula of an option, or NULL if
   the program has given no function for this option. s owns the function.

   Output:
     which  index of the formula among those for which the function stands */
GivenFunction given_function_find(Symbols s, const char option[], PetscInt *which);

/* given_function_value, given_function_derivative - Return the value of a formula for which a
   function stands, or its derivative with respect to a variable.

   If the function fails once, it is not called again, and the results are NaN. The value is also
   NaN where a derivative was not finite, so that the check of values finds this fault.
   Input:
     which     index of the formula, from given_function_find()
     x         [nvars] values of the variables
     variable  index of the variable */
PetscReal given_function_value(GivenFunction f, PetscInt which, PetscInt nvars,
                               const PetscReal x[]);
PetscReal given_function_derivative(GivenFunction f, PetscInt which, PetscInt nvars,
                                    const PetscReal x[], PetscInt variable);

/* given_function_uses - Returns whether the values of a function of the program depend on the
   variable with a given index. */
PetscBool given_function_uses(GivenFunction f, PetscInt variable);

/* given_function_is_per_step - Returns whether the values that a function of the program has at the
   start of a step are used throughout the step. */
PetscBool given_function_is_per_step(GivenFunction f);

/* given_function_fault - Returns what is wrong with a function of the program whose value at x
   [nvars] is not finite: a part of a sentence, after its subject. */
const char *given_function_fault(GivenFunction f, PetscInt nvars, const PetscReal x[]);

/* given_functions_retry - Lets the functions of the program be called again after one has failed.
   Not collective. */
void given_functions_retry(Symbols s);

/* ---- motions --------------------------------------------------------------------------------- */

/* GivenMotion - A motion whose value, velocity and acceleration the program gives at the end of
   each step.

   Within the step the motion is the polynomial of degree 5 in time that has these numbers at both
   ends. Before the first step the motion is 0 and at rest. */
typedef struct {
  char     *option;         /* name of the option for which the motion stands; owned */
  PetscReal t_from, t_to;   /* start and end of the present step [s] */
  PetscReal from[3], to[3]; /* value, velocity and acceleration at t_from and at t_to */
  /* value, velocity and acceleration that the program has given for the end of the next step */
  PetscReal next[3];
  /* PETSC_TRUE if the calling program has given the values next since the present step started */
  PetscBool fresh;
} GivenMotion;

/* GivenMotionAdd - Finds the motion that the program gives for an option, or adds a motion that is
   0 and at rest.

   Output:
     m  the motion, which s owns */
PetscErrorCode GivenMotionAdd(Symbols s, const char option[], GivenMotion **m);

/* given_motion_find - Returns the motion that the program gives for an option, which s owns, or
   NULL if it gives none. */
GivenMotion *given_motion_find(Symbols s, const char option[]);

/* given_motions - Returns the number of motions that the program gives, and points *m to an array
   of pointers to them, which s owns. */
PetscInt given_motions(Symbols s, GivenMotion *const **m);

/* given_motions_start - Starts a step of all motions that the program gives: each moves from its
   state at t_from to the numbers that the program has given last, which it reaches at t_to [s].

   If a step is repeated with another size, call the function again. If the program has given no new
   numbers since the last step, the motion stays at its last value, with velocity and acceleration 0
   at t_to. */
void given_motions_start(Symbols s, PetscReal t_from, PetscReal t_to);

/* given_motions_hold - Gives all motions of the program, at the time t [s], the value, the velocity
   and the acceleration that the program has given last, however often the function is called. */
void given_motions_hold(Symbols s, PetscReal t);

/* given_motions_changed - Must be called after the members of a motion of the program are changed
   directly, so that values that depend on the motions are computed again. */
void given_motions_changed(Symbols s);

/* given_motions_version - Returns a number that increases whenever a motion of the program may have
   got other values at the same time, so that a caller can see that stored values are out of
   date. */
PetscInt given_motions_version(Symbols s);

/* given_motion_at - Computes the value, velocity and acceleration of a motion that the program
   gives at a time.

   Outside the present step, the motion continues with the acceleration at the nearest end.
   Input:
     t    time [s]
   Output:
     qva  value, velocity and acceleration */
void given_motion_at(const GivenMotion *m, PetscReal t, PetscReal qva[3]);

/* ---- life ------------------------------------------------------------------------------------ */

/* GivensDestroy - Frees all functions and motions that the program has given. SymbolsDestroy()
   calls it when the last owner of s destroys s. */
PetscErrorCode GivensDestroy(Symbols s);

/* ExpressionIsGiven - Returns whether a formula is a function or a motion that a program gives. */
PetscBool ExpressionIsGiven(Expression e);

/* ExpressionIsPerStep - Returns whether a formula is a function that a program gives, whose values
   at the start of a step are used throughout the step. */
PetscBool ExpressionIsPerStep(Expression e);

#endif
