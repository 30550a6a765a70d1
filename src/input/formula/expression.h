/* expression.h: parses and evaluates the formulas that users write as values of options.

   muParser does the work. docs/formulas.md lists operators, functions and constants. Functions
   whose comment does not say "collective" may be called on any rank alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_EXPRESSION_H
#define FS_INPUT_FORMULA_EXPRESSION_H

#include "symbols.h"

enum { EXPRESSION_VARIABLES = 16 }; /* largest number of variables */

typedef struct _n_Expression *Expression;

/* ExpressionCreate - Parses a formula.

   Input:
     symbols  constants and tables that the formula may name; *e becomes one of their owners
     option   the option's name, for messages
     text     the formula, the same on all ranks
     vars     names of its nvars <= EXPRESSION_VARIABLES variables
   Output:
     e        owned by the caller, who may also destroy it after an error
   All strings are copied. Collective on the communicator of symbols. Input error: text does not
   parse; the message has the position and muParser's reason. */
PetscErrorCode ExpressionCreate(Symbols symbols, const char option[], const char text[],
                                PetscInt nvars, const char *const vars[], Expression *e);
PetscErrorCode ExpressionDestroy(Expression *e);

/* ExpressionValue - Returns the value at x[nvars]. It may be NaN or infinite, which
   ExpressionCheck reports. */
PetscReal ExpressionValue(Expression e, const PetscReal x[]);

/* ExpressionDerivatives - Computes the first and second derivative of a formula of one variable.

   The derivatives are exact, and one-sided: at a corner, a jump or the end of a piece of a table
   they are those after it. The formula may have no values before x.
   Input:
     h       if the second derivative is infinite, as of t^1.5 at 0, its mean over h after x
             replaces it
   Output:
     first, second  NaN if the derivative is infinite or not defined */
void ExpressionDerivatives(Expression e, PetscReal x, PetscReal h, PetscReal *first,
                           PetscReal *second);

/* ExpressionDependsOn - Returns whether the formula contains vars[variable]. */
PetscBool ExpressionDependsOn(Expression e, PetscInt variable);

/* ExpressionDependsOnTime - Returns whether the formula contains the variable t. */
PetscBool ExpressionDependsOnTime(Expression e);

/* ExpressionPartial - Returns the partial derivative at x with respect to vars[variable], exactly.

   At a corner it is the mean of both sides. It is 0 if the formula does not contain the variable.
 */
PetscReal ExpressionPartial(Expression e, const PetscReal x[], PetscInt variable);

/* ExpressionCheck - Raises an input error, with the option and the point x, if value is not finite.

   Collective: value is the same on all ranks. If it may differ, use ExpressionErrorText with
   CheckAllRanks. */
PetscErrorCode ExpressionCheck(Expression e, const PetscReal x[], PetscReal value);

/* ExpressionCheckMotion - Raises an input error if a value, velocity or acceleration qva[3] of a
   prescribed motion at t is not finite. Collective. */
PetscErrorCode ExpressionCheckMotion(Expression e, PetscReal t, const PetscReal qva[3]);

/* ExpressionOption - Returns the option's name, borrowed. */
const char *ExpressionOption(Expression e);

/* ExpressionIsOutsideTable - Returns whether the formula at x calls a table with an argument for
   which the table has no value.

   If so, text[size] names the option, x and the table; 512 bytes suffice. Entries of x may be NaN
   or infinite. Arguments that depend on such variables are not checked. */
PetscBool ExpressionIsOutsideTable(Expression e, const PetscReal x[], char text[], size_t size);

/* ExpressionCheckTables - Raises an input error if a formula of one variable is outside a table at
   x. It does nothing if e is NULL. Collective. */
PetscErrorCode ExpressionCheckTables(Expression e, PetscReal x);

/* ExpressionErrorText - Writes a message to text[size], such as
   -load_wind "1/t" has no finite value at t = 0. */
void ExpressionErrorText(Expression e, const PetscReal x[], char text[], size_t size);

#endif
