/* option_list.h: the inside of FsOptionList, for the files of this folder: the options of a run as they were given. */
#ifndef FS_INPUT_OPTION_LIST_H
#define FS_INPUT_OPTION_LIST_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <fs/options.h>

#define OPTION_FILE_NAME "-options_file"
#define OPTION_LET_NAME "-let" /* all that are given count, not the last alone */

typedef struct {
  const char *name;  /* with one dash, as the user wrote it */
  const char *value; /* NULL: none was given */
  const char *place; /* "file:line", "PETSC_OPTIONS", or "" for the command line */
} OptionEntry;

struct _n_FsOptionList {
  char        *bytes;  /* what option points into; owned */
  int          all;    /* FSOLVE_ALLOW_PETSC=all: PETSc gets all of them */
  int          n;      /* all options that were given, also those that later ones override */
  OptionEntry *option; /* [n] in the order of reading */
  int          nnames; /* different names */
  const OptionEntry
    *named; /* [nnames] the last option of each name, by name; upper and lower case are the same */
};

/* The last option of that name, borrowed, or NULL. given may be NULL: there are none. */
const OptionEntry *OptionListFind(FsOptionList supplied, const char name[]);

/* Set the list from bytes[nbytes], which are as in OptionListBuilder. 1: there is no memory. */
int OptionListSet(FsOptionList supplied, size_t nbytes);

/* The line of one option, to text[size] as far as there is room; size 0: nowhere. Returns how long it is. */
size_t OptionEntryWrite(const OptionEntry *o, char text[], size_t size);

/* OptionListFindFile: FsOptionsFindFile on one rank. Whether path leads to a file that the run reads: one of options, or the mesh. */
void      OptionListFindFile(FsOptionList supplied, const char name[], char path[], size_t size);
PetscBool OptionListReadsFile(FsOptionList supplied, const char path[]);

/* The options as lines of a file, to text[size] as far as there is room; size 0: nowhere. Returns how long they are. */
size_t OptionListWrite(FsOptionList supplied, char text[], size_t size);

/* Whether PETSc gets the option. */
PetscBool OptionGoesToPetsc(FsOptionList supplied, const OptionEntry *o);

/* Whether the option is one file of -options_file, whose options follow; its value is the path. */
static inline PetscBool OptionIsFile(const OptionEntry *o)
{
  return (PetscBool)!strcmp(o->name, OPTION_FILE_NAME);
}

/* ---- options_file.c: while options are read, on one rank, without PETSc ------------------------------------------- */

/* Functions that return int return 0, or 1 with the message written to message[size]. */
typedef struct {
  char      *
    bytes; /* [nbytes] name, place and value of one option after another, each closed by 0; values begin with =, but
                   for an empty text where there is none */
  size_t nbytes, capacity;
  int    nfiles;  /* read so far */
  char  *message; /* borrowed */
  size_t size;
} OptionListBuilder;

/* Write the message. Returns 1. */
int OptionListError(OptionListBuilder *r, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

/* Whether a word of a command line or options file is an option's name and not a value, as -1, -.5 or -sin(t). */
int option_is_name(const char word[]);

/* The next word of text at *at, which is moved behind it; changes the text. quote: the quotes in which it stands, 0: none.
   word NULL: there is none, or, with a quote, that quote is not closed. */
typedef struct {
  char *word, quote;
} OptionWord;
OptionWord option_word(char **at);

/* Add an option; value NULL: without. Options of a file are added if this is -options_file. */
int OptionListAdd(OptionListBuilder *r, const char name[], const char *value, const char place[]);

#endif
