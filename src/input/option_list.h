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
  const char *name;  /* name with one dash; otherwise as the user wrote it */
  const char *value; /* NULL if the option was given without a value */
  /* where the option was given: "file:line", "PETSC_OPTIONS", or "" for the command line */
  const char *place;
  /* whether the name had a plus, as in -parts+ b; then value starts with the earlier values of the
     option */
  PetscBool                 added;
  const struct OptionEntry *earlier; /* earlier option of this name, or NULL */
} OptionEntry;

/* All options that were given to a run. */
struct _n_FsOptionList {
  char              *bytes;  /* the strings to which the entries of option point; owned */
  int                all;    /* 1 if FSOLVE_ALLOW_PETSC=all, by which PETSc gets all options */
  int                n;      /* number of entries, including options that later ones override */
  OptionEntry       *option; /* [n] in the order of reading */
  int                nnames; /* number of different names, without regard to case */
  const OptionEntry *named;  /* [nnames] the last option of each name, sorted by name */
};

/* OptionListFind - Returns the last option that was given with a name, which overrides earlier
   ones. The list owns the entry. Returns NULL if there is no such option or supplied is NULL. */
const OptionEntry *OptionListFind(FsOptionList supplied, const char name[]);

/* OptionListSet - Sets the other members of a list of options from supplied->bytes[nbytes], whose
   format is that of OptionListBuilder.bytes. Returns 1 if memory is missing, otherwise 0. */
int OptionListSet(FsOptionList supplied, size_t nbytes);

/* OptionEntryWrite - Writes one option as a line of an options file to text[size], cut to size.
   Returns the length of the whole line. If size is 0, text may be NULL. */
size_t OptionEntryWrite(const OptionEntry *o, char text[], size_t size);

/* OptionListFindFile - Finds a file that an option names, and writes its path to path[size].

   The path is name if this file exists in the working directory. Otherwise it is name in the
   directory of an options file, if the file exists there. Otherwise it is name. Not collective. */
void OptionListFindFile(FsOptionList supplied, const char name[], char path[], size_t size);

/* OptionListWrite - Writes the options as lines of an options file to text[size], cut to size.
   Returns the length of all lines. If size is 0, text may be NULL.

   Input:
     dropped  [supplied->nnames] whether each entry of supplied->named is left out; NULL: none */
size_t OptionListWrite(FsOptionList supplied, const PetscBool dropped[], char text[], size_t size);

/* option_item_next - Returns the length of the first item of a list, such as FsOptionsList() gives,
   whose items are separated by commas.

   Changed:
     list  becomes the rest of the list after this item, or NULL after the last one */
static inline size_t option_item_next(const char **list)
{
  const size_t length = strcspn(*list, ",");

  *list = (*list)[length] ? *list + length + 1 : NULL;
  return length;
}

/* OptionIsFile - Returns whether the option is -options_file. Its value is the path of an options
   file, whose options follow in the list. */
static inline PetscBool OptionIsFile(const OptionEntry *o)
{
  return (PetscBool)!strcmp(o->name, OPTION_FILE_NAME);
}

/* ---- while options are read, on one rank, without PETSc -------------------------------------- */

/* OptionListBuilder - Options that are being read. Functions that return int return 0, or 1 if
   something is wrong; then they write an error message to message[size]. */
typedef struct {
  /* [nbytes] name, place and value of each option, each closed by a 0; before the value is =, or +
     if it was added to earlier values */
  char  *bytes;
  size_t nbytes, capacity; /* used and allocated bytes */
  size_t settled;          /* number of first bytes that option_list_settle() keeps */
  int    nfiles;           /* options files read so far */
  char  *message;          /* [size] borrowed */
  size_t size;
} OptionListBuilder;

/* OptionListError - Writes an error message to r->message, in the format of printf(). Returns 1. */
int OptionListError(OptionListBuilder *r, const char format[], ...) PETSC_ATTRIBUTE_FORMAT(2, 3);

/* option_is_name - Returns whether a word is an option's name and not a value such as -1, -.5 or
   -sin(t). */
int option_is_name(const char word[]);

/* OptionWord - A word of a line of an options file. */
typedef struct {
  char *word;  /* NULL at the end of the text, or if a quotation mark is not closed */
  char  quote; /* the quotation mark around the word; 0 if the word has no quotation marks */
} OptionWord;

/* option_word - Returns the next word of a line of an options file, whose text is at *at, and moves
   *at past the word. The result points into this text, in which the function closes the word by a
   0. */
