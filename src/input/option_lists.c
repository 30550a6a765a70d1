/* option_lists.c: reads options that are lists, such as lists of names. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include "options_impl.h"

/* Finds a list. An empty text, as of the option -loads "", is an empty list, like a list that is
   not given. */
static PetscErrorCode FindList(FsOptions o, const char name[], const char **text, PetscBool *set)
{
  PetscFunctionBeginUser;
  PetscCall(OptionFind(o, name, text, set));
  option_is_list(o);
  PetscCheck(!*set || *text, o->comm, PETSC_ERR_USER_INPUT,
             "%s needs a value, or \"\" for an empty list", name);
  if (*set && !**text) *set = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsList(FsOptions o, const char name[], const char **text, PetscBool *set)
{
  const char *parsed;
  PetscBool   present;

  PetscFunctionBeginUser;
  PetscCall(FindList(o, name, &parsed, &present));
  if (present) *text = parsed;
  else if (!set && *text && **text) PetscCall(OptionRecordDefault(o, set, *text));
  if (set) *set = present;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- names ----------------------------------------------------------------------------------- */

/* Checks a name, which becomes part of the names of options, as in -part_<name>_set. */
static PetscErrorCode CheckName(FsOptions o, const char option[], const char name[])
{
  PetscFunctionBeginUser;
  for (const char *p = name; *p; p++)
    PetscCheck(isalnum((unsigned char)*p) || *p == '_' || *p == '-', o->comm, PETSC_ERR_USER_INPUT,
               "%s: '%s' has the character '%c'; names have letters, digits, _ and -", option, name,
               *p);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises an input error if name is one of others[n], without regard to case. */
static PetscErrorCode CheckDifferent(FsOptions o, const char option[], const char name[],
                                     PetscInt n, char *const others[])
{
  PetscBool same;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) {
    PetscCheck(strcmp(name, others[i]), o->comm, PETSC_ERR_USER_INPUT, "%s: '%s' is given twice",
               option, name);
    PetscCall(PetscStrcasecmp(name, others[i], &same));
    PetscCheck(!same, o->comm, PETSC_ERR_USER_INPUT,
               "%s: '%s' and '%s' are one name, because case does not count", option, others[i],
               name);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsOptionsNames(FsOptions o, const char name[], PetscInt *n, char ***names)
{
  const char *text;
  PetscBool   present;

  PetscFunctionBeginUser;
  *n     = 0;
  *names = NULL;
  PetscCall(FindList(o, name, &text, &present));
  if (!present) PetscFunctionReturn(PETSC_SUCCESS);
  for (const char *p = text; p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL) (*n)++;
  PetscCall(PetscCalloc1(*n, names));
  for (PetscInt i = 0; i < *n; i++) {
    const size_t length = strcspn(text, ",");

    PetscCheck(length, o->comm, PETSC_ERR_USER_INPUT,
               "%s: name %" PetscInt_FMT " is empty; write names separated by commas", name, i + 1);
    PetscCall(PetscMalloc1(length + 1, &(*names)[i]));
    PetscCall(PetscStrncpy((*names)[i], text, length + 1));
    PetscCall(CheckName(o, name, (*names)[i]));
    PetscCall(CheckDifferent(o, name, (*names)[i], i, *names));
    text += length + 1;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
