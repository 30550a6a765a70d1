/* study.h: many cases of a table in one run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_STUDY_STUDY_H
#define FS_STUDY_STUDY_H

#include <fs/options.h>

/* ---- many cases ------------------------------------------------------------------------------ */

/* ManyCasesRun - Runs all cases of the table -cases, and prints how many have failed.

   Each group of -cases_ranks ranks takes the next case from a queue until no case is left. The
   results of a case are a row of the file; the row of a case that fails has its message and exit
   status.
   Input:
     supplied  all options that were given
   Collective. Input errors are raised before a case starts. Other errors: all cases have failed; a
   file cannot be written; a signal, -walltime or a file has stopped the run. */
PetscErrorCode ManyCasesRun(MPI_Comm comm, FsOptionList supplied);

/* ---- study ----------------------------------------------------------------------------------- */

#endif
