/* options_impl.h: the inside of FsOptions, for the files of this folder: the options that were given, the manual, and the names
   of options that were read. */
#ifndef FS_INPUT_OPTIONS_IMPL_H
#define FS_INPUT_OPTIONS_IMPL_H

#include "option_list.h"
#include "input/formula/symbols.h"

/* Results of FsOptionName that are kept, their size; sections of the manual. */
enum { NAME_RING = 32, NAME_SIZE = 256, MAX_SECTIONS = 64 };

/* A reading of an option. */
typedef struct {
  const char *name;     /* as in FsOptions.asked; borrowed */
  PetscBool   supplied; /* it was */
  char *text; /* else what it stood at, if the caller did not ask whether it was; owned, or NULL */
} OptionQuery;

struct _n_FsOptions {
  MPI_Comm           comm;
  FsOptionList       supplied;            /* borrowed; NULL: all are read from PETSc's database */
  Symbols            symbols;             /* what formulas may name; owned */
  PetscInt           nsections;           /* of the manual */
  const char        *title[MAX_SECTIONS]; /* [nsections] borrowed */
  const FsOptionDoc *doc[MAX_SECTIONS];   /* [nsections] borrowed */
  PetscInt           nqueries, capacity;  /* names in asked; room for names */
  char             **queried; /* [nasked] names that were read, whether given or not; owned */
  OptionQuery       *queries; /* [nasked] how */
  char               ring[NAME_RING][NAME_SIZE]; /* results of FsOptionName */
  int                next;                       /* index in ring of the next result */
};

/* options.c: remember that an option was read; look it up: *text is its value, borrowed, or NULL. */
PetscErrorCode OptionFind(FsOptions o, const char name[], const char **text, PetscBool *set);

/* default_record.c: the option read last, if it was not given, stands at this text, or at these numbers; set: the caller's, with which it asks
   whether it was, and may do otherwise then: nothing is noted. */
PetscErrorCode OptionRecordDefault(FsOptions o, const PetscBool *set, const char text[]);
PetscErrorCode OptionRecordDefaultReals(FsOptions o, const PetscBool *set, PetscInt n,
                                        const PetscReal value[]);

/* number.c: the value from from to to, a part of the option's text: a number, or a formula of constants; finite. The same of a
   whole number that strtoll does not read. Input error: it is neither. */
PetscErrorCode OptionNumber(FsOptions o, const char name[], const char text[], const char from[],
                            const char to[], PetscReal *x);
PetscErrorCode OptionInteger(FsOptions o, const char name[], const char text[], long long *x);

#endif
