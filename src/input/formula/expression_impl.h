/* expression_impl.h: the structure of formulas, for the files that look into them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_EXPRESSION_IMPL_H
#define FS_INPUT_FORMULA_EXPRESSION_IMPL_H

#include "expression.h"
#include "given.h"
#include "input/formula/program/program.h"

/* expression_program - Returns the instructions of a formula, borrowed. A formula without variables
   has none, and the result is NULL. */
const Program *expression_program(Expression e);

/* expression_variables - Returns the number of variables of a formula. */
PetscInt expression_variables(Expression e);

/* expression_time - Returns the index of the variable t, or 0 without it. */
PetscInt expression_time(Expression e);

/* expression_function - Returns the function that stands for a formula, or NULL, and which of its
   values counts. */
GivenFunction expression_function(Expression e, PetscInt *which);

/* expression_motion - Returns the motion that stands for a formula, or NULL. */
const GivenMotion *expression_motion(Expression e);

#endif
