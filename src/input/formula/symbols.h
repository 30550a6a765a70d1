/* symbols.h: names that formulas may use: constants of -let, and columns of tables as functions.

   All symbols are added before the first formula that uses them, and do not change later. Names and
   texts with a length need not end with a 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_SYMBOLS_H
#define FS_INPUT_FORMULA_SYMBOLS_H

#include <fs/options.h>
#include "input/formula/tables/interpolation.h"

/* Symbol - A name that formulas may use: a constant, or a function of one variable. */
typedef struct {
  const char *name;
  PetscReal   value; /* value of a constant */
  const char *text;  /* formula of a constant; for a function, the option that names its table */
  /* where a constant is defined: "file:line", "PETSC_OPTIONS", or "" for the command line; NULL for
     a function */
  const char  *place;
  Interpolant *interpolant; /* table of the values of a function, owned; NULL for a constant */
} Symbol;

/* Symbols - A list of symbols: the constants, tables and functions that formulas may use. It may
   have several owners, such as formulas; the list is freed when the last owner destroys its
   handle. */
typedef struct _n_Symbols {
  MPI_Comm comm;
  PetscInt owners, n, capacity; /* number of owners; used and allocated entries of symbol */
  Symbol  *symbol;              /* [n] */
} * Symbols;

/* SymbolsCreate - Creates an empty list of symbols for formulas, whose owner is the caller. */
PetscErrorCode SymbolsCreate(MPI_Comm comm, Symbols *s);

/* SymbolsShare - Adds an owner of the list s.

   Output:
     also  the handle of the new owner, who must destroy it by SymbolsDestroy() */
PetscErrorCode SymbolsShare(Symbols s, Symbols *also);

/* SymbolsDestroy - Removes an owner of the list, and frees the list if it was the last owner. */
PetscErrorCode SymbolsDestroy(Symbols *s);

/* SymbolsAdd - Adds a constant, table or function to a list of symbols.

   Input:
     option  name of the option that defines the symbol, for messages
     symbol  strings are copied; s becomes the owner of symbol.interpolant
   Input error: the name cannot stand in a formula, or the list has a symbol of this name. */
PetscErrorCode SymbolsAdd(Symbols s, const char option[], Symbol symbol);

/* SymbolsDefineConstants - Adds the constants that lists such as "L=2,A=pi*L^2" define.

   A definition may use other constants, in any order. If a name has several definitions, the last
   one is used.
   Input:
     list   [n] the values of -let
     place  [n] where each list is from: "file:line", "PETSC_OPTIONS", or "" for the command line
   Collective. Input errors: an item is not a definition; a name cannot stand in a formula;
   definitions need each other; a definition is not a formula or has no finite value. */
PetscErrorCode SymbolsDefineConstants(Symbols s, PetscInt n, const char *const list[],
                                      const char *const place[]);

/* symbol_find - Returns the symbol with the name name[length], which s owns, or NULL if there is no
   such symbol. Upper and lower case differ. */
const Symbol *symbol_find(Symbols s, const char name[], size_t length);

/* symbol_next - Finds the next name in a formula, and skips numbers and operators before it.

   Changed:
     at  where the search starts; on return, the first character after the name
   Output:
     length  number of characters of the name
   Returns the first character of the name, or NULL if no further name follows. */
const char *symbol_next(const char **at, size_t *length);

/* symbol_is_name - Returns whether name[length] has only letters, digits and _, and does not start
   with a digit. */
PetscBool symbol_is_name(const char name[], size_t length);

/* symbol_is_known - Returns whether name[length] is a function or constant of every formula, such
   as sin or pi. */
PetscBool symbol_is_known(const char name[], size_t length);

/* symbol_is_reserved - Returns whether a user must not define name[length], because it is a
   function or constant of every formula, or a variable of some formulas, such as t. */
PetscBool symbol_is_reserved(const char name[], size_t length);

/* symbol_occurs - Returns whether the formula text contains name[length]. */
PetscBool symbol_occurs(const char text[], const char name[], size_t length);

/* symbol_item_end - Returns where the first item of a list of formulas or definitions ends: at the
   first comma outside parentheses, or at the end of text. */
const char *symbol_item_end(const char text[]);

/* symbol_nearest - Returns the name of the symbol whose spelling is nearest to name[length], which
   s owns, for messages. Returns NULL if no name is similar, or if name has only one letter. */
const char *symbol_nearest(Symbols s, const char name[], size_t length);

/* symbols_write_record - Writes the symbols as comments for the record of a run, the text with all
   options that FsOptionsRecord() returns.

   Each symbol has a line "# <name> = ...", which differs from that of another run if the value of
   the symbol differs.
   Output:
     text  [size] the lines, cut to size; may be NULL if size is 0
   Returns the length of all lines. */
size_t symbols_write_record(Symbols s, char text[], size_t size);

extern const FsOptionDoc table_options[]; /* for FsOptionsDocument */

/* TablesFromOptions - Reads the tables of -tables, and adds their columns to the symbols of o as
   functions.

   Call the function before formulas are read. Collective. Input errors: a file does not exist or is
   not a table; the name of a column cannot stand in a formula or exists already. */
PetscErrorCode TablesFromOptions(FsOptions o);

/* OptionsSymbols - Returns the symbols that formulas of a run may use; o owns them. */
Symbols OptionsSymbols(FsOptions o);

#endif
