/* expression_impl.h: gives the files of this folder access to the parts of an Expression. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_EXPRESSION_IMPL_H
#define FS_INPUT_FORMULA_EXPRESSION_IMPL_H

#include "expression.h"
#include "given.h"
#include "input/formula/program/program.h"

/* expression_program - Returns the instructions into which a formula was compiled; e owns them.
   Returns NULL for a formula without variables, and for a function or motion that a program
   gives. */
const Program *expression_program(Expression e);

/* expression_variables - Returns the number of variables of a formula. */
PetscInt expression_variables(Expression e);

/* expression_time - Returns the index of the variable t, or 0 if the formula has no variable t. */
PetscInt expression_time(Expression e);

/* expression_function - Returns the C function that a program gives in the place of the formula, or
   NULL if the formula is a text or a motion.

   Output:
     which  index of the value of the function that is the value of the formula */
GivenFunction expression_function(Expression e, PetscInt *which);

/* expression_motion - Returns the motion that a program gives in the place of the formula, or NULL
   if the formula is a text or a function. */
const GivenMotion *expression_motion(Expression e);

/* ---- symbols impl ---------------------------------------------------------------------------- */

/* SymbolsWhole - The memory that SymbolsCreate() allocates. A Symbols points to its first member.
 */
typedef struct {
  struct _n_Symbols symbols;
  PetscInt          nfunctions, nmotions;
  PetscInt          motions_version; /* number that given_motions_version() returns */
  GivenFunction    *function;        /* [nfunctions] functions that a program gives; owned */
  GivenMotion     **motion;          /* [nmotions] motions that a program gives; owned */
} SymbolsWhole;

/* symbols_whole - Returns the SymbolsWhole that has s. */
static inline SymbolsWhole *symbols_whole(Symbols s) { return (SymbolsWhole *)s; }

#endif
