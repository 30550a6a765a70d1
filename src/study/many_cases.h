/* many_cases.h: runs the cases of a table, several at once, into one file of results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_MANY_CASES_H
#define FS_STUDY_MANY_CASES_H

#include <fs/options.h>

/* ManyCasesRun - Runs the cases of -cases, and prints a last line with how many failed.

   Groups of -cases_ranks ranks take the next case from a queue. A case that fails becomes a row
   with its message and status.
   Input:
     supplied  all options that were given
   Collective. Input errors are raised before a case starts. Other errors: all cases have failed, a
   file cannot be written, a signal has stopped the run. */
PetscErrorCode ManyCasesRun(MPI_Comm comm, FsOptionList supplied);

#endif
