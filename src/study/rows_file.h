/* rows_file.h: the results file of many cases, which has a row for each case. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_ROWS_FILE_H
#define FS_STUDY_ROWS_FILE_H

#include <string.h>
#include "case_table.h"
#include "case/case.h"

/* ---- case row -------------------------------------------------------------------------------- */

/* CaseValues - The values of one case, each with a name and one or several numbers. All arrays are
   owned. */
typedef struct {
  /* n: how many values there are. nnumbers: how many numbers all values have together. */
  int n, nnumbers;
  /* capacity: allocated entries of name and width. room: allocated entries of number. */
  int     capacity, room;
  char  **name;   /* [n] names, such as "tip/displacement/largest" */
  int    *width;  /* [n] how many numbers each value has */
  double *number; /* [nnumbers] the numbers of the first value, of the second one, ... */
} CaseValues;

/* CaseResults - A function by which the datasets of results of a case are found. */
typedef struct {
  void *context; /* first argument of find */
  /* The function that finds a dataset of results by its path. *found is PETSC_FALSE if the dataset
     does not exist. Collective. */
  PetscErrorCode (*find)(void *context, const char path[], FsResult *result, PetscBool *found);
} CaseResults;

/* CaseValuesAddResult - Adds the values of one dataset of results to the row of a case.

   A history gives its last value, and the largest and smallest value of each component. A harmonic
   response gives its largest amplitude and the frequency of this amplitude. Modes, buckling and
   paths give all values of a short table. Other datasets give no values.
   Input:
     path  path of the dataset in the output file, as docs/result_files.md lists them
     r     the dataset
     all   function that finds another dataset, such as the frequencies, if the values need it
   Changed:
     v     the values of the row; all members are 0 before the first call; the caller destroys it by
           CaseValuesDestroy() */
PetscErrorCode CaseValuesAddResult(CaseValues *v, const char path[], const FsResult *r,
                                   const CaseResults *all);

/* case_values_may_need - Returns whether the row of a case may contain values of the dataset of
   results at a path. The result is PETSC_FALSE for datasets that can be large, such as snapshots,
   which need not be read. */
PetscBool case_values_may_need(const char path[]);

PetscErrorCode CaseValuesDestroy(CaseValues *v);

/* ---- row journal ----------------------------------------------------------------------------- */

/* Files to which groups of ranks append the results of their cases, so that no
   result is lost if the run is killed.
   The results of a case are called its row. The journal of group g is the text file
   <results>.rows.<g>, where <results> is the path of the results file. A line of the journal is a
   row, and each field of the row ends with a tab. The fields are the number of the run, the number
   of the case, the exit status, the wall-clock time, the number of warnings, the error message and
   the first warning. Then follow, for each value, its name and its numbers, with blanks between the
   numbers. A row is written by one call. If the run is killed, at most the last line is incomplete;
   a line without its end is ignored. No function is collective. Functions that return a text return
   NULL, or what is wrong. */

/* CaseRow - The results of a case that has ended. */
typedef struct {
  /* number: number of the case, from 0. status: exit status that the program would have. */
  int    number, status;
  double seconds;   /* wall-clock time of the case [s] */
  int    nwarnings; /* number of warnings of the case */
  /* message: error message of the case, or "". warning: first warning of the case, or "". */
  const char *message, *warning;
  /* The values of the row, as texts that follow each other, each closed by a 0: a name, its
     numbers, the next name, .... The last text is "". */
  const char *values;
} CaseRow;

/* text_after - Returns the text that follows a given text in CaseRow.values. */
static inline const char *text_after(const char text[]) { return text + strlen(text) + 1; }

/* RowJournalOpen - Opens or creates the journal of a group of ranks, the file to which it appends
   the results of its cases.

   Input:
     results  path of the results file
     group    number of the group
     keep     PETSC_TRUE if the rows in the file are kept, except an incomplete last line; otherwise
              the file is emptied
   Output:
     fd       descriptor of the file, which is locked against other runs until it is closed */
const char *RowJournalOpen(const char results[], PetscInt group, PetscBool keep, int *fd);

/* RowJournalAppend - Appends the results of a case to the journal of a group of ranks.

   Input:
     fd      descriptor of the journal
     id      number of the run
     row     the row; its member values is not used
     values  the values of the row */
const char *RowJournalAppend(int fd, PetscInt id, const CaseRow *row, const CaseValues *values);

/* CaseRows - The rows of all journals of a run. */
typedef struct {
  PetscInt n; /* number of cases of the table */
  /* [n] results of each case; status is CASE_MISSING if the case has no row in the journals */
  CaseRow *row;
  int      nfiles; /* number of journals */
  char   **bytes;  /* [nfiles] contents of the journals, to which the texts of rows point */
} CaseRows;
enum { CASE_MISSING = -1 };

/* RowJournalsRead - Reads the journals, to which all groups of ranks have appended the results of
   their cases. Rows of other runs are ignored.

   Input:
     results  path of the results file
     id       number of the run
     n        number of cases of the table
   Output:
     rows     the results of the cases; the caller destroys them by CaseRowsDestroy() */
const char *RowJournalsRead(const char results[], PetscInt id, PetscInt n, CaseRows *rows);
void        CaseRowsDestroy(CaseRows *rows);

/* RowJournalsRemove - Removes the journals, to which groups of ranks have appended the results of
   their cases. */
void RowJournalsRemove(const char results[]);

/* RowsFile - What the results file of many cases contains about the run. All pointers are
   borrowed. */
typedef struct {
  const char      *path;    /* path of the file */
  const char      *options; /* record of the options that all cases have */
  const CaseTable *table;   /* the table of the cases */
  PetscInt         id;      /* number of the run, from 0 to 2^31 - 1 */
  /* groups: number of groups of ranks. group_ranks: number of ranks of a group. */
  PetscInt groups, group_ranks;
} RowsFile;

/* RowsFileWrite - Writes the results file of many cases on this rank.

   The file is written under another name, and then replaces the old file, so that a complete file
   exists at any time.
   Input:
     file    what the file contains about the run
     rows    the results of all cases
     status  the value of the attribute status: "running", "done", "stopped by SIGTERM", ...
   Not collective. */
PetscErrorCode RowsFileWrite(const RowsFile *file, const CaseRows *rows, const char status[]);

/* RowsFileReadId - Reads the number of the run that has written a results file of many cases, for a
   restart.

   Changed:
     file  the members path, options and table are given; the function sets the member id
   Output:
     done  PETSC_TRUE if the run had finished (the attribute status is "done")
   Collective. Input errors: there is no such file; the file is of a run with other options or
   another table. */
PetscErrorCode RowsFileReadId(MPI_Comm comm, RowsFile *file, PetscBool *done);

#endif
