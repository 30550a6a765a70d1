/* property_numbers.c: reads the numbers of a property of a part, among them tables and laws. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <fs/options.h>
#include "element/law/uniaxial_law.h"
#include "input/input.h"
#include "part_options.h"

/* Returns the index of a name in a list that ends with NULL, or that of the end. */
static int find_name(const char *const list[], const char name[])
{
  int k = 0;

  while (list[k] && strcmp(list[k], name) != 0) k++;
  return k;
}

/* Copies a table to value, row by row, in the order of the columns of p. */
static PetscErrorCode CopyTable(MPI_Comm comm, const char option[], const char path[],
                                const ElementProp *p, const Columns *table, double value[])
{
  const int width = find_name(p->words, "");

  PetscFunctionBeginUser;
  PetscCheck(table->nrows * width <= p->count, comm, PETSC_ERR_USER_INPUT,
             "%s: %s has %" PetscInt_FMT " rows; there may be %d", option, path, table->nrows,
             p->count / width);
  for (PetscInt c = 0; c < table->ncolumns; c++) {
    const int at = find_name(p->words, table->name[c]);

    PetscCheck(p->words[at], comm, PETSC_ERR_USER_INPUT,
               "%s: %s has a column '%s'; its first line must name all columns, by words that "
               "-help lists for %s",
               option, path, table->name[c], p->name);
    for (PetscInt k = 0; k < table->nrows; k++)
      value[k * width + at] = table->value[c * table->nrows + k];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Reads the file of a PROP_TABLE, if the user gives the option.

   Output:
     value  [p->count] the rows of the table, with NAN for columns that the file does not have
     given  whether the option is given
   Collective. Input errors: the table does not read, has an unknown column, or has too many rows.
 */
static PetscErrorCode PropertyTableRead(FsOptions o, MPI_Comm comm, const char option[],
                                        const ElementProp *p, double value[], PetscBool *given)
{
  const FirstColumn first = {p->words[0], p->words, PETSC_FALSE, PETSC_FALSE, PETSC_TRUE};
  const char       *text;
  char              path[PETSC_MAX_PATH_LEN];
  Columns           table;

  PetscFunctionBeginUser;
  PetscCall(FsOptionsText(o, option, &text, given));
  if (!*given) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsOptionsFindFile(o, text, path, sizeof path));
  PetscCall(ColumnsRead(comm, option, path, NULL, &first, &table));
  PetscCall(CopyTable(comm, option, path, p, &table, value));
  PetscCall(ColumnsDestroy(&table));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode UniaxialLawRead(FsOptions o, MPI_Comm comm, const char option[], PetscBool *given,
                               double value[])
{
  const char *names[MAX_LAWS + 1];
  PetscInt    chosen = -1;
  int         n      = 0;

  PetscFunctionBeginUser;
  for (; n < MAX_LAWS && uniaxial_laws[n]; n++) names[n] = uniaxial_laws[n]->name;
  names[n] = NULL;
  PetscCall(FsOptionsChoice(o, option, names, &chosen, given));
  if (chosen < 0) PetscFunctionReturn(PETSC_SUCCESS);
  *value++ = (double)(1 + chosen);
  for (const ElementProp *p = uniaxial_laws[chosen]->props; p && p->name; p++) {
    const char  *name      = FsOptionName(o, "%s_%s", option, p->name);
    PartProperty parameter = {.given = PETSC_FALSE};

    for (int i = 0; i < property_entries(p); i++) value[i] = p->value;
    PetscCall(PropertyReadNumbers(o, comm, NULL, p, name, &parameter, value));
    PetscCheck(parameter.given || p->required != PROP_REQUIRED, comm, PETSC_ERR_USER_INPUT,
               "%s %s needs %s, %s", option, names[chosen], name, p->help);
    value += property_entries(p);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode PropertyReadNumbers(FsOptions o, MPI_Comm comm, const PartOptions *part,
                                   const ElementProp *p, const char option[], PartProperty *x,
                                   double value[])
{
  PetscInt  most = property_entries(p), choice = 0;
  PetscBool named;

  PetscFunctionBeginUser;
  switch (p->kind) {
  case PROP_POSITIVE:
    PetscCall(FsOptionsPositive(o, option, value, &x->given));
    break;
  case PROP_NONNEGATIVE:
    PetscCall(FsOptionsReal(o, option, value, &x->given));
    PetscCheck(!x->given || *value >= 0, comm, PETSC_ERR_USER_INPUT,
               "%s %.6g: must not be negative", option, *value);
    break;
  case PROP_IMPEDANCE:
    PetscCall(FsOptionsReal(o, option, value, &x->given));
    PetscCall(FsOptionsText(o, FsOptionName(o, "-part_%s_of", part->name), &x->of, &named));
    PetscCheck(x->given != named, comm, PETSC_ERR_USER_INPUT,
               "part '%s' needs one of %s, a number, and -part_%s_of, the name of the part that it "
               "bounds",
               part->name, option, part->name);
    PetscCheck(named || *value >= 0, comm, PETSC_ERR_USER_INPUT, "%s %.6g: must not be negative",
               option, *value);
    break;
  case PROP_EDGE:
    PetscCall(FsOptionsText(o, option, &x->of, &x->given));
    break;
  case PROP_CHOICE:
    PetscCall(FsOptionsChoice(o, option, p->words, &choice, &x->given));
    if (x->given) *value = (double)choice;
    break;
  case PROP_LAW:
    PetscCall(UniaxialLawRead(o, comm, option, &x->given, value));
    break;
  case PROP_TABLE:
    PetscCall(PropertyTableRead(o, comm, option, p, value, &x->given));
    break;
  default:
    PetscCall(FsOptionsReals(o, option, p->kind == PROP_LIST ? 1 : most, &most, value, &x->given));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
