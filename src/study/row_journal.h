/* row_journal.h: files to which groups of ranks append the results of their cases, so that no
   result is lost if the run is killed.

   The results of a case are called its row. The journal of group g is the text file
   <results>.rows.<g>, where <results> is the path of the results file. A line of the journal is a
   row, and each field of the row ends with a tab. The fields are the number of the run, the number
   of the case, the exit status, the wall-clock time, the number of warnings, the error message and
   the first warning. Then follow, for each value, its name and its numbers, with blanks between the
   numbers. A row is written by one call. If the run is killed, at most the last line is incomplete;
   a line without its end is ignored. No function is collective. Functions that return a text return
   NULL, or what is wrong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_ROW_JOURNAL_H
#define FS_STUDY_ROW_JOURNAL_H

#include <string.h>
#include "case_row.h"

/* CaseRow - A case that has ended. */
typedef struct {
  int    number, status; /* number of the case, from 0; exit status that the program would have */
  double seconds;        /* wall-clock time of the case [s] */
  int    nwarnings;      /* number of warnings of the case */
  const char *message, *warning; /* error message, or ""; first warning, or "" */
  /* the values: texts that follow each other, each closed by a 0: a name, its numbers, the next
     name, ...; "" after the last ones */
  const char *values;
} CaseRow;

/* text_after - Returns the text that follows a given text in CaseRow.values. */
static inline const char *text_after(const char text[]) { return text + strlen(text) + 1; }

/* RowJournalOpen - Opens or creates the journal of a group, and locks it against other runs until
   the process ends or closes the file.

   Input:
     results  path of the results file
     group    number of the group
     keep     whether the rows in the file are kept, except an incomplete last line; otherwise the
              file is emptied
   Output:
     fd  descriptor of the file */
const char *RowJournalOpen(const char results[], PetscInt group, PetscBool keep, int *fd);

/* RowJournalAppend - Appends a row.

   Input:
     fd      descriptor of the journal
     id      number of the run
     row     the row; its member values is not used
     values  the values of the row */
const char *RowJournalAppend(int fd, PetscInt id, const CaseRow *row, const CaseValues *values);

/* CaseRows - The rows of all journals of a run. */
typedef struct {
  PetscInt n;      /* number of cases of the table */
  CaseRow *row;    /* [n] row of each case; status is CASE_MISSING if the case has no row */
  int      nfiles; /* number of journals */
  char   **bytes;  /* [nfiles] contents of the journals, to which the texts of rows point */
} CaseRows;
enum { CASE_MISSING = -1 };

/* RowJournalsRead - Reads the journals of all groups. Rows of other runs are ignored.

   Input:
     results  path of the results file
     id       number of the run
     n        number of cases of the table
   Output:
     rows  the caller destroys it by CaseRowsDestroy() */
const char *RowJournalsRead(const char results[], PetscInt id, PetscInt n, CaseRows *rows);
void        CaseRowsDestroy(CaseRows *rows);

/* RowJournalsRemove - Removes the journals of all groups. */
void RowJournalsRemove(const char results[]);

#endif
