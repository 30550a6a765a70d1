/* options_impl.h: the members of FsOptions: given options, the manual, and names that were read.

   Names of options ignore case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OPTIONS_IMPL_H
#define FS_INPUT_OPTIONS_IMPL_H

#include "option_list.h"
#include "input/formula/symbols.h"

enum {
  NAME_RING    = 32,   /* number of results of FsOptionName that are kept */
  NAME_SIZE    = 256,  /* bytes of a result of FsOptionName */
  PLUGINS_SIZE = 1024, /* bytes of the names and versions of plug-ins */
  MAX_SECTIONS = 64    /* largest number of sections of the manual */
};

/* OptionQuery - An option that some function has read. */
typedef struct {
  const char *name;     /* name of the option; borrowed from FsOptions.queried */
  PetscBool   supplied; /* whether the option was given */
  PetscBool   list;     /* whether the option may have several values */
  char       *text;     /* default value of the option, owned, or NULL if it was not recorded */
} OptionQuery;

/* The reader of options behind FsOptions, which remembers which options were read. */
struct _n_FsOptions {
  MPI_Comm                      comm;
  FsOptionList                  supplied; /* borrowed; NULL if PETSc's database has all options */
  Symbols                       symbols;  /* names that formulas may use; owned */
  const struct _n_FsMeshArrays *mesh;     /* arrays for -mesh arrays, borrowed; or NULL */
  char                          plugins[PLUGINS_SIZE]; /* names and versions of plug-ins */
  PetscInt                      nsections;             /* number of sections of the manual */
  const char        *title[MAX_SECTIONS]; /* [nsections] titles of the sections, borrowed */
  const FsOptionDoc *doc[MAX_SECTIONS];   /* [nsections] options of the sections, borrowed */
  PetscBool          checked;             /* whether FsOptionsCheckUnused() was called */
  PetscInt           nqueries, capacity;  /* used and allocated entries of queries */
  char             **queried;             /* [nqueries] names that were read, given or not; owned */
  OptionQuery       *queries;             /* [nqueries] */
  char               ring[NAME_RING][NAME_SIZE]; /* results of FsOptionName */
  int                next;                       /* index in ring of the next result */
};

/* OptionFind - Looks up the value of an option, and records that the option was read.

   Output:
     text  value of the option, borrowed; NULL if the option has no value or was not given
     set   PETSC_TRUE if the option was given */
PetscErrorCode OptionFind(FsOptions o, const char name[], const char **text, PetscBool *set);

/* option_is_list - Records that the option that was read last may have several values, such as a
   list of numbers. */
static inline void option_is_list(FsOptions o) { o->queries[o->nqueries - 1].list = PETSC_TRUE; }

/* option_was_queried - Returns whether the option was read, given or not, without regard to case.
 */
PetscBool option_was_queried(FsOptions o, const char name[]);

/* OptionRecordDefault - Records the default value of the option that was read last, for the record
   of a run.

   Does nothing if the option was given. It also does nothing if set, the argument `set` of the
   function that read the option, is not NULL. A caller that asks whether an option was given may
   act differently if the option is given with its default value. */
PetscErrorCode OptionRecordDefault(FsOptions o, const PetscBool *set, const char text[]);

/* OptionRecordDefaultReals - Records the default value of the option that was read last, the list
   value[n], under the conditions of OptionRecordDefault. */
PetscErrorCode OptionRecordDefaultReals(FsOptions o, const PetscBool *set, PetscInt n,
                                        const PetscReal value[]);

/* OptionRowsCheck - Checks a table of options that FsOptionsReadRows() reads.

   Not collective. Error: a row has a member, and its column "value" is neither a default value of
   the member's type nor marked as having no default. */
PetscErrorCode OptionRowsCheck(const FsOptionDoc rows[]);

/* OptionNumber - Evaluates a number, or a formula of constants, in the value of an option, and sets
   *x to the result.

   Input:
     name, text  name and value of the option, for messages
     from, to    start of the part of text to evaluate, and the character after the part
   Input error: the part has no finite value. */
PetscErrorCode OptionNumber(FsOptions o, const char name[], const char text[], const char from[],
                            const char to[], PetscReal *x);

/* OptionInteger - Evaluates an integer that strtoll() cannot read, such as a formula of constants.

   The arguments name and text are the name of the option, for messages, and its value. Input error:
   the value is not an integer. */
PetscErrorCode OptionInteger(FsOptions o, const char name[], const char text[], long long *x);

/* OptionChoose - Does what FsOptionsChoice() does. The text remedy completes the message about a
   word that is not in the list. */
PetscErrorCode OptionChoose(FsOptions o, const char name[], const char *const words[],
                            const char remedy[], PetscInt *index, PetscBool *set);

/* word_with_same_start - Returns the only one of n words that has the first three letters of text,
   without regard to case, or NULL. In manual/spelling.c. */
const char *word_with_same_start(const char text[], PetscInt n, const char *const words[]);

#endif
