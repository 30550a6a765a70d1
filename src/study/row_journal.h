/* row_journal.h: files to which groups append the rows of their cases, so that a kill loses none.

   The journal of group g is <results>.rows.<g>. A row is one write, with a checksum, and a row that
   a kill cuts short does not count. Nothing here is collective. Functions return NULL, or what is
   wrong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_ROW_JOURNAL_H
#define FS_STUDY_ROW_JOURNAL_H

#include "case_row.h"

/* CaseRow - A case that has ended. */
typedef struct {
  int         number, status; /* of the case, from 0; the exit status that the program would have */
  double      seconds;        /* wall time */
  int         nwarnings;
  const char *message, *warning; /* of the error, and the first warning; or empty */
  int         n;                 /* number of names */
  const char *names;             /* n texts, each closed by 0 */
  const int  *width;             /* [n] */
  const double *value;           /* all numbers */
} CaseRow;

/* RowJournalOpen - Opens the journal of a group, and locks it until the process ends or closes
 *fd. It cuts off a row that is not whole. */
const char *RowJournalOpen(const char results[], PetscInt group, PetscBool keep, int *fd);

/* RowJournalAppend - Appends a row. id is the number of the run. names of the row is not used. */
const char *RowJournalAppend(int fd, uint32_t id, const CaseRow *row, const CaseValues *values);

/* CaseRows - The rows of all journals of a run. */
typedef struct {
  PetscInt n;      /* number of cases of the table */
  CaseRow *row;    /* [n] status is CASE_MISSING if there is no row */
  int      nfiles; /* number of journals, and their contents, to which rows point */
  char   **bytes;
} CaseRows;
enum { CASE_MISSING = -1 };

/* RowJournalsRead - Reads all journals beside the results. Rows of other runs do not count. */
const char *RowJournalsRead(const char results[], uint32_t id, PetscInt n, CaseRows *rows);
void        CaseRowsDestroy(CaseRows *rows);

/* RowJournalsRemove - Removes all journals beside the results. */
void RowJournalsRemove(const char results[]);

#endif
