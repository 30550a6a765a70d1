/* discontinuity.h: where a formula of one variable jumps, and where its slope does. Called for what is prescribed as a function
   of time, before a run. Begin at ExpressionDiscontinuities. */
#ifndef FS_INPUT_FORMULA_DISCONTINUITY_H
#define FS_INPUT_FORMULA_DISCONTINUITY_H

#include "expression.h"

typedef struct {
  PetscInt  count;   /* how many; 0: none, and the rest is 0 */
  PetscReal t, jump; /* the first: where, and by how much */
  PetscReal last;    /* where the last is */
} Discontinuity;
typedef struct {
  Discontinuity jumps; /* of the value */
  Discontinuity kinks; /* of the slope; not looked for unless slopes */
} Discontinuities;

/* Search from <= x <= to in windows of the size dt (of at most 100000), for jumps by 1 % or more of the largest value,
   or, with slopes, of the value or by 1 % or more of the largest slope. What is smooth at a millionth of a window
   is no corner. The ends are not looked at: a corner there is none. Not collective; the same on all ranks. */
void ExpressionDiscontinuities(Expression e, PetscReal from, PetscReal to, PetscReal dt,
                               PetscBool slopes, Discontinuities *result);

#endif
