/* memory_archive.h: archives a state in memory, to return to it in the same run. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_PATH_MEMORY_ARCHIVE_H
#define FS_ANALYSIS_PATH_MEMORY_ARCHIVE_H

#include <fs/archive.h>
#include "model/model.h"

/* The numbers of this rank, in the order in which they were written. */
typedef struct {
  PetscInt   n, capacity, position; /* numbers written, allocated, read; each has 8 bytes */
  PetscReal *words;                 /* [capacity] */
  PetscInt   nodes, cells;          /* of this rank */
} MemoryArchive;

/* MemoryArchiveWrite, MemoryArchiveRead - Return an archive that writes or reads from the start.

   The archive borrows memory. Writing replaces what memory contains. Reading must follow the order
   of writing. Archives of matrices are not supported. Not collective. */
struct _n_FsArchive MemoryArchiveWrite(MemoryArchive *memory, Model model);
struct _n_FsArchive MemoryArchiveRead(MemoryArchive *memory, Model model);

/* MemoryArchiveCopy - Copies the numbers. to must be zero or destroyed. */
PetscErrorCode MemoryArchiveCopy(const MemoryArchive *from, MemoryArchive *to);
PetscErrorCode MemoryArchiveDestroy(MemoryArchive *memory);

#endif
