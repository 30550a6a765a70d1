/* rows_file.h: the results file of many cases, which has a row for each case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_ROWS_FILE_H
#define FS_STUDY_ROWS_FILE_H

#include "case_table.h"
#include "row_journal.h"

/* RowsFile - What the file says about the run. */
typedef struct {
  const char      *path;    /* of the file */
  const char      *options; /* record of the options that all cases have */
  const CaseTable *table;
  PetscInt         id; /* number of the run, from 0 to 2^31 - 1 */
  PetscInt         groups, group_ranks;
} RowsFile;

/* RowsFileWrite - Writes the file on this rank, under another name, and then replaces the old one.

   Input:
     status  the attribute status: "running", "done", "stopped by SIGTERM"
   Not collective. */
PetscErrorCode RowsFileWrite(const RowsFile *file, const CaseRows *rows, const char status[]);

/* RowsFileReadId - Checks that the file is of a run with the same options and the same table, and
   returns the number of the run.

   Output:
     done  the attribute status is "done"
   Collective. Input errors: it is not; there is no such file. */
PetscErrorCode RowsFileReadId(MPI_Comm comm, RowsFile *file, PetscBool *done);

#endif
