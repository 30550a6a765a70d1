/* options_record.c: writes the record of all options that were read, with their default values.

   Default values are those that the code recorded. For options that act by being given, they are
   those of the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "options_impl.h"

/* ---- default values of the manual ------------------------------------------------------------ */

/* Returns whether name matches a pattern of the manual, such as "-part_<name>_set" or "-a, -b". */
static PetscBool matches_pattern(const char pattern[], const char name[])
{
  for (; *pattern && *pattern != ','; pattern++, name++) {
    if (*pattern == '<') {
      pattern += strcspn(pattern, ">");
      while (isalnum((unsigned char)*name) || *name == '_' || *name == '-')
        if (matches_pattern(pattern + 1, ++name)) return PETSC_TRUE;
      break;
    }
    if (tolower((unsigned char)*pattern) != tolower((unsigned char)*name)) break;
  }
  if ((!*pattern || *pattern == ',') && !*name) return PETSC_TRUE;
  pattern = strstr(pattern, ", -");
  return (PetscBool)(pattern && matches_pattern(pattern + 2, name));
}

/* Returns the default value of the manual, or NULL if it has no single one. */
static const char *documented_default(FsOptions o, const char name[])
{
  const char *default_value = NULL;

  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) {
      if (!matches_pattern(d->name, name)) continue;
      if (*d->value == '<' || !strcmp(d->value, "required")) return NULL;
      if (default_value && strcmp(default_value, d->value)) return NULL;
      default_value = d->value;
    }
  return default_value;
}

/* ---- the record ------------------------------------------------------------------------------ */

static int compare(const void *a, const void *b)
{
  const OptionQuery *const *x = a, *const *y = b;

  return strcasecmp((*x)->name, (*y)->name);
}

/* Returns the default value on which n readings of one name agree, or NULL if they differ or one
   has no record. */
static const char *common_default(PetscInt n, OptionQuery *const queries[])
{
  for (PetscInt k = 0; k < n; k++)
    if (!queries[k]->text || strcmp(queries[k]->text, queries[0]->text)) return NULL;
  return queries[0]->text;
}

/* Writes the line of an option with n readings that was not given. */
static void write_default(FsOptions o, FILE *out, PetscInt n, OptionQuery *const queries[])
{
  const char *const name = queries[0]->name, *const text = common_default(n, queries);
  const char *const manual = text ? NULL : documented_default(o, name);

  if (text) {
    const OptionEntry default_option = {.name = name, .value = text};
    const size_t      size           = strlen(name) + strlen(text) + 8;
    char *const       line           = malloc(size);

    if (line) OptionEntryWrite(&default_option, line, size);
    if (line) fprintf(out, "%.*s # default\n", (int)strcspn(line, "\n"), line);
    free(line);
  } else
    fprintf(out, "# %s: not given%s%s\n", name, manual ? "; default: " : "", manual ? manual : "");
}

PetscErrorCode FsOptionsRecordWithDefaults(FsOptions o, char **text)
{
  char         *supplied, *rest = NULL;
  size_t        size = 0;
  FILE         *out;
  OptionQuery **queries;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsRecord(o, &supplied));
  PetscCall(PetscMalloc1(o->nqueries, &queries));
  for (PetscInt k = 0; k < o->nqueries; k++) queries[k] = &o->queries[k];
  qsort(queries, (size_t)o->nqueries, sizeof *queries, compare);
  out = open_memstream(&rest, &size);
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (PetscInt k = 0, n; k < o->nqueries; k += n) {
    for (n = 1; k + n < o->nqueries && !compare(&queries[k], &queries[k + n]);) n++;
    if (!queries[k]->supplied) write_default(o, out, n, queries + k);
  }
  PetscCheck(!fclose(out), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscMalloc1(strlen(supplied) + size + 1, text));
  snprintf(*text, strlen(supplied) + size + 1, "%s%s", supplied, rest);
  free(rest);
  PetscCall(PetscFree(queries));
  PetscCall(PetscFree(supplied));
  PetscFunctionReturn(PETSC_SUCCESS);
}
