/* file.h: the HDF5 file. Rank 0 keeps its structure, all ranks write their own rows of big datasets straight into place. Every
   function is collective; a failed write is an error on all ranks, after which the file is left as it was last flushed and further
   calls do nothing. */
#ifndef FILE_H
#define FILE_H

#include <fs/fs.h>

typedef struct _n_File *File;
typedef enum { FILE_REAL, FILE_INT, FILE_INT64 } FileType; /* double, PetscInt, int64_t in memory */

PetscErrorCode FileCreate(MPI_Comm comm, const char path[], PetscBool overwrite, File *file);
PetscErrorCode FileClose(File *file);
PetscErrorCode FileFlush(File file);
PetscBool      FileFailed(File file);

/* Paths are absolute; groups on the way are made. A dataset [total][columns] of which this rank has the n rows from first on; columns = 0: [total]. */
PetscErrorCode FileWriteRows(File file, const char path[], FileType type, PetscInt total, PetscInt first, PetscInt n,
                             PetscInt columns, const void *data);

/* A dataset [0][columns] that grows; columns = 0: [0]. Append puts n rows, which the rank owner has, behind the at rows there. */
PetscErrorCode FileSeriesCreate(File file, const char path[], FileType type, PetscInt columns);
PetscErrorCode FileSeriesAppend(File file, const char path[], FileType type, PetscInt columns, PetscInt at, PetscInt n,
                                PetscMPIInt owner, const void *data);

/* Attributes of the object at path; an existing one is replaced. The same value on all ranks. */
PetscErrorCode FileAttributeText(File file, const char path[], const char name[], const char text[]);
PetscErrorCode FileAttributeInt(File file, const char path[], const char name[], PetscInt value);
PetscErrorCode FileAttributeReal(File file, const char path[], const char name[], PetscReal value);

#endif
