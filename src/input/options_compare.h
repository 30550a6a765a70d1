/* options_compare.h: options of an earlier run, as FsOptionsRecord wrote them, against those of this one. */
#ifndef FS_INPUT_OPTIONS_COMPARE_H
#define FS_INPUT_OPTIONS_COMPARE_H

#include <fs/options.h>

/* With loads_changed NULL: of options that describe the model alone, but for loads; option: "-restart", for messages.
   Input error, which names the first option that differs and may not: what may change at a restart is the end, the loads from
   then on (loads_changed: they do), tolerances and limits of steps, solvers, and what is written. path: of the checkpoint, for the
   message. */
PetscErrorCode OptionsCompareRecord(FsOptions o, MPI_Comm comm, const char option[],
                                    const char path[], const char record[],
                                    PetscBool *loads_changed);

#endif
