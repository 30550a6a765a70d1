/* symbols.h: names that formulas may use: constants of -let, and columns of tables as functions.

   All symbols are added before the first formula that uses them, and do not change later. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_SYMBOLS_H
#define FS_INPUT_FORMULA_SYMBOLS_H

#include <fs/options.h>
#include "input/formula/tables/interpolation.h"

/* Symbol - A constant, or a function of one variable. */
typedef struct {
  const char  *name;
  PetscReal    value;       /* value of a constant */
  const char  *text;        /* formula of a constant; for a function, the option of its table */
  const char  *place;       /* where a constant is defined (OptionEntry); NULL for a function */
  Interpolant *interpolant; /* values of a function, owned; NULL for a constant */
} Symbol;

/* Symbols - A list of symbols. It may have several owners, such as formulas; the last owner that
   destroys its handle frees the list. */
typedef struct _n_Symbols {
  MPI_Comm comm;
  PetscInt owners, n, capacity;
  Symbol  *symbol; /* [n] */
} * Symbols;

PetscErrorCode SymbolsCreate(MPI_Comm comm, Symbols *s);

/* SymbolsShare - Adds an owner of s. *also becomes the handle of the new owner, who must destroy
   it. */
PetscErrorCode SymbolsShare(Symbols s, Symbols *also);
PetscErrorCode SymbolsDestroy(Symbols *s);

/* SymbolsAdd - Adds a symbol. Strings are copied, and s becomes the owner of the interpolant.
   Input error, with the option's name: formulas cannot contain the name of the symbol, or the name
   exists already. */
PetscErrorCode SymbolsAdd(Symbols s, const char option[], Symbol symbol);

/* SymbolsDefineConstants - Adds the constants of n lists such as "L=2,A=pi*L^2".

   place[n] says where each list is from, as in OptionEntry. If a name has several definitions, the
   last one counts. Collective. Input errors: an item is not a definition; formulas cannot contain
   a name; definitions need each other; a formula does not parse or has no finite value. */
PetscErrorCode SymbolsDefineConstants(Symbols s, PetscInt n, const char *const list[],
                                      const char *const place[]);

/* symbol_find - Returns the symbol with name[length], borrowed, or NULL if it does not exist.
   Upper and lower case differ. */
const Symbol *symbol_find(Symbols s, const char name[], size_t length);

/* symbol_next - Returns the next name in a formula at or after *at, or NULL at the end.

   *length becomes the length of the name, and *at moves behind the name. Numbers are skipped. */
const char *symbol_next(const char **at, size_t *length);

/* symbol_is_name - Returns whether name[length] has only letters, digits and _, and does not start
   with a digit. */
PetscBool symbol_is_name(const char name[], size_t length);

/* symbol_is_known - Returns whether every formula knows name[length]: a function, or a constant
   such as pi. */
PetscBool symbol_is_known(const char name[], size_t length);

/* symbol_is_reserved - Returns whether symbol_is_known, or name[length] is a variable of some
   formula. */
PetscBool symbol_is_reserved(const char name[], size_t length);

/* symbol_occurs - Returns whether the formula text contains name[length]. */
PetscBool symbol_occurs(const char text[], const char name[], size_t length);

/* symbol_item_end - Returns the end of the first item of a list of definitions. This is the first
   comma outside parentheses, or the end of text. */
const char *symbol_item_end(const char text[]);

/* symbol_nearest - Returns the name of another symbol with a similar spelling, borrowed, or NULL.
   Names of one letter have no similar name. */
const char *symbol_nearest(Symbols s, const char name[], size_t length);

/* symbols_write_record - Writes comments for the record of a run (FsOptionsRecord) to text[size].

   Each symbol has a line "# <name> = ...", which changes if the value changes. The lines are cut to
   size. Returns the length of all lines. If size is 0, text may be NULL. */
size_t symbols_write_record(Symbols s, char text[], size_t size);

extern const FsOptionDoc table_options[]; /* for FsOptionsDocument */

/* TablesFromOptions - Adds the columns of all tables (-tables) to the symbols of o.

   Call it before formulas are read. Collective. The input errors are in ColumnsRead and
   SymbolsAdd. */
PetscErrorCode TablesFromOptions(FsOptions o);

/* OptionsSymbols - Returns the symbols of a run, borrowed. */
Symbols OptionsSymbols(FsOptions o);

#endif
