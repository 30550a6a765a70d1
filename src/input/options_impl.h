/* options_impl.h: the members of FsOptions: given options, the manual, and names that were read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OPTIONS_IMPL_H
#define FS_INPUT_OPTIONS_IMPL_H

#include "option_list.h"
#include "input/formula/symbols.h"

enum {
  NAME_RING    = 32,  /* results of FsOptionName that are kept */
  NAME_SIZE    = 256, /* bytes of such a result */
  MAX_SECTIONS = 64   /* sections of the manual */
};

/* OptionQuery - One reading of an option. */
typedef struct {
  const char *name;     /* borrowed from FsOptions.queried */
  PetscBool   supplied; /* the option was given */
  char       *text;     /* recorded default value, owned, or NULL */
} OptionQuery;

struct _n_FsOptions {
  MPI_Comm           comm;
  FsOptionList       supplied;            /* borrowed; NULL if PETSc's database has all options */
  Symbols            symbols;             /* names that formulas may use; owned */
  PetscInt           nsections;           /* of the manual */
  const char        *title[MAX_SECTIONS]; /* [nsections] borrowed */
  const FsOptionDoc *doc[MAX_SECTIONS];   /* [nsections] borrowed */
  PetscInt           nqueries, capacity;  /* readings so far; allocated readings */
  char             **queried;             /* [nqueries] names that were read, given or not; owned */
  OptionQuery       *queries;             /* [nqueries] */
  char               ring[NAME_RING][NAME_SIZE]; /* results of FsOptionName */
  int                next;                       /* index in ring of the next result */
};

/* OptionFind - Looks an option up, and records that it was read. *text is its value, borrowed, or
   NULL if it has none. *set is whether it was given. */
PetscErrorCode OptionFind(FsOptions o, const char name[], const char **text, PetscBool *set);

/* OptionRecordDefault - Records the default value of the option that was read last.

   It records nothing if the option was given, or if set is not NULL. set is the argument of the
   function that read the option. With set, the caller may do something else if the default value
   is given. */
PetscErrorCode OptionRecordDefault(FsOptions o, const PetscBool *set, const char text[]);

/* OptionRecordDefaultReals - As OptionRecordDefault, for numbers value[n]. */
PetscErrorCode OptionRecordDefaultReals(FsOptions o, const PetscBool *set, PetscInt n,
                                        const PetscReal value[]);

/* OptionNumber - Evaluates a finite number, or a formula of constants.

   Input:
     name, text  the option and its value, for messages
     from, to    the part of text to evaluate
   Input error: the part is neither, or its value is not finite. */
PetscErrorCode OptionNumber(FsOptions o, const char name[], const char text[], const char from[],
                            const char to[], PetscReal *x);

/* OptionInteger - Evaluates a whole number that strtoll does not read, such as a formula of
   constants. Input error: it is not a whole number. */
PetscErrorCode OptionInteger(FsOptions o, const char name[], const char text[], long long *x);

#endif
