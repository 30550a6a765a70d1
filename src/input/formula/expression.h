/* expression.h: parses and evaluates the formulas that users write as values of options.

   The library muParser parses and evaluates them. docs/formulas.md lists the operators, functions
   and constants. Instead of a formula, a program can give a C function or a motion (given.h).
   Functions whose comment does not say "collective" may be called on any rank alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_EXPRESSION_H
#define FS_INPUT_FORMULA_EXPRESSION_H

#include "symbols.h"

enum { EXPRESSION_VARIABLES = 16 }; /* largest number of variables */

typedef struct _n_Expression *Expression;

/* ExpressionCreate - Creates a formula from its text.

   Input:
     symbols  constants and tables that the formula may use; the formula shares their ownership
     option   name of the option whose value is the formula, for messages
     text     the formula, the same on all ranks
     vars     [nvars] names of the formula's variables, at most EXPRESSION_VARIABLES
   Output:
     e        the caller destroys it by ExpressionDestroy(), which is also allowed after an error
   All strings are copied. Collective on the communicator of symbols. Input error: text is not a
   formula; the message has the position and muParser's reason. */
PetscErrorCode ExpressionCreate(Symbols symbols, const char option[], const char text[],
                                PetscInt nvars, const char *const vars[], Expression *e);
PetscErrorCode ExpressionDestroy(Expression *e);

/* ExpressionValue - Returns the value of a formula.

   Input:
     x  [nvars] values of the variables, in the order of vars of ExpressionCreate()
   The result may be NaN or infinite; ExpressionCheck() turns such a value into an input error. */
PetscReal ExpressionValue(Expression e, const PetscReal x[]);

/* ExpressionDerivatives - Computes the first and second derivative of a formula of one variable.

   The derivatives are exact and one-sided: at a corner, a jump or a row of a table they are those
   on the side of larger values of the variable. The formula need not have values below x.
   Input:
     x  value of the variable
     h  if the second derivative is infinite at x, such as that of t^1.5 at 0, the function returns
        its mean from x to x + h instead
   Output:
     first, second  the derivatives; NaN if a derivative is infinite or not defined */
void ExpressionDerivatives(Expression e, PetscReal x, PetscReal h, PetscReal *first,
                           PetscReal *second);

/* ExpressionDependsOn - Returns whether the formula contains a variable.

   Input:
     variable  index of the variable in vars of ExpressionCreate() */
PetscBool ExpressionDependsOn(Expression e, PetscInt variable);

/* ExpressionDependsOnTime - Returns whether the formula contains the variable t. The result is
   PETSC_FALSE for a function or motion that a program gives. */
PetscBool ExpressionDependsOnTime(Expression e);

/* ExpressionPartial - Returns the exact partial derivative of a formula.

   At a corner the result is the mean of the derivatives on both sides. It is 0 if the formula does
   not contain the variable.
   Input:
     x         [nvars] values of the variables
     variable  index of the variable in vars of ExpressionCreate() */
PetscReal ExpressionPartial(Expression e, const PetscReal x[], PetscInt variable);

/* ExpressionCheck - Raises an input error if a value of a formula is not finite. The message names
   the option and the values of the variables.

   Input:
     x      [nvars] values of the variables
     value  value of the formula, the same on all ranks
   Collective. If ranks have different values, call CheckAllRanks() with the text of
   ExpressionErrorText() instead. */
PetscErrorCode ExpressionCheck(Expression e, const PetscReal x[], PetscReal value);

/* ExpressionCheckMotion - Raises an input error if a prescribed motion is not finite.

   Input:
     e    formula of the motion
     t    time [s]
     qva  value, velocity and acceleration of the motion at t
   Collective. */
PetscErrorCode ExpressionCheckMotion(Expression e, PetscReal t, const PetscReal qva[3]);

/* ExpressionOption - Returns the name of the option whose value is the formula; e owns the name. */
const char *ExpressionOption(Expression e);

/* ExpressionIsOutsideTable - Returns whether a formula calls a table with an argument for which the
   table has no value.

   Input:
     x     [nvars] values of the variables; if a value is NaN or infinite, arguments of tables that
           depend on this variable are not checked
     size  number of bytes of text; 512 suffice
   Output:
     text  [size] error message that names the option, x and the table; set only if the result is
           PETSC_TRUE */
PetscBool ExpressionIsOutsideTable(Expression e, const PetscReal x[], char text[], size_t size);

/* ExpressionCheckTables - Raises an input error if a formula of one variable, at the value x, calls
   a table with an argument for which the table has no value. Does nothing if e is NULL.
   Collective. */
PetscErrorCode ExpressionCheckTables(Expression e, PetscReal x);

/* ExpressionErrorText - Writes the message that a formula has no finite value, with a remedy, such
   as -load_wind "1/t" has no finite value at t = 0; guard it with ?:. Writes what is wrong with a
   function of the program that stands for a formula.

   Input:
     x     [nvars] values of the variables
     size  number of bytes of text
   Output:
     text  [size] the message, cut to size */
void ExpressionErrorText(Expression e, const PetscReal x[], char text[], size_t size);

#endif
