/* options_record.c: the record of all options that were read, those that were not given at their defaults: what the code took (default_record.c), or of
   options that act by being given what the manual says. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "options_impl.h"

/* ---- what the manual says ---------------------------------------------------------------------------------------- */

/* Whether name is described by pattern, as in "-part_<name>_set" or one of "-a, -b", where <name> stands for any. */
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

/* The default of the manual; NULL: it has none, or several, by what else was given. */
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

/* ---- the record -------------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
  const OptionQuery *const *x = a, *const *y = b;

  return strcasecmp((*x)->name, (*y)->name);
}

/* The text at which n readings of one name agree; NULL: they do not, or one of them asks whether it is given. */
static const char *common_default(PetscInt n, OptionQuery *const queries[])
{
  for (PetscInt k = 0; k < n; k++)
    if (!queries[k]->text || strcmp(queries[k]->text, queries[0]->text)) return NULL;
  return queries[0]->text;
}

/* The line of an option of n readings that was not given. */
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
