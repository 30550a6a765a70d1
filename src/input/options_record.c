/* options_record.c: writes the record of all options that were read, with their default values.

   Default values are those that the code recorded. For options that act by being given, they are
   those of the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "documented.h"
#include "options_impl.h"

/* ---- default values of the manual ------------------------------------------------------------ */

/* Manual - All options of the manual. Most names are found different by their first letters. */
typedef struct {
  PetscInt n;
  struct {
    const FsOptionDoc *doc;
    size_t head; /* letters before the first <name>; 0 if the option has several names */
  } * row;
} Manual;

static PetscErrorCode ListManual(FsOptions o, Manual *m)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) n++;
  PetscCall(PetscMalloc1(n, &m->row));
  m->n = 0;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) {
      m->row[m->n].doc    = d;
      m->row[m->n++].head = strchr(d->name, ',') ? 0 : strcspn(d->name, "<");
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the default value of the manual, or NULL if it has no single one. */
static const char *documented_default(const Manual *m, const char name[])
{
  const char *default_value = NULL;

  for (PetscInt k = 0; k < m->n; k++) {
    const FsOptionDoc *d = m->row[k].doc;

    if (strncasecmp(d->name, name, m->row[k].head) != 0 || !option_matches(d->name, name)) continue;
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
static void write_default(const Manual *m, FILE *out, PetscInt n, OptionQuery *const queries[])
{
  const char *const name = queries[0]->name, *const text = common_default(n, queries);
  const char *const manual = text ? NULL : documented_default(m, name);

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
  Manual        manual;

  PetscFunctionBeginUser;
  PetscCall(ListManual(o, &manual));
  PetscCall(FsOptionsRecord(o, &supplied));
  PetscCall(PetscMalloc1(o->nqueries, &queries));
  for (PetscInt k = 0; k < o->nqueries; k++) queries[k] = &o->queries[k];
  qsort(queries, (size_t)o->nqueries, sizeof *queries, compare);
  out = open_memstream(&rest, &size);
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (PetscInt k = 0, n; k < o->nqueries; k += n) {
    for (n = 1; k + n < o->nqueries && !compare(&queries[k], &queries[k + n]);) n++;
    if (!queries[k]->supplied) write_default(&manual, out, n, queries + k);
  }
  PetscCheck(!fclose(out), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscMalloc1(strlen(supplied) + size + 1, text));
  snprintf(*text, strlen(supplied) + size + 1, "%s%s", supplied, rest);
  free(rest);
  PetscCall(PetscFree(manual.row));
  PetscCall(PetscFree(queries));
  PetscCall(PetscFree(supplied));
  PetscFunctionReturn(PETSC_SUCCESS);
}
