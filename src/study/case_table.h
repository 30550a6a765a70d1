/* case_table.h: the table of -cases: a column is an option or a constant, a row is a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_TABLE_H
#define FS_STUDY_CASE_TABLE_H

#include "input/option_list.h"

/* CaseTable - A table. All its members are owned. */
typedef struct {
  char        *path;   /* of the file */
  char        *text;   /* the file as it is, for records */
  char        *fields; /* a copy, to which name and value point */
  PetscInt     ncolumns, n, capacity;
  const char **name;  /* [ncolumns] an option with its dash, or a constant without one */
  const char **value; /* [n][ncolumns] an empty text: the case does not get the option */
} CaseTable;

/* CaseTableRead - Reads the file that -cases names on rank 0, and sends it to all ranks.

   The first line has the names of the columns. Commas separate values; quotes "" are around values
   with commas. Empty lines, and lines that start with #, are skipped.
   Input:
     supplied  finds the file beside the options file that names it
   Collective. Input errors: the file cannot be read or has no rows; a row has another number of
   values than the header; a name is no name, or is there twice. */
PetscErrorCode CaseTableRead(MPI_Comm comm, FsOptionList supplied, const char name[],
                             CaseTable *table);
PetscErrorCode CaseTableDestroy(CaseTable *table);

/* case_table_value - Returns the value of a column in row k. */
static inline const char *case_table_value(const CaseTable *table, PetscInt k, PetscInt column)
{
  return table->value[k * table->ncolumns + column];
}

#endif
