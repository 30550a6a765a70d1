/* documented.c: finds an option in the manual, or the one with the nearest name. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include "documented.h"
#include "input/options_impl.h"

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
