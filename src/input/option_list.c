/* option_list.c: keeps the options of a run as a list, and passes some of them to PETSc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <strings.h>
#include "option_list.h"
#include "petsc_options.h"
#include <string.h>

/* Orders options by name, and options of one name by the order in which they were read. */
static int compare(const void *a, const void *b)
{
  const OptionEntry *const x = a, *const y = b;
  const int c = strcasecmp(x->name, y->name);

  return c ? c : (x->name > y->name) - (x->name < y->name);
}

static int compare_names(const void *name, const void *option)
{
  return strcasecmp(name, ((const OptionEntry *)option)->name);
}

const OptionEntry *OptionListFind(FsOptionList supplied, const char name[])
{
  if (!supplied || !supplied->nnames) return NULL;
  return bsearch(name, supplied->named, (size_t)supplied->nnames, sizeof *supplied->named,
                 compare_names);
}

/* Links the options of each name, and keeps the last one in named, which is sorted and whose
   entries have themselves as the earlier one. */
static void link_names(FsOptionList supplied, OptionEntry named[])
{
  const OptionEntry *earlier = NULL;

  for (int k = 0; k < supplied->n; k++) {
    OptionEntry *const o = &supplied->option[named[k].earlier - supplied->option];

    o->earlier = earlier;
    earlier    = o;
    if (k + 1 < supplied->n && !strcasecmp(o->name, named[k + 1].name)) continue;
    named[supplied->nnames++] = *o;
    earlier                   = NULL;
  }
}

int OptionListSet(FsOptionList supplied, size_t nbytes)
{
  const char *p = supplied->bytes, *const end = p + nbytes;
  OptionEntry *named;
  int          n = 0;

  for (const char *q = p; q < end; q += strlen(q) + 1) n++;
  supplied->n      = n / 3;
  supplied->option = calloc((size_t)supplied->n + 1, sizeof *supplied->option);
  named            = calloc((size_t)supplied->n + 1, sizeof *named);
  supplied->named  = named;
  if (!supplied->option || !named) return 1;
  for (int k = 0; k < supplied->n; k++) {
    OptionEntry *o = &supplied->option[k];

    o->name          = p;
    o->place         = o->name + strlen(o->name) + 1;
    o->value         = o->place + strlen(o->place) + 1;
    p                = o->value + strlen(o->value) + 1;
    o->added         = (PetscBool)(*o->value == '+');
    o->value         = *o->value ? o->value + 1 : NULL;
    named[k]         = *o;
    named[k].earlier = o;
  }
  qsort(named, (size_t)supplied->n, sizeof *named, compare);
  link_names(supplied, named);
  return 0;
}

void FsOptionListDestroy(FsOptionList *supplied)
{
  if (!*supplied) return;
  free((*supplied)->bytes);
  free((*supplied)->option);
  free((void *)(*supplied)->named);
  free(*supplied);
  *supplied = NULL;
}

/* Returns the quotes that a value needs in a file, or an empty string. */
static const char *quotes(const char value[])
{
  if (*value && !strpbrk(value, " \t") && !strchr("#\"'", *value) && !option_is_name(value))
    return "";
  return strchr(value, '"') ? "'" : "\"";
}

size_t OptionEntryWrite(const OptionEntry *o, char text[], size_t size)
{
  const char *const mark = o->value ? quotes(o->value) : "";

  return (size_t)snprintf(size ? text : NULL, size, "%s%s%s%s%s\n", o->name, o->value ? " " : "",
                          mark, o->value ? o->value : "", mark);
}

size_t OptionListWrite(FsOptionList supplied, const PetscBool dropped[], char text[], size_t size)
{
  size_t n = 0;

  for (int i = 0; i < supplied->n; i++)
    if (!strcasecmp(supplied->option[i].name, OPTION_LET_NAME))
      n +=
        OptionEntryWrite(&supplied->option[i], n < size ? text + n : NULL, n < size ? size - n : 0);
  for (int i = 0; i < supplied->nnames; i++) {
    const OptionEntry *const o = &supplied->named[i];

    if (!OptionIsFile(o) && strcasecmp(o->name, OPTION_LET_NAME) && !(dropped && dropped[i]))
      n += OptionEntryWrite(o, n < size ? text + n : NULL, n < size ? size - n : 0);
  }
  return n;
}

/* Passes an option to a database of PETSc if it is one of PETSc. */
static PetscErrorCode PassToPetsc(FsOptionList supplied, const OptionEntry *o,
                                  PetscOptions database)
{
  static const char *const ours[] = {OPTION_FILE_NAME, "-help", "-h",
                                     "-version"}; /* PETSc has others of these names */

  PetscFunctionBeginUser;
  if (!strcasecmp(o->name, OPTION_PETSC_NAME)) {
    PetscCall(PetscOptionsInsertString(database, o->value));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(ours); k++)
    if (!strcasecmp(o->name, ours[k])) PetscFunctionReturn(PETSC_SUCCESS);
  if (supplied->all || petsc_option_is_known(o->name))
    PetscCall(PetscOptionsSetValue(database, o->name, o->value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionListToPetsc(FsOptionList supplied)
{
  PetscFunctionBeginUser;
  unsetenv("PETSC_OPTIONS"); /* read already */
  /* FsOptionsWarnUnread reports unread options; since 3.20, PETSc lists them too by default */
  PetscCall(PetscOptionsSetValue(NULL, "-options_left", "no"));
  for (int i = 0; i < supplied->nnames; i++)
    PetscCall(PassToPetsc(supplied, &supplied->named[i], NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode OptionListToDatabase(FsOptionList supplied, PetscOptions database,
                                    const char **of_program)
{
  PetscFunctionBeginUser;
  *of_program = NULL;
  for (int i = 0; i < supplied->nnames; i++) {
    const OptionEntry *o = &supplied->named[i];

    if (petsc_option_is_of_program(o->name)) *of_program = o->name;
    else PetscCall(PassToPetsc(supplied, o, database));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *FsOptionListGetValue(FsOptionList supplied, const char name[])
{
  const OptionEntry *const o = OptionListFind(supplied, name);

  return o ? o->value : NULL;
}

PetscBool FsOptionListHas(FsOptionList supplied, const char name[])
{
  return (PetscBool)(OptionListFind(supplied, name) != NULL);
}

PetscBool FsOptionListIsEmpty(FsOptionList supplied) { return (PetscBool)(supplied->n == 0); }

/* ---- dropped names --------------------------------------------------------------------------- */

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

PetscBool option_is_listing(const char option[])
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

  if (!option_is_listing(last->name) || !last->value) return PETSC_FALSE;
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
