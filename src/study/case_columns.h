/* case_columns.h: checks the columns of a table of cases before a case starts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_CASE_COLUMNS_H
#define FS_STUDY_CASE_COLUMNS_H

#include "case_table.h"

/* case_option_is_of_run - Returns whether an option is for the run of all cases, such as -output,
   or acts on the whole program, and not for a case. */
PetscBool case_option_is_of_run(const char name[]);

/* CaseColumnsCheck - Input error: the manual has no option with the name of a column, or the option
   is not for a case. Collective. */
PetscErrorCode CaseColumnsCheck(MPI_Comm comm, const CaseTable *table);

/* case_columns_first_row - Returns the first row that has a value of a column; n if none has. */
PetscInt case_columns_first_row(const CaseTable *table, PetscInt column);

/* case_columns_unknown - Returns whether the message of a case in row k says that a column is
   unknown, which no earlier row has. The case alone knows the names of parts, loads, ... */
PetscBool case_columns_unknown(const CaseTable *table, PetscInt k, const char message[]);

#endif
