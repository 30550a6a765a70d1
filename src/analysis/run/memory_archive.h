/* memory_archive.h: archives a state in memory, to return to it in the same run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_MEMORY_ARCHIVE_H
#define FS_ANALYSIS_RUN_MEMORY_ARCHIVE_H

#include <fs/archive.h>
#include "model/model.h"

/* MemoryArchive - The numbers of this rank, in the order in which they were written. */
typedef struct {
  PetscInt   n, capacity, position; /* how many numbers of 8 bytes are written, allocated, read */
  PetscReal *words;                 /* [capacity] */
  PetscInt   nodes, cells;          /* numbers of nodes and cells of this rank */
} MemoryArchive;

/* MemoryArchiveWrite - Returns an archive that replaces the contents of memory.

   The archive borrows memory. Not collective. */
struct _n_FsArchive MemoryArchiveWrite(MemoryArchive *memory, Model model);

/* MemoryArchiveRead - Returns an archive that reads memory from its start.

   The archive borrows memory. Read in the order in which memory was written. Not collective. */
struct _n_FsArchive MemoryArchiveRead(MemoryArchive *memory, Model model);

/* MemoryArchiveCopy - Copies from into to, which must be zero or destroyed. */
PetscErrorCode MemoryArchiveCopy(const MemoryArchive *from, MemoryArchive *to);
PetscErrorCode MemoryArchiveDestroy(MemoryArchive *memory);

#endif
