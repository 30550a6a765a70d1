/* symbols_impl.h: the functions and motions of a program that a Symbols also has, for given.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_SYMBOLS_IMPL_H
#define FS_INPUT_FORMULA_SYMBOLS_IMPL_H

#include "given.h"

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
