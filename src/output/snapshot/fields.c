/* fields.c: which fields of nodes and results of elements the user has chosen. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "snapshot.h"
#include "node_fields.h"

/* Returns the number of fields and results of the model, with their names in all[size]. */
static PetscInt list_field_names(Model model, PetscBool frames, size_t size, const char *all[])
{
  size_t n = 0;

  for (int f = 0; f < nodal_fields(model->layout.rotates); f++) all[n++] = nodal_field_info[f].name;
  for (PetscInt b = 0; b < model->nparts; b++)
    for (const ElementResult *r = model->block[b].results; r->name; r++) {
      size_t k = 0;

      while (k < n && strcmp(all[k], r->name)) k++;
      if (k == n && n < size) all[n++] = r->name;
    }
  for (PetscInt i = 0; i < model->njoints && frames; i++)
    if (model->joint[i].ncells_all > 1 && model->joint[i].support < 0) {
      if (n < size) all[n++] = JOINTS_FIELD;
      break;
    }
  return (PetscInt)n;
}

PetscErrorCode FieldsCreate(const NameList *names, const char option[], PetscBool frames,
                            Model model, Fields *fields)
{
  const char *all[128];
  char        list[1024] = "";
  PetscInt    n;

  PetscFunctionBeginUser;
  fields->n = names->n;
  PetscCall(PetscStrNArrayallocpy(names->n, (const char *const *)names->name, &fields->name));
  fields->all   = (PetscBool)(fields->n == 1 && !strcmp(fields->name[0], "all"));
  fields->usual = (PetscBool)(!fields->n && frames);
  n             = list_field_names(model, frames, PETSC_STATIC_ARRAY_LENGTH(all), all);
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(PetscStrlcat(list, k ? ", " : "", sizeof list));
    PetscCall(PetscStrlcat(list, all[k], sizeof list));
  }
  for (PetscInt k = 0; k < fields->n && !fields->all; k++) {
    PetscInt found = 0;

    while (found < n && strcmp(all[found], fields->name[k])) found++;
    PetscCheck(found < n, model->comm, PETSC_ERR_USER_INPUT,
               "%s: there is no field '%s'; this model has %s", option, fields->name[k], list);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool is_named(const Fields *fields, const char name[])
{
  for (PetscInt k = 0; k < fields->n; k++)
    if (!strcmp(fields->name[k], name)) return PETSC_TRUE;
  return PETSC_FALSE;
}

PetscBool fields_contain(const Fields *fields, const char name[])
{
  return (PetscBool)(fields->all || fields->usual || is_named(fields, name));
}

PetscBool fields_contain_result(const Fields *fields, const Block *b, const ElementResult *result)
{
  const PetscBool usual = (PetscBool)(result - b->results < b->nusual);

  return (PetscBool)(fields->all || (fields->usual && usual) || is_named(fields, result->name));
}

ResultChoice fields_result_choice(const Fields *fields, const Block *b)
{
  ResultChoice choice = RESULTS_PLAIN;
  PetscInt     at     = 0;

  for (const ElementResult *r = b->results; r->name; at += r->count, r++) {
    if (!fields_contain_result(fields, b, r)) continue;
    if (at >= b->nvalues) choice = PetscMax(choice, RESULTS_USUAL);
    if (r - b->results >= b->nusual) choice = RESULTS_ALL;
  }
  return choice;
}

PetscErrorCode FieldsDestroy(Fields *fields)
{
  PetscFunctionBeginUser;
  PetscCall(PetscStrNArrayDestroy(fields->n, &fields->name));
  *fields = (Fields){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
