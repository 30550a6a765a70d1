/* options_record.c: the record of all options that were read, those that were not given at their defaults: what the code took (default_record.c), or of
   options that act by being given what the manual says. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "options_impl.h"

/* ---- what the manual says ---------------------------------------------------------------------------------------- */

/* Whether name is described by pattern, as in "-part_<name>_set" or one of "-a, -b", where <name> stands for any. */
static PetscBool describes(const char pattern[], const char name[])
{
  for (; *pattern && *pattern != ','; pattern++, name++) {
    if (*pattern == '<') {
      pattern += strcspn(pattern, ">");
      while (isalnum((unsigned char)*name) || *name == '_' || *name == '-')
        if (describes(pattern + 1, ++name)) return PETSC_TRUE;
      break;
    }
    if (tolower((unsigned char)*pattern) != tolower((unsigned char)*name)) break;
  }
  if ((!*pattern || *pattern == ',') && !*name) return PETSC_TRUE;
  pattern = strstr(pattern, ", -");
  return (PetscBool)(pattern && describes(pattern + 2, name));
}

/* The default of the manual; NULL: it has none, or several, by what else was given. */
static const char *documented(FsOptions o, const char name[])
{
  const char *found = NULL;

  for (PetscInt s = 0; s < o->nsections; s++)
    for (const FsOptionDoc *d = o->doc[s]; d->name; d++) {
      if (!describes(d->name, name)) continue;
      if (*d->value == '<' || !strcmp(d->value, "required")) return NULL;
      if (found && strcmp(found, d->value)) return NULL;
      found = d->value;
    }
  return found;
}

/* ---- the record -------------------------------------------------------------------------------------------------- */

static int compare(const void *a, const void *b)
{
  const Asked *const *x = a, *const *y = b;

  return strcasecmp((*x)->name, (*y)->name);
}

/* The text at which n readings of one name agree; NULL: they do not, or one of them asks whether it is given. */
static const char *agreed(PetscInt n, Asked *const read[])
{
  for (PetscInt k = 0; k < n; k++)
    if (!read[k]->text || strcmp(read[k]->text, read[0]->text)) return NULL;
  return read[0]->text;
}

/* The line of an option of n readings that was not given. */
static void tell(FsOptions o, FILE *out, PetscInt n, Asked *const read[])
{
  const char *const name = read[0]->name, *const text = agreed(n, read);
  const char *const manual = text ? NULL : documented(o, name);

  if (text) {
    const GivenOption stands = {.name = name, .value = text};
    const size_t      size   = strlen(name) + strlen(text) + 8;
    char *const       line   = malloc(size);

    if (line) GivenWrite(&stands, line, size);
    if (line) fprintf(out, "%.*s # default\n", (int)strcspn(line, "\n"), line);
    free(line);
  } else fprintf(out, "# %s: not given%s%s\n", name, manual ? "; default: " : "", manual ? manual : "");
}

PetscErrorCode FsOptionsRecordAll(FsOptions o, char **text)
{
  char   *given, *rest = NULL;
  size_t  size = 0;
  FILE   *out;
  Asked **read;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsRecord(o, &given));
  PetscCall(PetscMalloc1(o->nasked, &read));
  for (PetscInt k = 0; k < o->nasked; k++) read[k] = &o->read[k];
  qsort(read, (size_t)o->nasked, sizeof *read, compare);
  out = open_memstream(&rest, &size);
  PetscCheck(out, PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  for (PetscInt k = 0, n; k < o->nasked; k += n) {
    for (n = 1; k + n < o->nasked && !compare(&read[k], &read[k + n]);) n++;
    if (!read[k]->given) tell(o, out, n, read + k);
  }
  PetscCheck(!fclose(out), PETSC_COMM_SELF, PETSC_ERR_MEM, "out of memory");
  PetscCall(PetscMalloc1(strlen(given) + size + 1, text));
  snprintf(*text, strlen(given) + size + 1, "%s%s", given, rest);
  free(rest);
  PetscCall(PetscFree(read));
  PetscCall(PetscFree(given));
  PetscFunctionReturn(PETSC_SUCCESS);
}
