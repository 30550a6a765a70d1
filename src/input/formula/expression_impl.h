/* expression_impl.h: functions of expression.c with which other files compute derivatives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_EXPRESSION_IMPL_H
#define FS_INPUT_FORMULA_EXPRESSION_IMPL_H

#include "expression.h"

/* expression_value_with - Evaluates the formula at x, with xi instead of x[variable]. */
PetscReal expression_value_with(Expression e, const PetscReal x[], PetscInt variable, PetscReal xi);

/* expression_record_pieces - Makes each table in the formula use one piece for all arguments: the
   piece that contains its argument at x (InterpolantPiece).

   This lasts until expression_release_pieces. Differences of values near x then contain no corner
   between two pieces. */
void expression_record_pieces(Expression e, const PetscReal x[]);

/* expression_release_pieces - Makes tables use the piece that contains the argument again. */
void expression_release_pieces(Expression e);

#endif
