/* expression.h: formulas that users write as values of options, by muParser: + - * / ^, sin, exp, sqrt, abs, min, max,
   comparisons, ?:, and the constant pi (and _pi, _e). */
#ifndef EXPRESSION_H
#define EXPRESSION_H

#include <fs/fs.h>

typedef struct _n_Expression *Expression;

/* Parse text in the variables named (at most 8). A text that does not parse is an input error that names the option,
   the position and muParser's reason. Collective on comm: all ranks parse the same text. */
PetscErrorCode ExpressionCreate(MPI_Comm comm, const char option[], const char text[], PetscInt nvars,
                                const char *const vars[], Expression *e);
PetscErrorCode ExpressionDestroy(Expression *e);

/* Value at x[nvars]; NaN or infinity where the formula has none: check with ExpressionCheck. Not collective. */
PetscReal ExpressionValue(Expression e, const PetscReal x[]);

/* First and second derivative with respect to the only variable, by Ridders' extrapolation of central differences from the
   step h on, or wider ones where that is better: relative accuracy near 1e-11 and 1e-9 for smooth formulas. */
void ExpressionDerivatives(Expression e, PetscReal x, PetscReal h, PetscReal *first, PetscReal *second);

/* Whether the formula has the variable of that number in it; its derivative with respect to it at x (0 where it has not). */
PetscBool ExpressionUses(Expression e, PetscInt variable);
PetscReal ExpressionPartial(Expression e, const PetscReal x[], PetscInt variable);

/* Input error, naming option and point, if value is not finite. Collective when the values are the same on all ranks. */
PetscErrorCode ExpressionCheck(Expression e, const PetscReal x[], PetscReal value);
const char    *ExpressionOption(Expression e);

/* 'option "text" has no finite value at t = 1, ux = 2' */
void ExpressionComplaint(Expression e, const PetscReal x[], char text[], size_t size);

#endif
