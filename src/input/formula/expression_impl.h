/* expression_impl.h: what derivatives of a formula need from its evaluation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_EXPRESSION_IMPL_H
#define FS_INPUT_FORMULA_EXPRESSION_IMPL_H

#include "expression.h"

/* expression_value_with - Evaluates the formula at x, with xi instead of x[variable]. */
PetscReal expression_value_with(Expression e, const PetscReal x[], PetscInt variable, PetscReal xi);

/* expression_record_pieces - Makes tables use the pieces in which their arguments are at x.

   It lasts until expression_release_pieces. A difference then sees no corner at the end of a
   piece. */
void expression_record_pieces(Expression e, const PetscReal x[]);

/* expression_release_pieces - Makes tables use the pieces in which their arguments are. */
void expression_release_pieces(Expression e);

#endif
