/* options_record.h: compares the options of an earlier run with those of this run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_OPTIONS_RECORD_H
#define FS_INPUT_OPTIONS_RECORD_H

#include <fs/options.h>

/* OptionsCompareRecord - Checks that this run may continue from the state of an earlier run.

   The end time, the loads, tolerances and limits of steps, solvers, and the output may be different
   in the two runs.
   Input:
     option, path  the option that names the earlier run, such as "-restart", and its file, for
                   messages
     record        the options of the earlier run, as FsOptionsRecord() has written them
   Output:
     loads_changed  whether the loads of the two runs differ. If the pointer is NULL, the function
                    compares only the options of the mesh, the parts, the supports and the joints
   Collective. Input error: another option differs; the message names the first one. */
PetscErrorCode OptionsCompareRecord(FsOptions o, MPI_Comm comm, const char option[],
                                    const char path[], const char record[],
                                    PetscBool *loads_changed);

#endif
