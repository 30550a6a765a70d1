/* expression.h: formulas that users write as values of options, evaluated by muParser: + - * / ^, sin, exp, sqrt, abs,
   min, max, comparisons, ?:, the constants pi, _pi, _e, those of -let, and columns of tables. Called by whoever has an option that is a formula. Begin at
   ExpressionCreate. Functions without "collective" may be called on any rank alone. */
#ifndef FS_INPUT_FORMULA_EXPRESSION_H
#define FS_INPUT_FORMULA_EXPRESSION_H

#include "symbols.h"

typedef struct _n_Expression *Expression;

/* Parse text, a formula of the variables vars[nvars], at most 10, and of symbols, of which *e becomes an owner. option is the name for
   messages; all strings are copied. The caller owns *e. Collective on the communicator of symbols: all ranks parse the same text. Input
   error, with the position and muParser's reason: text does not parse; *e may be destroyed then, too. */
PetscErrorCode ExpressionCreate(Symbols symbols, const char option[], const char text[],
                                PetscInt nvars, const char *const vars[], Expression *e);
PetscErrorCode ExpressionDestroy(Expression *e);

/* The value at x[nvars]. It may be NaN or infinite: call ExpressionCheck. */
PetscReal ExpressionValue(Expression e, const PetscReal x[]);

/* First and second derivative of a formula of one variable at x, by Ridders' extrapolation of central differences. The
   spacing begins at h, and is widened where that gives smaller errors. Relative errors are about 1e-11 and 1e-9 for
   smooth formulas; at a corner they are those after it, of a table those of the piece in which x is; not finite where the formula is
   not. */
void ExpressionDerivatives(Expression e, PetscReal x, PetscReal h, PetscReal *first,
                           PetscReal *second);

/* Whether the formula contains the variable vars[variable]; the partial derivative by it at x, 0 if it does not. */
PetscBool ExpressionDependsOn(Expression e, PetscInt variable);
PetscReal ExpressionPartial(Expression e, const PetscReal x[], PetscInt variable);

/* Input error, which names the option and the point x, if value is not finite. Value must be the same on all ranks;
   where it may differ use ExpressionErrorText with CheckAllRanks. ExpressionOption: the option's name, borrowed. */
PetscErrorCode ExpressionCheck(Expression e, const PetscReal x[], PetscReal value);
const char    *ExpressionOption(Expression e);

/* Whether the formula at x calls a table that refuses what is outside of it, with an argument that is; then text[512] names option, x and
   table. What depends on variables that are NaN or infinite is not known, and not refused. */
PetscBool ExpressionIsOutsideTable(Expression e, const PetscReal x[], char text[], size_t size);

/* Input error: the formula of one variable misses at x. e NULL: nothing is done. */
PetscErrorCode ExpressionCheckTables(Expression e, PetscReal x);

/* text[size] = 'option "formula" has no finite value at t = 1, ux = 2', for messages. */
void ExpressionErrorText(Expression e, const PetscReal x[], char text[], size_t size);

#endif
