/* rows_file.h: the results file of many cases, which has a row for each case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_ROWS_FILE_H
#define FS_STUDY_ROWS_FILE_H

#include "case_table.h"
#include "row_journal.h"

/* RowsFile - What the file says about the run. Pointers are borrowed. */
typedef struct {
  const char      *path;                /* path of the file */
  const char      *options;             /* record of the options that all cases have */
  const CaseTable *table;               /* the table of the cases */
  PetscInt         id;                  /* number of the run, from 0 to 2^31 - 1 */
  PetscInt         groups, group_ranks; /* number of groups; number of ranks of a group */
} RowsFile;

/* RowsFileWrite - Writes the file on this rank, first under another name, and then replaces the old
   file, so that a complete file exists at any time.

   Input:
     rows    the rows of all cases
     status  the attribute status: "running", "done", "stopped by SIGTERM", ...
   Not collective. */
PetscErrorCode RowsFileWrite(const RowsFile *file, const CaseRows *rows, const char status[]);

/* RowsFileReadId - Reads the number of the run that wrote the file, for a restart.

   Changed:
     file  path, options and table are given; the function sets id
   Output:
     done  whether the run had finished (the attribute status is "done")
   Collective. Input errors: there is no such file; the file is of a run with other options or
   another table. */
PetscErrorCode RowsFileReadId(MPI_Comm comm, RowsFile *file, PetscBool *done);

#endif
