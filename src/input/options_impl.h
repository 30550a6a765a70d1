/* options_impl.h: the members of FsOptions: given options, the manual, and names that were read. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OPTIONS_IMPL_H
#define FS_INPUT_OPTIONS_IMPL_H

#include "option_list.h"
#include "input/formula/symbols.h"

enum {
  NAME_RING    = 32,  /* number of results of FsOptionName that are kept */
  NAME_SIZE    = 256, /* bytes of a result of FsOptionName */
  MAX_SECTIONS = 64   /* largest number of sections of the manual */
};

/* OptionQuery - One reading of an option. */
typedef struct {
  const char *name;     /* borrowed from FsOptions.queried */
  PetscBool   supplied; /* the option was given */
  PetscBool   list;     /* it may have several values */
  char       *text;     /* recorded default value, owned, or NULL */
} OptionQuery;

struct _n_FsOptions {
  MPI_Comm                      comm;
  FsOptionList                  supplied;  /* borrowed; NULL if PETSc's database has all options */
  Symbols                       symbols;   /* names that formulas may use; owned */
  const struct _n_FsMeshArrays *mesh;      /* arrays for -mesh arrays, borrowed; or NULL */
  PetscInt                      nsections; /* number of sections of the manual */
  const char        *title[MAX_SECTIONS];  /* [nsections] titles of the sections, borrowed */
  const FsOptionDoc *doc[MAX_SECTIONS];    /* [nsections] options of the sections, borrowed */
  PetscBool          checked;              /* FsOptionsCheckUnused was called */
  PetscInt           nqueries, capacity;   /* used and allocated entries of queries */
  char             **queried; /* [nqueries] names that were read, given or not; owned */
  OptionQuery       *queries; /* [nqueries] */
  char               ring[NAME_RING][NAME_SIZE]; /* results of FsOptionName */
  int                next;                       /* index in ring of the next result */
};

/* OptionFind - Looks an option up, and records that it was read.

   Output:
     text  value of the option, borrowed; NULL if the option has no value or was not given
     set   PETSC_TRUE if the option was given */
PetscErrorCode OptionFind(FsOptions o, const char name[], const char **text, PetscBool *set);

/* option_was_queried - Returns whether the option was read, given or not, without regard to case.
 */
PetscBool option_was_queried(FsOptions o, const char name[]);

/* OptionIsList - Records that the option that was read last may have several values. */
void OptionIsList(FsOptions o);

/* OptionRecordDefault - Records the default value of the option that was read last.

   Input:
     set   the argument set of the function that read the option; may be NULL
     text  the default value
   It records nothing if the option was given, or if set is not NULL. A caller that gets set may act
   differently when the option is given, even with its default value. */
PetscErrorCode OptionRecordDefault(FsOptions o, const PetscBool *set, const char text[]);

/* OptionRecordDefaultReals - Does the same as OptionRecordDefault for the numbers value[n]. */
PetscErrorCode OptionRecordDefaultReals(FsOptions o, const PetscBool *set, PetscInt n,
                                        const PetscReal value[]);

/* OptionRowsCheck - Checks a table, which FsOptionsReadRows reads. Error: a row has a member, and
   its column "value" is neither a default value of this type nor marked as none. Not collective. */
PetscErrorCode OptionRowsCheck(const FsOptionDoc rows[]);

/* OptionNumber - Evaluates a finite number, or a formula of constants.

   Input:
     name  the option, for messages
     text  the value of the option, for messages
     from  start of the part of text to evaluate
     to    end of the part
   Input error: the part is not a number or such a formula, or its value is not finite. */
PetscErrorCode OptionNumber(FsOptions o, const char name[], const char text[], const char from[],
                            const char to[], PetscReal *x);

/* OptionInteger - Evaluates a whole number that strtoll cannot read, such as a formula of
   constants. name and text are the option and its value. Input error: it is not a whole number. */
PetscErrorCode OptionInteger(FsOptions o, const char name[], const char text[], long long *x);

#endif
