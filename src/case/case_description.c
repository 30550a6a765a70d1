/* case_description.c: gives options files and the manual of options to programs without a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "case.h"
#include "input/arguments.h"
#include "input/manual/documented.h"
#include "input/option_list.h"
#include "input/petsc_options.h"

int FsOptionListReadFile(const char path[], FsOptionList *supplied, char message[], size_t size)
{
  return OptionListReadFileAlone(path, supplied, message, size);
}

PetscBool FsOptionListGet(FsOptionList supplied, int k, const char **name, const char **value,
                          const char **place)
{
  const OptionEntry *o;

  if (k < 0 || k >= supplied->n) return PETSC_FALSE;
  o      = &supplied->option[k];
  *name  = o->name;
  *value = o->value;
  *place = o->place;
  return PETSC_TRUE;
}

PetscBool FsManualGet(int k, FsManualRow *row)
{
  FsOptions          o = NULL;
  const FsOptionDoc *d = NULL;

  if (!FsOptionsCreateForManual(&o) && !CaseDocumentOptions(o)) d = manual_row(o, k, &row->section);
  if (d) row->name = d->name, row->value = d->value, row->help = d->help;
  if (FsOptionsDestroy(&o)) return PETSC_FALSE;
  return (PetscBool)(d != NULL);
}

PetscBool FsOptionIsOfPetsc(const char name[]) { return petsc_option_is_known(name); }
