/* memory_file.h: keeps the contents of a file in memory, for programs that read them there
   (FileCreateInMemory).

   A rank stores its own rows of datasets whose rows are distributed. Paths are those of file.h. The
   path of an attribute is the path of its group, then "@" and its name, such as "/@status". The
   functions return PETSC_ERR_MEM if memory runs out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_MEMORY_FILE_H
#define FS_FILE_MEMORY_FILE_H

#include "file.h"

typedef struct _n_MemoryFile *MemoryFile;

PetscErrorCode MemoryFileCreate(MemoryFile *m);
PetscErrorCode MemoryFileDestroy(MemoryFile *m);

/* The functions below do what the functions of file.h do whose names are the same after "File":
   MemoryWriteRows does what FileWriteRows does. They are not collective. */
PetscErrorCode MemoryWriteRows(MemoryFile m, const char path[], FileType type, PetscInt total,
                               PetscInt first, PetscInt n, PetscInt columns, const void *data);
PetscErrorCode MemoryStackCreate(MemoryFile m, const char path[], PetscInt layers, PetscInt total,
                                 PetscInt columns);
PetscErrorCode MemoryStackWrite(MemoryFile m, const char path[], PetscInt layer, PetscInt first,
                                PetscInt n, const PetscReal *data);
PetscErrorCode MemorySeriesCreate(MemoryFile m, const char path[], FileType type, FileRow row);

/* MemorySeriesAppend - Does what FileSeriesAppend does. data is NULL on ranks other than owner. */
PetscErrorCode MemorySeriesAppend(MemoryFile m, const char path[], PetscInt at, PetscInt n,
                                  PetscMPIInt owner, const void *data);
PetscErrorCode MemorySeriesTruncate(MemoryFile m, const char path[], PetscInt rows);
PetscErrorCode MemoryWriteText(MemoryFile m, const char path[], const char text[]);

/* MemoryRemove - Removes the group at path, with its datasets and attributes. Not collective.

   Output:
     found  PETSC_TRUE if there was such a group */
PetscErrorCode MemoryRemove(MemoryFile m, const char path[], PetscBool *found);

/* MemoryGetResult - Returns a dataset or attribute, which m owns until it changes, or NULL if it
   does not exist.

   The rows of a series are sent from the rank that owns them to all ranks. Collective. */
PetscErrorCode MemoryGetResult(MemoryFile m, MPI_Comm comm, const char path[],
                               const FileResult **result);

/* MemoryGetName - Returns the path of the dataset with the index k = 0, 1, ..., in the order in
   which they were created, or NULL after the last one. m owns it. Not collective. */
const char *MemoryGetName(MemoryFile m, PetscInt k);

#endif
