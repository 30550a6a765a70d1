/* memory_file.h: keeps the contents of a file in memory, for programs that read them there.

   Each rank has its rows of datasets whose rows are distributed. Paths are those of file.h; the
   attribute name of path is "path@name", such as "/@status". Functions return PETSC_ERR_MEM if
   memory is missing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_MEMORY_FILE_H
#define FS_FILE_MEMORY_FILE_H

#include "file.h"

typedef struct _n_MemoryFile *MemoryFile;

PetscErrorCode MemoryFileCreate(MemoryFile *m);
PetscErrorCode MemoryFileDestroy(MemoryFile *m);

/* The functions below do what those of file.h do whose names end like theirs. They are not
   collective. */
PetscErrorCode MemoryWriteRows(MemoryFile m, const char path[], FileType type, PetscInt total,
                               PetscInt first, PetscInt n, PetscInt columns, const void *data);
PetscErrorCode MemoryStackCreate(MemoryFile m, const char path[], PetscInt layers, PetscInt total,
                                 PetscInt columns);
PetscErrorCode MemoryStackWrite(MemoryFile m, const char path[], PetscInt layer, PetscInt first,
                                PetscInt n, const PetscReal *data);
PetscErrorCode MemorySeriesCreate(MemoryFile m, const char path[], FileType type, FileRow row);

/* MemorySeriesAppend - data is NULL on ranks that do not own the rows. */
PetscErrorCode MemorySeriesAppend(MemoryFile m, const char path[], PetscInt at, PetscInt n,
                                  PetscMPIInt owner, const void *data);
PetscErrorCode MemorySeriesTruncate(MemoryFile m, const char path[], PetscInt rows);
PetscErrorCode MemoryWriteText(MemoryFile m, const char path[], const char text[]);

/* MemoryRemove - Removes the group at path, with its attributes. Not collective.

   Output:
     found  whether there was such a group */
PetscErrorCode MemoryRemove(MemoryFile m, const char path[], PetscBool *found);

/* MemoryGetResult - Returns a dataset, which m owns until it changes, or NULL if it does
   not exist.

   The rows of a series are sent from their owner to all ranks. Collective. */
PetscErrorCode MemoryGetResult(MemoryFile m, MPI_Comm comm, const char path[],
                               const FileResult **result);

/* MemoryGetName - Returns the path of dataset k = 0, 1, ..., in the order of creation, or NULL
   behind the last one. Not collective. */
const char *MemoryGetName(MemoryFile m, PetscInt k);

#endif
