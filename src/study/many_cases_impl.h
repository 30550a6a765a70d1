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
  char             stop_file[PETSC_MAX_PATH_LEN + 8]; /* path of the file that stops the run */
  CaseTable        table;
  CaseQueue        queue;
  RowsFile         file;         /* what the results file says about the run */
  PetscInt         ntodo, *todo; /* [ntodo] rows of the cases to run */
  int              journal; /* descriptor of the group's file of rows, on rank 0 of the group */
  const char      *problem; /* why the journal cannot be written, or NULL if it can */
  int              stop;    /* the reason to stop before all cases are run, or 0 */
  /* wall-clock times of the start, of the next update of the file, of the next line [s] */
  PetscLogDouble started, next_write, next_line;
  char           message[1200]; /* error message of the case that was tried, or of the first case
                                   that failed */
} ManyCases;

/* ManyCasesTry - Sets up case k without running it, to find out whether the name of a column is
   unknown.

   Output:
     unknown  whether the set-up fails because the name of a column is unknown; m->message is then
              the error message
   Collective on the group. */
PetscErrorCode ManyCasesTry(ManyCases *m, PetscInt k, PetscBool *unknown);

/* ManyCasesRunOne - Runs case k, and appends the row of its results to the journal, unless a signal
   has stopped the case.

   Collective on the group. A case that fails is not an error. Error: only some ranks of the group
   know that the case has failed, so that the group cannot continue. */
PetscErrorCode ManyCasesRunOne(ManyCases *m, PetscInt k);

#endif
