/* symbols.h: names that formulas may use: constants of -let, and columns of tables as functions.

   All symbols are added before the first formula that uses them, and do not change later. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_SYMBOLS_H
#define FS_INPUT_FORMULA_SYMBOLS_H

#include <fs/options.h>
#include "interpolation.h"

/* Symbol - A constant, or a function of one variable. */
typedef struct {
  const char  *name;
  PetscReal    value;       /* of a constant */
  const char  *text;        /* formula of a constant; for a function, the option of its table */
  const char  *place;       /* of a constant, as in OptionEntry; NULL for a function */
  Interpolant *interpolant; /* of a function; NULL for a constant */
} Symbol;

/* Symbols - A list of symbols. It may have several owners, such as formulas; the last one that
   destroys its handle frees it. */
typedef struct _n_Symbols {
  MPI_Comm comm;
  PetscInt owners, n, capacity;
  Symbol  *symbol; /* [n] */
} * Symbols;

PetscErrorCode SymbolsCreate(MPI_Comm comm, Symbols *s);

/* SymbolsShare - Adds an owner: *also is a second handle of s. */
PetscErrorCode SymbolsShare(Symbols s, Symbols *also);
PetscErrorCode SymbolsDestroy(Symbols *s);

/* SymbolsAdd - Adds a symbol. Strings are copied, and s becomes the owner of the interpolant.
   Input error, with the option's name: formulas cannot have the name, or it exists already. */
PetscErrorCode SymbolsAdd(Symbols s, const char option[], Symbol symbol);

/* SymbolsDefineConstants - Adds the constants of n lists such as "L=2,A=pi*L^2".

   place[n] says where each list is from, as in OptionEntry. The last definition of a name counts.
   Collective. Input error: an item is not a definition; formulas cannot have a name; definitions
   need each other; a formula does not parse or has no finite value. */
PetscErrorCode SymbolsDefineConstants(Symbols s, PetscInt n, const char *const list[],
                                      const char *const place[]);

/* symbol_find - Returns the symbol with name[length], borrowed, or NULL. Case counts. */
const Symbol *symbol_find(Symbols s, const char name[], size_t length);

/* symbol_next - Returns the next name of a formula at or after *at, or NULL, and moves *at behind
   it. Numbers are skipped. */
const char *symbol_next(const char **at, size_t *length);

/* symbol_is_name - Returns whether name[length] has only letters, digits and _, and does not start
   with a digit. */
PetscBool symbol_is_name(const char name[], size_t length);

/* symbol_is_known - Returns whether muParser knows name[length] in every formula: a function, or a
   constant such as pi. */
PetscBool symbol_is_known(const char name[], size_t length);

/* symbol_is_reserved - Returns whether the name is known, or is a variable of some formula. */
PetscBool symbol_is_reserved(const char name[], size_t length);

/* symbol_occurs - Returns whether the formula text contains name[length]. */
PetscBool symbol_occurs(const char text[], const char name[], size_t length);

/* symbol_item_end - Returns the end of the first item of a list: a comma outside parentheses, or
   the end of text. */
const char *symbol_item_end(const char text[]);

/* symbol_nearest - Returns the name of another symbol with a similar spelling, borrowed, or NULL.
   Names of one letter have no similar name. */
const char *symbol_nearest(Symbols s, const char name[], size_t length);

/* symbols_write_record - Writes comments for the record of a run to text[size], cut to its size.

   Each symbol has a line "# <name> = ...", which changes if the value changes. Returns the length
   of all lines. With size 0, text may be NULL. */
size_t symbols_write_record(Symbols s, char text[], size_t size);

extern const FsOptionDoc table_options[];

/* TablesFromOptions - Adds the columns of the tables that the options name. Call it before
   formulas are read. Collective. Input error: as of ColumnsRead and SymbolsAdd. */
PetscErrorCode TablesFromOptions(FsOptions o);

/* OptionsSymbols - Returns the symbols of a run, borrowed. */
Symbols OptionsSymbols(FsOptions o);

#endif
