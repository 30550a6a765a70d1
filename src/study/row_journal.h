/* row_journal.h: files to which groups append the rows of their cases, so that a kill loses none.

   The journal of group g is <results>.rows.<g>, a text file. A line of it is a row, and each field
   of the row ends with a tab. The fields are the number of the run, that of the case, the exit
   status, the wall time, the number of warnings, the message and the first warning. For each result
   follow its name and its numbers, with blanks between the numbers. A row is one write. A kill can
   only cut the last line short, and a line without its end is no row. Nothing here is collective.
   Functions return NULL, or what is wrong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_ROW_JOURNAL_H
#define FS_STUDY_ROW_JOURNAL_H

#include <string.h>
#include "case_row.h"

/* CaseRow - A case that has ended. */
typedef struct {
  int         number, status; /* of the case, from 0; the exit status that the program would have */
  double      seconds;        /* wall time */
  int         nwarnings;
  const char *message, *warning; /* of the error, and the first warning; or empty */
  const char *values; /* texts, each closed by 0: a name, its numbers, and so on; at last "" */
} CaseRow;

/* text_after - Returns the text that follows a text of CaseRow.values. */
static inline const char *text_after(const char text[]) { return text + strlen(text) + 1; }

/* RowJournalOpen - Opens the journal of a group, and locks it until the process ends or closes
 *fd. It cuts off a last line without its end. */
const char *RowJournalOpen(const char results[], PetscInt group, PetscBool keep, int *fd);

/* RowJournalAppend - Appends a row. id is the number of the run. row->values is not used. */
const char *RowJournalAppend(int fd, PetscInt id, const CaseRow *row, const CaseValues *values);

/* CaseRows - The rows of all journals of a run. */
typedef struct {
  PetscInt n;      /* number of cases of the table */
  CaseRow *row;    /* [n] status is CASE_MISSING if there is no row */
  int      nfiles; /* number of journals, and their contents, to which rows point */
  char   **bytes;
} CaseRows;
enum { CASE_MISSING = -1 };

/* RowJournalsRead - Reads all journals beside the results. Rows of other runs do not count. */
const char *RowJournalsRead(const char results[], PetscInt id, PetscInt n, CaseRows *rows);
void        CaseRowsDestroy(CaseRows *rows);

/* RowJournalsRemove - Removes all journals beside the results. */
void RowJournalsRemove(const char results[]);

#endif
