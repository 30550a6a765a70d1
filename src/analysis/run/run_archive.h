/* run_archive.h: writes and reads everything that a run needs to continue. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_ARCHIVE_H
#define FS_ANALYSIS_RUN_RUN_ARCHIVE_H

#include "run.h"

/* RunArchive - Writes everything that a run needs to continue to an archive, or reads it if the
   archive is open for reading.

   Input:
     run  a pointer to a Run; it has the type void * because the archive calls the function
   Collective. */
PetscErrorCode RunArchive(void *run, FsArchive a);

#endif
