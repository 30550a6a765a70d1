/* dropped_names.c: finds options of names that a later list leaves out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <strings.h>
#include "dropped_names.h"

/* Kinds of names that are listed, as in -probes a,b, and described, as by -probe_a_point. */
static const char *const kinds[] = {"part",   "support", "load",     "initial", "probe",
                                    "table",  "joint",   "coupling", "slider",  "point",
                                    "member", "link",    "pattern",  "tie"};

const char *listing_option(const char option[], char list[], size_t size)
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(kinds); k++) {
    const size_t n = strlen(kinds[k]);

    snprintf(list, size, "-%ss", kinds[k]);
    if (!strncasecmp(option + 1, kinds[k], n) && option[n + 1] == '_') return option + n + 2;
  }
  return NULL;
}

/* Returns the longest of the names with which rest starts, and its length; NULL and 0: none. */
static const char *longest_name(const char names[], const char rest[], size_t *length)
{
  const char *longest = NULL;

  *length = 0;
  for (const char *p = names; *p; p += strcspn(p, ",") + (p[strcspn(p, ",")] == ',')) {
    const size_t n = strcspn(p, ",");

    if (n <= *length || strncasecmp(p, rest, n) || (rest[n] && rest[n] != '_')) continue;
    longest = p;
    *length = n;
  }
  return longest;
}

PetscBool option_names_one_of(const char names[], const char rest[])
{
  size_t length;

  return (PetscBool)(longest_name(names, rest, &length) != NULL);
}

/* Returns whether two options were given in one file, or both on the command line. */
static PetscBool same_source(const OptionEntry *a, const OptionEntry *b)
{
  const char *const end_a = strrchr(a->place, ':'), *const end_b = strrchr(b->place, ':');
  const size_t na = end_a ? (size_t)(end_a - a->place) : strlen(a->place);
  const size_t nb = end_b ? (size_t)(end_b - b->place) : strlen(b->place);

  return (PetscBool)(na == nb && !strncmp(a->place, b->place, na));
}

PetscBool option_is_dropped(FsOptionList supplied, const char option[], DroppedName *dropped)
{
  DroppedName              found = {.name = NULL};
  const char *const        rest  = listing_option(option, found.list, sizeof found.list);
  const OptionEntry *const last = rest ? OptionListFind(supplied, found.list) : NULL, *given, *list;
  size_t                   kept;

  if (!last || !last->earlier || !last->value) return PETSC_FALSE;
  given = OptionListFind(supplied, option);
  list  = last;
  while (list->added && list->earlier) list = list->earlier; /* what replaces earlier lists */
  /* the names are in memory in the order of reading */
  if (!given || given->name > list->name) return PETSC_FALSE;
  longest_name(last->value, rest, &kept);
  for (const OptionEntry *e = list->earlier; e; e = e->earlier) {
    const char *name;
    size_t      length;

    if (!e->value || (same_source(given, list) && !same_source(e, list))) continue;
    name = longest_name(e->value, rest, &length);
    if (length <= PetscMax(kept, found.length)) continue;
    found.name   = name;
    found.length = length;
  }
  if (dropped) *dropped = found;
  return (PetscBool)(found.name != NULL);
}

static PetscBool is_listing(const char option[])
{
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(kinds); k++) {
    const size_t n = strlen(kinds[k]);

    if (!strncasecmp(option + 1, kinds[k], n) && !strcasecmp(option + 1 + n, "s"))
      return PETSC_TRUE;
  }
  return PETSC_FALSE;
}

/* Returns whether one of the names, which are separated by commas, is name[length]. */
static PetscBool has_name(const char names[], const char name[], size_t length)
{
  for (const char *p = names; *p; p += strcspn(p, ",") + (p[strcspn(p, ",")] == ','))
    if (strcspn(p, ",") == length && !strncasecmp(p, name, length)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool option_replaces_list(const OptionEntry *last, ReplacedList *replaced)
{
  const OptionEntry *list = last;

  if (!is_listing(last->name) || !last->value) return PETSC_FALSE;
  while (list->added && list->earlier) list = list->earlier;
  for (const OptionEntry *e = list->earlier; e; e = e->earlier) {
    if (!e->value || !strrchr(e->place, ':') || !same_source(e, list)) continue;
    for (const char *p = e->value; *p; p += strcspn(p, ",") + (p[strcspn(p, ",")] == ',')) {
      const size_t length = strcspn(p, ",");

      if (!length || has_name(last->value, p, length)) continue;
      *replaced = (ReplacedList){.earlier = e, .list = list, .name = p, .length = length};
      return PETSC_TRUE;
    }
  }
  return PETSC_FALSE;
}
