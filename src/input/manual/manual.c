/* manual.c: prints the manual of all options, or the part of it that is about a word. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stddef.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "documented.h"
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
