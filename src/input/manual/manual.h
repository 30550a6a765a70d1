/* manual.h: finds whether the manual of the options (-help) has an option, or an option with a
   similar name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_MANUAL_MANUAL_H
#define FS_INPUT_MANUAL_MANUAL_H

#include <fs/options.h>

/* option_matches - Returns whether the name of an option matches a name in the manual, such as
   "-part_<name>_set", where any name may stand for <name>, or "-a, -b", which is two names. */
PetscBool option_matches(const char pattern[], const char name[]);

/* OptionIsDocumented - Returns whether the manual of o has an option of this name, or whether it is
   an option of PETSc that fsolve passes to a solver. Not collective.

   Output:
     nearest  [size] the known name with the nearest spelling, or "" if no name is similar; set only
              if the result is PETSC_FALSE */
PetscBool OptionIsDocumented(FsOptions o, const char name[], char nearest[], size_t size);

/* ---- manual ---------------------------------------------------------------------------------- */

/* manual_row - Returns row k = 0, 1, ... of the manual, or NULL if the manual has at most k rows.
   The caller must not free the row. Not collective.

   Output:
     section  title of the section of the manual that has the row */
const FsOptionDoc *manual_row(FsOptions o, int k, const char **section);

/* ---- synonyms -------------------------------------------------------------------------------- */

/* Synonym - What -help prints for words that the manual does not use. */
typedef struct {
  const char *words; /* words of users, separated by commas */
  const char
    *note; /* one line: the word that fsolve uses instead, or that fsolve has no such thing */
  /* words, separated by commas, whose rows of the manual are printed; a word that starts with '-'
     is the beginning of an option's name */
  const char *terms;
} Synonym;

/* synonym_find - Returns the entry of a word, or NULL if there is no entry. Singular or plural,
   case, spaces, "-" and "_" do not matter. The entry is constant. */
const Synonym *synonym_find(const char word[]);

#endif
