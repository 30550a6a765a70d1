/* options_compare.h: compares the options of an earlier run with those of this run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OPTIONS_COMPARE_H
#define FS_INPUT_OPTIONS_COMPARE_H

#include <fs/options.h>

/* OptionsCompareRecord - Checks that this run may continue from the state of an earlier run.

   Input:
     option         the option that names the earlier run, such as "-restart", for messages
     path           the file of the earlier run, for messages
     record         the options of the earlier run, from FsOptionsRecord
   Output:
     loads_changed  PETSC_TRUE if the loads of the two runs differ. NULL means that only options of
                    the mechanical model are compared, without loads
   These options may change: the end time, the loads, tolerances and limits of steps, solvers, and
   the output. Input error: another option differs; the message names the first one. */
PetscErrorCode OptionsCompareRecord(FsOptions o, MPI_Comm comm, const char option[],
                                    const char path[], const char record[],
                                    PetscBool *loads_changed);

#endif
