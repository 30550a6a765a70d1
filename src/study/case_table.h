/* case_table.h: the table of -cases: a column is an option or a constant, a row is a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_TABLE_H
#define FS_STUDY_CASE_TABLE_H

#include "input/option_list.h"

/* CaseTable - A table. All its members are owned. */
typedef struct {
  char *path; /* path of the file */
  /* contents of the file, which are written to the file of results as a record */
  char *text;
  char *fields; /* a copy of the contents of the file, into which name and value point */
  /* ncolumns: number of columns. n: number of rows of value. capacity: number of rows for which
     value has memory. */
  PetscInt ncolumns, n, capacity;
  /* [ncolumns] name of each column: that of an option, with its dash, or that of a constant of
     -let */
  const char **name;
  /* [n][ncolumns] value of each column in each row; "" if the case does not get the option */
  const char **value;
} CaseTable;

/* CaseTableRead - Reads the file that -cases names on rank 0, and sends it to all ranks.

   The first line has the names of the columns. Commas separate values; a value that has a comma is
   enclosed in quotation marks. Empty lines, and lines that start with #, are skipped.
   Input:
     supplied  all given options; the file may be in the directory of the options file that names it
     name      value of -cases
   Output:
     table  the caller destroys it by CaseTableDestroy()
   Collective. Input errors: the file cannot be read or has no rows. A row has another number of
   values than the first line. The name of a column is not the name of an option or constant, or
   occurs twice. */
PetscErrorCode CaseTableRead(MPI_Comm comm, FsOptionList supplied, const char name[],
                             CaseTable *table);
PetscErrorCode CaseTableDestroy(CaseTable *table);

/* case_table_value - Returns the value of a column of the table of -cases in row k; "" if the case
   of this row has no value. */
static inline const char *case_table_value(const CaseTable *table, PetscInt k, PetscInt column)
{
  return table->value[k * table->ncolumns + column];
}

#endif
