/* synonym.h: words that users look for in the manual of the options (-help <word>), although the
   manual uses another word. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_SYNONYM_H
#define FS_INPUT_SYNONYM_H

/* Synonym - What -help prints for a word that the manual does not use. */
typedef struct {
  const char *word; /* the word of the user */
  const char *note; /* one line that says which word fsolve uses instead */
  /* words, separated by commas, whose rows of the manual are printed; a word that starts with '-'
     is the beginning of an option's name */
  const char *terms;
} Synonym;

/* synonym_find - Returns the entry of a word, in singular or plural, or NULL if there is no entry.
   The entry is constant. */
const Synonym *synonym_find(const char word[]);

#endif
