/* manual.c: prints the manual of all options or a part of it, and finds an option there. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "manual.h"
#include "input/options_impl.h"

PetscErrorCode FsOptionsDocument(FsOptions o, const char title[], const FsOptionDoc doc[])
{
  PetscFunctionBeginUser;
  PetscCheck(o->nsections < MAX_SECTIONS, o->comm, PETSC_ERR_PLIB,
             "the manual has more than %d sections", MAX_SECTIONS);
  PetscCall(OptionRowsCheck(doc));
  o->title[o->nsections] = title;
  o->doc[o->nsections++] = doc;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const FsOptionDoc *manual_row(FsOptions o, int k, const char **section)
{
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) {
      if (k-- > 0) continue;
      *section = o->title[s];
      return d;
    }
  return NULL;
}

const char fs_options_usage[] =
  "usage: fsolve case.opts [-key value ...]\n"
  "       mpirun -n 64 fsolve case.opts [-key value ...]\n"
  "       fsolve view case.h5 [--html case.html]\n"
  "Later keys override the file. Units are yours, consistently. -help lists the options, "
  "-help <word> those about a word.\n";

/* Returns whether text contains term[length], without regard to case. whole: only where a word
   starts, so that "damping" does not contain "pin". */
static PetscBool has_term(const char text[], const char term[], size_t length, PetscBool whole)
{
  for (const char *p = text; *p; p++)
    if (!strncasecmp(p, term, length) && (!whole || p == text || !isalnum((unsigned char)p[-1])))
      return PETSC_TRUE;
  return PETSC_FALSE;
}

static PetscBool mentions(const FsOptionDoc *d, const char term[], size_t length, PetscBool whole)
{
  if (whole && *term == '-') return (PetscBool)!strncasecmp(d->name, term, length);
  return (PetscBool)(has_term(d->name, term, length, whole) ||
                     has_term(d->value, term, length, whole) ||
                     has_term(d->help, term, length, whole));
}

/* Returns whether an option is about a word or one of the terms of its synonym, which may be
   NULL. */
static PetscBool is_about(const FsOptionDoc *d, const char word[], const Synonym *synonym)
{
  if (mentions(d, word, strlen(word), (PetscBool)(synonym != NULL))) return PETSC_TRUE;
  for (const char *term = synonym ? synonym->terms : ""; *term; term += *term == ',') {
    const size_t length = strcspn(term, ",");

    if (mentions(d, term, length, PETSC_TRUE)) return PETSC_TRUE;
    term += length;
  }
  return PETSC_FALSE;
}

/* Prints the options of a section that are about a word, or all if its title has the word. *n
   counts the printed options. */
static void print_section(FsOptions o, PetscInt section, const char word[], const Synonym *synonym,
                          int *n)
{
  const char *const title = o->title[section];
  const PetscBool   all =
    (PetscBool)(!word || has_term(title, word, strlen(word), (PetscBool)(synonym != NULL)));
  PetscBool titled = PETSC_FALSE;

  for (const FsOptionDoc *d = o->doc[section]; d->name; d++) {
    if (!all && !is_about(d, word, synonym)) continue;
    if (!titled) printf("%s%s\n", *n || !word ? "\n" : "", title);
    titled = PETSC_TRUE;
    printf("  %-36s %-18s %s\n", d->name, d->value, d->help);
    (*n)++;
  }
}

int FsOptionsPrintManual(FsOptions o, const char word[])
{
  const Synonym *const synonym = word ? synonym_find(word) : NULL;
  int                  n       = 0;

  if (!word) printf("%s", fs_options_usage);
  if (synonym) printf("%s: %s\n\n", word, synonym->note);
  for (PetscInt s = 0; s < o->nsections; s++) print_section(o, s, word, synonym, &n);
  if (!word)
    printf("\nPETSc's own options (-ksp_*, -pc_*, -mat_*, -snes_*, -log_view, ...) "
           "work as its manual says; docs/options.md says which of them.\n");
  return n + (synonym != NULL);
}

/* ---- documented ------------------------------------------------------------------------------ */

/* Returns whether name matches the first name of a pattern. */
static PetscBool matches_first(const char pattern[], const char name[])
{
  for (; *pattern && *pattern != ','; pattern++, name++) {
    if (*pattern == '<') {
      pattern += strcspn(pattern, ">");
      while (isalnum((unsigned char)*name) || *name == '_' || *name == '-')
        if (matches_first(pattern + 1, ++name)) return PETSC_TRUE;
      return PETSC_FALSE;
    }
    if (tolower((unsigned char)*pattern) != tolower((unsigned char)*name)) return PETSC_FALSE;
  }
  return (PetscBool) !*name;
}

PetscBool option_matches(const char pattern[], const char name[])
{
  for (; pattern; pattern = strstr(pattern, ", -")) {
    if (*pattern == ',') pattern += 2;
    if (matches_first(pattern, name)) return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Makes nearest[size] the candidate, if its spelling is nearer to name. */
static void keep_nearer(const char name[], const char candidate[], char nearest[], size_t size)
{
  const char *const words[] = {nearest, candidate};
  const char *const nearer  = FsNearestWord(name, 2, words);

  if (nearer == candidate) snprintf(nearest, size, "%s", candidate);
}

/* Tries all names that a pattern with one <name> stands for, with a part of name for it. */
static void keep_nearer_of_pattern(const char name[], const char pattern[], char nearest[],
                                   size_t size)
{
  const size_t      length = strcspn(pattern, ", "), head = strcspn(pattern, "<");
  const char *const close = memchr(pattern, '>', length);
  char              candidate[512];

  if (head >= length) {
    snprintf(candidate, sizeof candidate, "%.*s", (int)length, pattern);
    keep_nearer(name, candidate, nearest, size);
    return;
  }
  if (head == 1 || !close || memchr(close, '<', length - (size_t)(close - pattern)) ||
      strncasecmp(pattern, name, head) != 0)
    return;
  for (size_t end = head + 1; name[end - 1]; end++) {
    if (name[end] != '_' && name[end]) continue;
    snprintf(candidate, sizeof candidate, "%.*s%.*s", (int)end, name,
             (int)(length - (size_t)(close + 1 - pattern)), close + 1);
    keep_nearer(name, candidate, nearest, size);
  }
}

PetscBool OptionIsDocumented(FsOptions o, const char name[], char nearest[], size_t size)
{
  *nearest = 0;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++)
      if (option_matches(d->name, name)) return PETSC_TRUE;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++)
      keep_nearer_of_pattern(name, d->name, nearest, size);
  return PETSC_FALSE;
}
