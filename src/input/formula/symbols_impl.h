/* symbols_impl.h: the members of Symbols that only given.c uses. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_SYMBOLS_IMPL_H
#define FS_INPUT_FORMULA_SYMBOLS_IMPL_H

#include "given.h"

/* SymbolsWhole - What SymbolsCreate allocates; symbols is its first member. */
typedef struct {
  struct _n_Symbols symbols;
  PetscInt          nfunctions, nmotions;
  PetscInt          motions_version; /* see given_motions_version() */
  GivenFunction    *function;        /* [nfunctions] owned */
  GivenMotion     **motion;          /* [nmotions] owned */
} SymbolsWhole;

static inline SymbolsWhole *symbols_whole(Symbols s) { return (SymbolsWhole *)s; }

#endif
