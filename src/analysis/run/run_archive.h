/* run_archive.h: writes and reads everything that a run needs to continue. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_ARCHIVE_H
#define FS_ANALYSIS_RUN_RUN_ARCHIVE_H

#include "run.h"

/* RunArchive - Writes or reads everything that a run needs to continue; run is a Run.
   Collective. */
PetscErrorCode RunArchive(void *run, FsArchive a);

#endif
