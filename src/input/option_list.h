/* option_list.h: the options of a run as a list, in the order in which they were given. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OPTION_LIST_H
#define FS_INPUT_OPTION_LIST_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <fs/options.h>

#define OPTION_FILE_NAME "-options_file"
#define OPTION_LET_NAME "-let" /* if it is given several times, all values count */

/* OptionEntry - One option that was given. */
typedef struct OptionEntry {
  const char *name;  /* with one dash; otherwise as the user wrote it */
  const char *value; /* NULL if the option was given without a value */
  const char *place; /* "file:line", "PETSC_OPTIONS", or "" for the command line */
  PetscBool   added; /* given with a plus, as -parts+ b: value has the earlier values, too */
  const struct OptionEntry *earlier; /* the option of this name before it; NULL: it is the first */
} OptionEntry;

struct _n_FsOptionList {
  char              *bytes;  /* the strings to which option points; owned */
  int                all;    /* FSOLVE_ALLOW_PETSC=all: PETSc gets all options, unchecked */
  int                n;      /* number of given options, also of options that later ones override */
  OptionEntry       *option; /* [n] in the order of reading */
  int                nnames; /* number of different names, without regard to case */
  const OptionEntry *named;  /* [nnames] the last option of each name, sorted by name */
};

/* OptionListFind - Returns the last option of a name, borrowed, or NULL if the name was not given.
   If supplied is NULL, the list is empty. */
const OptionEntry *OptionListFind(FsOptionList supplied, const char name[]);

/* OptionListSet - Sets the other members of the list from its bytes[nbytes].

   The bytes are in the format of OptionListBuilder. Returns 1 if memory is missing, otherwise 0. */
int OptionListSet(FsOptionList supplied, size_t nbytes);

/* OptionEntryWrite - Writes one option as a line of an options file to text[size].

   The line is cut to size. Returns the length of the whole line. If size is 0, text may be NULL. */
size_t OptionEntryWrite(const OptionEntry *o, char text[], size_t size);

/* OptionListFindFile - Finds a file that an option names, and writes its path to path[size].

   The rules are in FsOptionsFindFile. Call it on one rank. */
void OptionListFindFile(FsOptionList supplied, const char name[], char path[], size_t size);

/* OptionListReadsFile - Returns whether path leads to a file that the run reads: an options file,
   a mesh, a table, the shape of an imperfection, or a checkpoint. Not collective. */
PetscBool OptionListReadsFile(FsOptionList supplied, const char path[]);

/* OptionListWrite - Writes the options as lines of an options file to text[size].

   The lines are cut to size. Returns the length of all lines. If size is 0, text may be NULL.
   dropped[nnames] says which entries of supplied->named are left out; NULL: none. */
size_t OptionListWrite(FsOptionList supplied, const PetscBool dropped[], char text[], size_t size);

/* OptionIsFile - Returns whether the option is -options_file. Its value is the path of an options
   file, whose options follow in the list. */
static inline PetscBool OptionIsFile(const OptionEntry *o)
{
  return (PetscBool)!strcmp(o->name, OPTION_FILE_NAME);
}

/* ---- while options are read, on one rank, without PETSc -------------------------------------- */

/* OptionListBuilder - Options that are being read. Functions that return int return 0, or 1 with
   the message in message[size]. */
typedef struct {
  char *bytes; /* [nbytes] name, place, value of each option, each closed by 0; before a value is
                    =, or + for OptionEntry.added */
  size_t nbytes, capacity; /* used and allocated bytes */
  int    nfiles;           /* options files read so far */
  char  *message;          /* [size] borrowed */
  size_t size;
} OptionListBuilder;

/* OptionListError - Writes r->message. Returns 1. */
int OptionListError(OptionListBuilder *r, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

/* option_is_name - Returns whether a word is an option's name and not a value such as -1, -.5 or
   -sin(t). */
int option_is_name(const char word[]);

/* OptionWord - A word of a line. */
typedef struct {
  char *word;  /* NULL at the end of the text, or if quote is not closed */
  char  quote; /* the quotation mark around the word; 0 without quotation marks */
} OptionWord;

/* option_word - Returns the next word of the text at *at, and moves *at behind the word. It writes
   into the text, because the result points there. */
OptionWord option_word(char **at);

/* OptionListAdd - Adds an option; value is NULL if it has no value. If the option is -options_file,
   it also adds the options of that file. A plus at the end of the name adds the value to the last
   one of this name so far. place is as in OptionEntry. */
int OptionListAdd(OptionListBuilder *r, const char name[], const char *value, const char place[]);

/* OptionListAddList - Adds the options of a list, except those whose names skips wants to skip.
   Options files are not read again. */
int OptionListAddList(OptionListBuilder *r, FsOptionList list,
                      PetscBool (*skips)(const char name[]));

/* OptionListAddText - Adds the lines of a text as if it were an options file of a name, which
   messages give as the place of an option. */
int OptionListAddText(OptionListBuilder *r, const char text[], const char name[]);

/* OptionListShare - Checks the options that rank 0 has added, and sends them to all ranks.

   Input:
     r         on rank 0, which gives up r->bytes; NULL on other ranks
     bad       on rank 0, whether adding an option has failed
   Output:
     supplied  the options
   Returns 1 on all ranks if something is wrong; then r->message on rank 0 says what. Collective. */
int OptionListShare(MPI_Comm comm, OptionListBuilder *r, int bad, FsOptionList *supplied);

/* OptionListToDatabase - Passes to a database of PETSc those options that control its solvers.

   Returns the name of an option that acts on the whole program and not on a case, or NULL. */
PetscErrorCode OptionListToDatabase(FsOptionList supplied, PetscOptions database,
                                    const char **of_program);

#endif
