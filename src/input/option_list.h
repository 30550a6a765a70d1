/* option_list.h: the options of a run as a list, in the order in which they were given. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OPTION_LIST_H
#define FS_INPUT_OPTION_LIST_H

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <fs/options.h>

#define OPTION_FILE_NAME "-options_file"
#define OPTION_LET_NAME "-let" /* all of them count, not only the last one */

/* OptionEntry - One option that was given. */
typedef struct {
  const char *name;  /* with one dash, as the user wrote it */
  const char *value; /* NULL if it was given without a value */
  const char *place; /* "file:line", "PETSC_OPTIONS", or "" for the command line */
} OptionEntry;

struct _n_FsOptionList {
  char              *bytes;  /* the strings of option; owned */
  int                all;    /* FSOLVE_ALLOW_PETSC=all: PETSc gets all options */
  int                n;      /* given options, also those that later ones override */
  OptionEntry       *option; /* [n] in the order of reading */
  int                nnames; /* different names, without regard to case */
  const OptionEntry *named;  /* [nnames] the last option of each name, sorted by name */
};

/* OptionListFind - Returns the last option of a name, borrowed, or NULL if it was not given.
   supplied may be NULL, which means an empty list. */
const OptionEntry *OptionListFind(FsOptionList supplied, const char name[]);

/* OptionListSet - Sets the list from bytes[nbytes], in the format of OptionListBuilder. Returns 1
   if memory is missing, otherwise 0. */
int OptionListSet(FsOptionList supplied, size_t nbytes);

/* OptionEntryWrite - Writes the line of one option to text[size], cut to its size, and returns the
   length of the whole line. With size 0, text may be NULL. */
size_t OptionEntryWrite(const OptionEntry *o, char text[], size_t size);

/* OptionListFindFile - Does what FsOptionsFindFile does, on one rank. */
void OptionListFindFile(FsOptionList supplied, const char name[], char path[], size_t size);

/* OptionListReadsFile - Returns whether path leads to a file that the run reads: an options file,
   a mesh, a table, or the shape of an imperfection. */
PetscBool OptionListReadsFile(FsOptionList supplied, const char path[]);

/* OptionListWrite - Writes the options as lines of a file to text[size], cut to its size, and
   returns the length of all lines. With size 0, text may be NULL. */
size_t OptionListWrite(FsOptionList supplied, char text[], size_t size);

/* OptionGoesToPetsc - Returns whether PETSc gets the option. */
PetscBool OptionGoesToPetsc(FsOptionList supplied, const OptionEntry *o);

/* OptionIsFile - Returns whether the option is an options file, whose options follow. Its value is
   the path. */
static inline PetscBool OptionIsFile(const OptionEntry *o)
{
  return (PetscBool)!strcmp(o->name, OPTION_FILE_NAME);
}

/* ---- while options are read, on one rank, without PETSc -------------------------------------- */

/* OptionListBuilder - Options that are being read. Functions that return int return 0, or 1 with
   the message in message[size]. */
typedef struct {
  char  *bytes; /* [nbytes] name, place, value of each option, each closed by 0; = before a value */
  size_t nbytes, capacity;
  int    nfiles;  /* read so far */
  char  *message; /* borrowed */
  size_t size;
} OptionListBuilder;

/* OptionListError - Writes the message. Returns 1. */
int OptionListError(OptionListBuilder *r, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

/* option_is_name - Returns whether a word is an option's name and not a value such as -1, -.5 or
   -sin(t). */
int option_is_name(const char word[]);

/* OptionWord - A word of a line. */
typedef struct {
  char *word;  /* NULL at the end of the text, or if quote is not closed */
  char  quote; /* the quotes around the word; 0 without quotes */
} OptionWord;

/* option_word - Returns the next word of the text at *at, and moves *at behind it. It changes the
   text. */
OptionWord option_word(char **at);

/* OptionListAdd - Adds an option; value may be NULL, which means no value. For -options_file it
   adds the options of that file. */
int OptionListAdd(OptionListBuilder *r, const char name[], const char *value, const char place[]);

#endif
