/* case_table.h: the table of -cases: a column is an option or a constant, a row is a case; and
   checks of its columns. */
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

/* CaseTableOfCombinations - Makes a table with the column -combination and a row for each
   combination of load cases (-cases combinations).

   Input:
     o      the options of all cases
   Output:
     table  the caller destroys it by CaseTableDestroy()
   Collective. Input errors are those of CombinationNamesRead(). */
PetscErrorCode CaseTableOfCombinations(FsOptions o, MPI_Comm comm, CaseTable *table);
PetscErrorCode CaseTableDestroy(CaseTable *table);

/* case_table_value - Returns the value of a column of the table of -cases in row k; "" if the case
   of this row has no value. */
static inline const char *case_table_value(const CaseTable *table, PetscInt k, PetscInt column)
{
  return table->value[k * table->ncolumns + column];
}

/* ---- case columns ---------------------------------------------------------------------------- */

/* Checks the columns of a table of cases before a case starts.

   In the table of -cases a column is an option or a constant, and a row is a case. */

/* case_option_is_of_run - Returns whether an option must not be a column of the table of -cases.
   Such an option is for the run of all cases, such as -output, or acts on the whole program. */
PetscBool case_option_is_of_run(const char name[]);

/* CaseColumnsCheck - Checks the names of those columns of the table of -cases that are options.

   Collective. Input error: the manual has no option with the name of a column, or the option is for
   the run of all cases. */
PetscErrorCode CaseColumnsCheck(MPI_Comm comm, const CaseTable *table);

/* case_columns_first_row - Returns the first row of a table of cases that has a value in a column,
   or the number of rows if no row has a value there. */
PetscInt case_columns_first_row(const CaseTable *table, PetscInt column);

/* case_columns_unknown - Returns whether the error message of a case says that the name of a column
   is unknown, for instance because it has the name of a part that does not exist.

   Only a case that is set up can find this out. Columns that have a value in an earlier row are not
   considered, because that row has tested them.
   Input:
     k        row of the case in the table of cases
     message  error message of the case */
PetscBool case_columns_unknown(const CaseTable *table, PetscInt k, const char message[]);

#endif
