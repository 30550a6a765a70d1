/* file.h: an HDF5 file that all ranks write. Rank 0 makes groups, datasets and attributes; every rank writes its own
   rows of big datasets. Called by output; reader.h reads. Begin at FileWriteRows.
   Every function but FileFailed and FileNeedsFlush is collective. If any rank fails to write, all ranks return
   PETSC_ERR_FILE_WRITE; what was written before is then flushed, for which room is reserved (reserve_space.h), and further calls do
   nothing and succeed. Paths in the file are absolute ("/mesh/nodes"); missing groups are made. */
#ifndef FS_FILE_FILE_H
#define FS_FILE_FILE_H

#include <fs/fs.h>

typedef struct _n_File *File;
typedef enum {
  FILE_REAL,
  FILE_INT,
  FILE_INT64,
  FILE_FLOAT
} FileType; /* double, PetscInt, int64_t, float in memory */

size_t FileTypeSize(FileType type); /* bytes */

/* Create makes the file at path and locks it until Close: others may open it to read; option, which is borrowed, begins
   messages. Reopen takes one that is there, to go on with it. Input errors: the file exists and
   overwrite is false; it cannot be made; another run has it. Flush puts what was written on the disk; until then readers
   find the file as it was at the last flush. Reserve makes sure of room for as many rows of every series as Append takes at a
   time; a disk that is full is met there, and not by rows that there would be no other place for. IsDue: on rank 0, that was a while ago. Failed: a write has failed. */
PetscErrorCode FileCreate(MPI_Comm comm, const char option[], const char path[],
                          PetscBool overwrite, File *file);
PetscErrorCode FileReopen(MPI_Comm comm, const char option[], const char path[], File *file);
PetscErrorCode FileClose(File *file);
PetscErrorCode FileFlush(File file);
PetscErrorCode FileReserve(File file);
PetscErrorCode FileSync(File file); /* what the ranks have written is on the disk */
PetscBool      FileNeedsFlush(File file);
PetscBool      FileFailed(File file);

/* Make and fill the dataset [total][columns], or [total] if columns is 0: this rank writes data[n][columns], the rows
   from number first on. The rows of all ranks must cover the dataset. */
PetscErrorCode FileWriteRows(File file, const char path[], FileType type, PetscInt total,
                             PetscInt first, PetscInt n, PetscInt columns, const void *data);

/* Tables of one shape, a layer each: [layers][total][columns] of FILE_REAL, without values at first; Write fills in the rows first to
   first + n - 1 of one layer, also of a table of FileWriteRows, which has one. */
PetscErrorCode FileStackCreate(File file, const char path[], PetscInt layers, PetscInt total,
                               PetscInt columns);
PetscErrorCode FileStackWrite(File file, const char path[], PetscInt total, PetscInt columns,
                              PetscInt layer, PetscInt first, PetscInt n, const PetscReal *data);

/* Datasets that grow. Create makes an empty one. Append writes data[n] rows, which only the rank owner needs to have, behind the
   first at rows; at is the number of rows so far, n at most 1024. */
typedef struct {
  PetscInt items, columns; /* a row is [items][columns]; items 0: [columns]; both 0: one value */
} FileRow;
PetscErrorCode FileSeriesCreate(File file, const char path[], FileType type, FileRow row);
PetscErrorCode FileSeriesAppend(File file, const char path[], FileType type, FileRow row,
                                PetscInt at, PetscInt n, PetscMPIInt owner, const void *data);

/* Values of a row. */
static inline PetscInt file_row_values(FileRow row)
{
  return PetscMax(1, row.items) * PetscMax(1, row.columns);
}

/* In a file that is gone on with. Cut: the series keeps its first rows; input error: it has not so many, or others.
   RemoveFrom: groups format (first), (first + 1), ... go. Remove: the group at path goes, if it is there. */
PetscErrorCode FileSeriesTruncate(File file, const char path[], FileType type, FileRow row,
                                  PetscInt rows);
PetscErrorCode FileRemove(File file, const char path[]);
PetscErrorCode FileRemoveFrom(File file, const char format[], PetscInt first);

/* A text of any length as the dataset path/name, and as the attribute of that name of the group at path, if it is short enough for
   one. Every rank gives the same text. */
PetscErrorCode FileWriteText(File file, const char path[], const char name[], const char text[]);

/* Set an attribute of the group or dataset at path, which exists. Every rank gives the same value. */
PetscErrorCode FileSetAttributeText(File file, const char path[], const char name[],
                                    const char text[]);
/* *value = an attribute of the root group that is an integer; as it was where there is none. */
PetscErrorCode FileGetAttributeInt(File file, const char name[], PetscInt *value);

PetscErrorCode FileSetAttributeInt(File file, const char path[], const char name[], PetscInt value);
PetscErrorCode FileSetAttributeReal(File file, const char path[], const char name[],
                                    PetscReal value);

#endif
