/* option_list.c: the options of a run as a list, and how PETSc gets them. */
#include <stdlib.h>
#include <strings.h>
#include "option_list.h"
#include "petsc_options.h"

/* By name; of one name by the order in which they were read. */
static int compare(const void *a, const void *b)
{
  const GivenOption *const x = a, *const y = b;
  const int c = strcasecmp(x->name, y->name);

  return c ? c : (x->name > y->name) - (x->name < y->name);
}

static int compare_names(const void *name, const void *option)
{
  return strcasecmp(name, ((const GivenOption *)option)->name);
}

const GivenOption *GivenFind(FsGiven given, const char name[])
{
  if (!given || !given->nnames) return NULL;
  return bsearch(name, given->named, (size_t)given->nnames, sizeof *given->named, compare_names);
}

int GivenSet(FsGiven given, size_t nbytes)
{
  const char *p = given->bytes, *const end = p + nbytes;
  GivenOption *named;
  int          n = 0;

  for (const char *q = p; q < end; q += strlen(q) + 1) n++;
  given->n      = n / 3;
  given->option = calloc((size_t)given->n + 1, sizeof *given->option);
  named         = calloc((size_t)given->n + 1, sizeof *named);
  given->named  = named;
  if (!given->option || !named) return 1;
  for (int k = 0; k < given->n; k++) {
    GivenOption *o = &given->option[k];

    o->name  = p;
    o->place = o->name + strlen(o->name) + 1;
    o->value = o->place + strlen(o->place) + 1;
    p        = o->value + strlen(o->value) + 1;
    o->value = *o->value ? o->value + 1 : NULL;
    named[k] = *o;
  }
  qsort(named, (size_t)given->n, sizeof *named, compare);
  for (int k = 0; k < given->n; k++)
    if (k + 1 == given->n || strcasecmp(named[k].name, named[k + 1].name)) named[given->nnames++] = named[k];
  return 0;
}

void FsGivenDestroy(FsGiven *given)
{
  if (!*given) return;
  free((*given)->bytes);
  free((*given)->option);
  free((void *)(*given)->named);
  free(*given);
  *given = NULL;
}

/* The quotes in which the value stands in a file, if it needs any. */
static const char *quotes(const char value[])
{
  if (*value && !strpbrk(value, " \t") && !strchr("#\"'", *value) && !option_is_name(value)) return "";
  return strchr(value, '"') ? "'" : "\"";
}

size_t GivenWrite(const GivenOption *o, char text[], size_t size)
{
  const char *const mark = o->value ? quotes(o->value) : "";

  return (size_t)snprintf(size ? text : NULL, size, "%s%s%s%s%s\n", o->name, o->value ? " " : "", mark,
                          o->value ? o->value : "", mark);
}

size_t GivenRecord(FsGiven given, char text[], size_t size)
{
  size_t n = 0;

  for (int i = 0; i < given->n; i++)
    if (!strcasecmp(given->option[i].name, GIVEN_LET))
      n += GivenWrite(&given->option[i], n < size ? text + n : NULL, n < size ? size - n : 0);
  for (int i = 0; i < given->nnames; i++) {
    const GivenOption *const o = &given->named[i];

    if (!GivenIsFile(o) && strcasecmp(o->name, GIVEN_LET))
      n += GivenWrite(o, n < size ? text + n : NULL, n < size ? size - n : 0);
  }
  return n;
}

PetscBool GivenIsForPetsc(FsGiven given, const GivenOption *o)
{
  static const char *const ours[] = {GIVEN_FILE, "-help", "-h", "-version"}; /* not those of PETSc */

  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(ours); k++)
    if (!strcasecmp(o->name, ours[k])) return PETSC_FALSE;
  return (PetscBool)(given->all || petsc_option_passes(o->name));
}

PetscErrorCode FsGivenToPetsc(FsGiven given)
{
  PetscFunctionBeginUser;
  unsetenv("PETSC_OPTIONS"); /* read already */
  /* what nobody has read fsolve tells itself (FsOptionsTellUnread); PETSc's list is on unless it is switched off, since 3.20 */
  if (!FsGivenHas(given, "-options_left")) PetscCall(PetscOptionsSetValue(NULL, "-options_left", "no"));
  for (int i = 0; i < given->nnames; i++) {
    const GivenOption *o = &given->named[i];

    if (GivenIsForPetsc(given, o)) PetscCall(PetscOptionsSetValue(NULL, o->name, o->value));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

const char *FsGivenValue(FsGiven given, const char name[])
{
  const GivenOption *const o = GivenFind(given, name);

  return o ? o->value : NULL;
}

PetscBool FsGivenHas(FsGiven given, const char name[])
{
  return (PetscBool)(name ? GivenFind(given, name) != NULL : given->n > 0);
}
