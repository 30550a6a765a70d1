/* memory_archive.h: an archive in memory (fs/archive.h): what is written one after the other is read so. Used by paths.c to come back to a state of
   the same run. */
#ifndef FS_ANALYSIS_PATH_MEMORY_ARCHIVE_H
#define FS_ANALYSIS_PATH_MEMORY_ARCHIVE_H

#include <fs/archive.h>
#include "model/model.h"

typedef struct {
  PetscInt   n, capacity, at; /* words of 8 bytes: written, allocated, read so far */
  PetscReal *word;
  PetscInt   nodes, cells; /* of this rank */
} MemoryArchive;

/* *a is an archive on the tape, which is written anew, or read from its begin. Archives of matrices are not supported. */
struct _n_FsArchive MemoryArchiveWrite(MemoryArchive *memory, Model model);
struct _n_FsArchive MemoryArchiveRead(MemoryArchive *memory, Model model);
PetscErrorCode      MemoryArchiveCopy(const MemoryArchive *from,
                                      MemoryArchive       *to); /* to: destroyed, or never written */
PetscErrorCode      MemoryArchiveDestroy(MemoryArchive *memory);

#endif
