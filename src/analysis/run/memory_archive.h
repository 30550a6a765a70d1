/* memory_archive.h: an archive (fs/archive.h) in memory, which keeps a state of a run so that the
   same run can return to it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_MEMORY_ARCHIVE_H
#define FS_ANALYSIS_RUN_MEMORY_ARCHIVE_H

#include <fs/archive.h>
#include "model/model.h"

/* MemoryArchive - The values that this rank has written, in their order. All members are zero
   before the first use. */
typedef struct {
  /* the numbers of values of 8 bytes that are written, that have space, and that were read */
  PetscInt   n, capacity, position;
  PetscReal *words;        /* [capacity] the values */
  PetscInt   nodes, cells; /* the numbers of nodes and cells of the model on this rank */
} MemoryArchive;

/* MemoryArchiveWrite - Returns an archive that is open for writing, and replaces the contents of
   memory.

   The archive borrows memory. Not collective. */
struct _n_FsArchive MemoryArchiveWrite(MemoryArchive *memory, Model model);

/* MemoryArchiveRead - Returns an archive that is open for reading, and reads memory from its start.

   The archive borrows memory. Values must be read in the order in which they were written. Not
   collective. */
struct _n_FsArchive MemoryArchiveRead(MemoryArchive *memory, Model model);

/* MemoryArchiveCopy - Copies the contents of from to to, all of whose members are zero or which was
   destroyed. */
PetscErrorCode MemoryArchiveCopy(const MemoryArchive *from, MemoryArchive *to);
PetscErrorCode MemoryArchiveDestroy(MemoryArchive *memory);

#endif
