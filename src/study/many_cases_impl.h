/* many_cases_impl.h: the members of a run of many cases, and how it runs one of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_MANY_CASES_IMPL_H
#define FS_STUDY_MANY_CASES_IMPL_H

#include "case_queue.h"
#include "many_cases.h"
#include "many_cases_options.h"
#include "rows_file.h"

/* ManyCases - A run of many cases. */
typedef struct {
  MPI_Comm         comm; /* all ranks */
  PetscMPIInt      rank;
  FsOptionList     supplied; /* borrowed */
  ManyCasesOptions options;
  char             stop_file[PETSC_MAX_PATH_LEN + 8]; /* the run stops if it exists */
  CaseTable        table;
  CaseQueue        queue;
  RowsFile         file;
  PetscInt         ntodo, *todo;                   /* cases to run */
  int              journal;                        /* file of rows, on rank 0 of the group */
  const char      *problem;                        /* why the journal cannot be written, or NULL */
  int              stop;                           /* the reason to stop, or 0 */
  PetscLogDouble   started, next_write, next_line; /* wall times [s] */
  char             message[1200];
} ManyCases;

/* ManyCasesTry - Sets up case k, and finds out whether its message says that a column is unknown.
   m->message is then this message. Collective on the group. */
PetscErrorCode ManyCasesTry(ManyCases *m, PetscInt k, PetscBool *unknown);

/* ManyCasesRunOne - Runs case k, and appends its row to the journal, unless a signal has stopped
   it. Collective on the group. Error: only some ranks of the group know that the case has failed.
 */
PetscErrorCode ManyCasesRunOne(ManyCases *m, PetscInt k);

#endif
