/* factored_sum.h: sums of named things with factors, such as "1.35*dead + 1.5*wind_x|wind_y". */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_COMBINATIONS_FACTORED_SUM_H
#define FS_MODEL_COMBINATIONS_FACTORED_SUM_H

#include "input/formula/symbols.h"

/* SumTerm - One term of a sum. Alternatives are separated by | in the text: the term is one of its
   factors times one of its names. */
typedef struct {
  PetscInt   nfactors, nnames;
  PetscReal *factor; /* [nfactors] at least one; a minus in front of the term is included */
  PetscInt  *name;   /* [nnames] indices of names, at least one */
} SumTerm;

/* FactoredSum - A sum of terms. */
typedef struct {
  PetscInt n;
  SumTerm *term; /* [n] */
} FactoredSum;

/* FactoredSumRead - Reads a sum from its text.

   A term is a name, or a factor, *, and a name. Factors are numbers or formulas of constants. Terms
   are separated by + or by -; a minus counts as such at the start and behind a space, because names
   may contain it. Upper and lower case of names are the same.
   Input:
     symbols  constants that factors may use
     option   name of the option whose value is the text, for messages
     what     what the names are, for messages, such as "load case"
     names    [n] the names that may occur
   Output:
     sum      the caller destroys it by FactoredSumDestroy(), also after an error
   Collective. Input errors: a term has no name or an unknown one; a factor is not a number. */
PetscErrorCode FactoredSumRead(Symbols symbols, const char option[], const char text[],
                               const char what[], PetscInt n, const char *const names[],
                               FactoredSum *sum);
PetscErrorCode FactoredSumDestroy(FactoredSum *sum);

#endif
