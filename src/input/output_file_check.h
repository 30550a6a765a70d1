/* output_file_check.h: checks files that a run will write, before it replaces one by mistake. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OUTPUT_FILE_CHECK_H
#define FS_INPUT_OUTPUT_FILE_CHECK_H

#include "option_list.h"

/* path_problem - Returns why a run must not write a file to path, or NULL if it may.

   Reasons are: it exists and overwrite is false; it is a symbolic link or is not a file; its
   directory cannot be written. Not collective. */
const char *path_problem(const char path[], PetscBool overwrite);

/* CheckOutputFiles - Checks the files that PETSc's options write in a run on nranks ranks.

   Call it on one rank. Returns 1 with the message if path_problem finds one, if the run reads the
   file, or if another option writes it. Otherwise returns 0. */
int CheckOutputFiles(OptionListBuilder *r, FsOptionList supplied, int nranks);

#endif
