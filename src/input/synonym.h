/* synonym.h: other words for which users search the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_SYNONYM_H
#define FS_INPUT_SYNONYM_H

/* Synonym - What -help prints for a word that the manual does not use. */
typedef struct {
  const char *word;
  const char *note; /* one line that says which word fsolve uses instead */
  /* words of the manual, separated by commas; a word with a leading '-' is the beginning of an
     option's name */
  const char *terms;
} Synonym;

/* synonym_find - Returns the synonym of a word, in singular or plural, or NULL if it has none. */
const Synonym *synonym_find(const char word[]);

#endif
