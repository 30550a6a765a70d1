/* run_archive.h: saves a run in checkpoints, and continues from them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_ARCHIVE_H
#define FS_ANALYSIS_RUN_RUN_ARCHIVE_H

#include "run.h"

/* RunArchive - Writes or reads everything that a run needs to continue; run is a Run.

   Collective, as all functions here. */
PetscErrorCode RunArchive(void *run, FsArchive a);

/* RunContinueEnergies - Prepares energies and works for the step after a state that was read. */
PetscErrorCode RunContinueEnergies(Run *run);

/* RunSaveCheckpoint - Flushes the output and writes the checkpoint of -checkpoint. */
PetscErrorCode RunSaveCheckpoint(Run *run);

/* RunWriteCheckpoint - Flushes the output and writes a checkpoint to path. Input error: the path is
   that of the output. */
PetscErrorCode RunWriteCheckpoint(Run *run, const char path[]);

#endif