OptionWord option_word(char **at);

/* OptionListAdd - Adds an option to a list that is being read. If the option is -options_file, the
   function also adds the options of that file.

   Input:
     name   name of the option; with a plus at its end, value is added to the last value so far
     value  value of the option, or NULL if the option has no value
     place  where the option was given: "file:line", "PETSC_OPTIONS", or "" for the command line */
int OptionListAdd(OptionListBuilder *r, const char name[], const char *value, const char place[]);

/* OptionListAddList - Adds the options of a list to r, except those for whose names the function
   skips returns PETSC_TRUE. Options files in the list are not read again. */
int OptionListAddList(OptionListBuilder *r, FsOptionList list,
                      PetscBool (*skips)(const char name[]));

/* OptionListAddText - Adds the options in a text that has the form of an options file. In messages
   `name` stands for the name of the file. */
int OptionListAddText(OptionListBuilder *r, const char text[], const char name[]);

/* OptionListShare - Checks the options that rank 0 has added, and sends them to all ranks.

   Input:
     r    on rank 0, the options, whose bytes move into the list; NULL on other ranks
     bad  on rank 0, not 0 if adding an option has failed
   Output:
     supplied  the options; the caller destroys the list by FsOptionListDestroy()
   Collective. Returns 0. Returns 1 on all ranks if something is wrong; then r->message on rank 0
   says what. */
int OptionListShare(MPI_Comm comm, OptionListBuilder *r, int bad, FsOptionList *supplied);

/* OptionListToDatabase - Copies the options that control solvers of PETSc into an options database
   of PETSc.

   Output:
     of_program  name of a given option of PETSc that acts on the whole program and not on a case,
                 such as -log_view, and is not copied; NULL if no such option was given */
PetscErrorCode OptionListToDatabase(FsOptionList supplied, PetscOptions database,
                                    const char **of_program);

/* ---- dropped names --------------------------------------------------------------------------- */

/* Options of names that a later list leaves out.

   With -supports left,right, the option -support_right_fix describes a name. If -supports left
   follows on the command line, the name "right" is dropped: its options have no effect, and are
   not an error. Functions are not collective. */

/* DroppedName - A name that an earlier list has, and the last list does not have. */
typedef struct {
  char        list[16]; /* the option of the lists, such as -supports */
  const char *name;     /* [length] borrowed, without a zero at its end */
  size_t      length;
} DroppedName;

/* ReplacedList - A list of names in an options file that a later list in the same file replaces. */
typedef struct {
  const OptionEntry *earlier, *list; /* the list, and the later list that replaces it; borrowed */
  /* [length] a name that only the earlier list has; borrowed, without a zero at its end */
  const char *name;
  size_t      length;
} ReplacedList;

/* listing_option - Finds the option that lists the name which another option describes: -probes for
   -probe_tip_point.

   Writes the name of the second option to list[size]. Returns the end of the first option that
   starts with the name, "tip_point", or NULL if the option does not describe a name. */
const char *listing_option(const char option[], char list[], size_t size);

/* option_is_listing - Returns whether an option is a list of names that other options describe,
   such as -probes. */
PetscBool option_is_listing(const char option[]);

/* option_names_one_of - Returns whether an option, whose end `rest` is from listing_option(),
   describes one of the names in a list, which are separated by commas. */
PetscBool option_names_one_of(const char names[], const char rest[]);

/* option_is_dropped - Returns whether an option describes a name that the last list of such names
   leaves out, so that the option has no effect.

   The result is PETSC_TRUE only if the option was given before the last list. If the option and the
   last list are in the same options file, or both on the command line, only earlier lists there are
   considered. A wrong name there therefore remains an error. If the result is PETSC_TRUE and the
   pointer `dropped` is not NULL, *dropped becomes the name. */
PetscBool option_is_dropped(FsOptionList supplied, const char option[], DroppedName *dropped);

/* option_replaces_list - Returns whether a list of names replaces an earlier list in the same
   options file, and leaves out one of its names.

   A list that replaces one of another file, or of the command line, is meant to do so, because a
   variant of a case is described in this way. Two lists in one file are more often an oversight.
   Input:
     last  the last option of its name, which need not be a list
   Output:
     replaced  both lists; set only if the result is PETSC_TRUE */
PetscBool option_replaces_list(const OptionEntry *last, ReplacedList *replaced);

#endif
