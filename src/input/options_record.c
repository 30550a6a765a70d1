/* options_record.c: writes the record of all options that were read, with their default values.

   Default values are those that the code recorded. For options that act by being given, they are
   those of the manual. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "input/manual/documented.h"
#include "options_impl.h"

/* ---- default values of the manual ------------------------------------------------------------ */

enum { LETTERS = 32, NO_ROW = -1 };

/* ManualRow - An option of the manual, and what finds most names different from it. */
typedef struct {
  const FsOptionDoc *doc;
  size_t             head; /* letters before the first <name>; 0 if the option has several names */
  char               last; /* last letter, as letter_key; 0 if the names do not share it */
  PetscInt           next; /* next row with the same first letter, or NO_ROW */
} ManualRow;

/* Manual - All options of the manual. */
typedef struct {
  ManualRow *row;
  PetscInt   first[LETTERS]; /* first row of names -a..., -b...; [0]: of rows with several names */
} Manual;

/* Returns a key of a letter, which is the same for its upper and lower case. */
static char letter_key(char letter) { return (char)(letter & (LETTERS - 1)); }

static ManualRow row_of_option(const FsOptionDoc *d)
{
  const size_t    n       = strlen(d->name);
  const PetscBool several = (PetscBool)(strchr(d->name, ',') != NULL);
  const char      last    = n ? d->name[n - 1] : '>';

  return (ManualRow){.doc  = d,
                     .head = several ? 0 : strcspn(d->name, "<"),
                     .last = several || last == '>' ? '\0' : letter_key(last)};
}

static PetscErrorCode ListManual(FsOptions o, Manual *m)
{
  PetscInt n = 0;

  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) n++;
  PetscCall(PetscMalloc1(n, &m->row));
  for (int k = 0; k < LETTERS; k++) m->first[k] = NO_ROW;
  n = 0;
  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++, n++) {
      const ManualRow row   = row_of_option(d);
      PetscInt *const first = &m->first[row.head > 1 ? (int)letter_key(d->name[1]) : 0];

      m->row[n]      = row;
      m->row[n].next = *first;
      *first         = n;
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the default value of the manual, or NULL if it has no single one. */
static const char *documented_default(const Manual *m, const char name[])
{
  const char last = letter_key(name[strlen(name) - 1]), *default_value = NULL;
  const int  lists[] = {0, letter_key(name[1])};

  for (int i = 0; i < 2; i++)
    for (PetscInt k = m->first[lists[i]]; k != NO_ROW; k = m->row[k].next) {
      const ManualRow *const row    = &m->row[k];
      const char *const      values = row->doc->value;

      if (row->last && row->last != last) continue;
      if (strncasecmp(row->doc->name, name, row->head) != 0) continue;
      if (!option_matches(row->doc->name, name)) continue;
      if (*values == '<' || !strcmp(values, "required")) return NULL;
      if (default_value && strcmp(default_value, values)) return NULL;
      default_value = values;
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
