/* property_table.c: implements properties that are tables in files. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "input/input.h"
#include "property_table.h"

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

PetscErrorCode PropertyTableRead(FsOptions o, MPI_Comm comm, const char option[],
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
