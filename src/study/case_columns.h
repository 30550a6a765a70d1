/* case_columns.h: checks the columns of a table of cases before a case starts.

   In the table of -cases a column is an option or a constant, and a row is a case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_COLUMNS_H
#define FS_STUDY_CASE_COLUMNS_H

#include "case_table.h"

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
