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

/* The following functions of a file in memory do what the functions of file.h with the same name
   after "File" do: MemoryWriteRows does what FileWriteRows does. They are not collective. */
PetscErrorCode MemoryWriteRows(MemoryFile m, const char path[], FileType type, PetscInt total,
                               PetscInt first, PetscInt n, PetscInt columns, const void *data);
PetscErrorCode MemoryStackCreate(MemoryFile m, const char path[], PetscInt layers, PetscInt total,
                                 PetscInt columns);
PetscErrorCode MemoryStackWrite(MemoryFile m, const char path[], PetscInt layer, PetscInt first,
                                PetscInt n, const PetscReal *data);
PetscErrorCode MemorySeriesCreate(MemoryFile m, const char path[], FileType type, FileRow row);

/* MemorySeriesAppend - Appends n rows to a series of a file in memory, a dataset that grows by
   rows.

   Input:
     at     the number of rows that the series has before the call
     owner  the rank that has the rows
     data   the rows; NULL on ranks other than owner */
PetscErrorCode MemorySeriesAppend(MemoryFile m, const char path[], PetscInt at, PetscInt n,
                                  PetscMPIInt owner, const void *data);
PetscErrorCode MemorySeriesKeepLast(MemoryFile m, const char path[], PetscInt rows);
PetscErrorCode MemorySeriesTruncate(MemoryFile m, const char path[], PetscInt rows);
PetscErrorCode MemoryWriteText(MemoryFile m, const char path[], const char text[]);

/* MemoryRemove - Removes a group of a file in memory, with its datasets and attributes. Not
   collective.

   Output:
     found  PETSC_TRUE if there was such a group */
PetscErrorCode MemoryRemove(MemoryFile m, const char path[], PetscBool *found);

/* MemoryGetResult - Returns a dataset or attribute of a file in memory, or NULL if it does not
   exist. The file m owns the result until it changes. The rows of a series are sent from the rank
   that owns them to all ranks. Collective. */
PetscErrorCode MemoryGetResult(MemoryFile m, MPI_Comm comm, const char path[],
                               const FileResult **result);

/* MemoryGetName - Returns the path of a dataset of a file in memory, or NULL after the last
   dataset. The file m owns the path. Not collective.

   Input:
     k  the index of the dataset, from 0, in the order in which the datasets were created */
const char *MemoryGetName(MemoryFile m, PetscInt k);

#endif
