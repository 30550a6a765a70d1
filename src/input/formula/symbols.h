/* symbols.h: names that formulas may use besides their variables: the constants of -let, and columns of tables as functions of one
   variable. They are made before the first formula that has them, and change no more. Begin at SymbolsDefineConstants. */
#ifndef FS_INPUT_FORMULA_SYMBOLS_H
#define FS_INPUT_FORMULA_SYMBOLS_H

#include <fs/options.h>
#include "interpolation.h"

typedef struct {
  const char *name;
  PetscReal   value;
  const char *text,
    *place; /* of a constant: the formula that defines it, and where that is, as OptionEntry.place; of a
                               function: the option that gives its table, and NULL */
  Interpolant *interpolant; /* of a function; NULL: a constant */
} Symbol;

/* Several may own them, formulas among them: the last one that destroys its handle frees them. */
typedef struct _n_Symbols {
  MPI_Comm comm;
  PetscInt owners, n, capacity;
  Symbol  *symbol; /* [n] */
} * Symbols;

PetscErrorCode SymbolsCreate(MPI_Comm comm, Symbols *s);
PetscErrorCode SymbolsShare(Symbols s, Symbols *also); /* one more owner */
PetscErrorCode SymbolsDestroy(Symbols *s);

/* Add a symbol; its strings are copied, its curve becomes that of s. Input error, with the option's name: its name is no name, is taken, or there already. */
PetscErrorCode SymbolsAdd(Symbols s, const char option[], Symbol symbol);

/* constants.c: add the constants of lists such as "L=2,A=pi*L^2"; of several definitions of a name the last one counts. place[n]: where each
   list is from, as OptionEntry.place. Collective. Input error: no definition; a name that cannot be one; definitions that need each other;
   a formula that does not parse or has no finite value. */
PetscErrorCode SymbolsDefineConstants(Symbols s, PetscInt n, const char *const list[],
                                      const char *const place[]);

/* The symbol of that name, or NULL: upper and lower case are different, as in formulas. Borrowed. */
const Symbol *symbol_find(Symbols s, const char name[], size_t length);

/* The next name in a formula at or after *at, which is moved behind it, or NULL; numbers are skipped. */
const char *symbol_next(const char **at, size_t *length);

/* Whether name[length] is a name in formulas: letters, digits and _, not first a digit. Whether muParser knows it in each of them: a
   function, or a constant as pi. Whether it is one of these, or a variable of some formula. */
PetscBool symbol_is_name(const char name[], size_t length);
PetscBool symbol_is_known(const char name[], size_t length);
PetscBool symbol_is_reserved(const char name[], size_t length);

/* Whether name[length] occurs in text. */
PetscBool symbol_occurs(const char text[], const char name[], size_t length);

/* The end of the first part of text, at a comma outside of parentheses, or at its end. */
const char *symbol_item_end(const char text[]);

/* The name of another symbol that the spelling of name[length] is near to, borrowed, or NULL: to one letter all are near. */
const char *symbol_nearest(Symbols s, const char name[], size_t length);

/* Comments for the record of a run, to text[size] as far as there is room; size 0: nowhere. A line "# <name> = ..." for each symbol, which
   is another one if what the name stands for is. Returns how long they are. */
size_t symbols_write_record(Symbols s, char text[], size_t size);

/* tables.c: add the columns of the tables that the options name. Before formulas are read. Collective. Input error: a file that is missing or
   no table, with its line; names as in SymbolsAdd. */
extern const FsOptionDoc table_options[];
PetscErrorCode           TablesFromOptions(FsOptions o);

/* options.c: those of a run, borrowed. */
Symbols OptionsSymbols(FsOptions o);

#endif
