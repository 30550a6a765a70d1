/* file.h: writes an HDF5 file from all ranks.

   Rank 0 makes groups, datasets and attributes; every rank writes its own rows of large
   datasets. reader.h reads the file. Paths in the file are absolute ("/mesh/nodes"); missing
   groups are made. All functions are collective, except FileTypeSize, FileFailed and
   FileNeedsFlush. If any rank fails to write, all ranks return PETSC_ERR_FILE_WRITE. Data that
   was written before is then flushed into reserved disk space (reserve_space.h). Later calls that
   write do nothing and return no error.

   A series is a dataset that grows by rows, such as a time history. A stack is a dataset of layers
   with equal numbers of rows, such as mode shapes.

   Headers for other rooms:
     leftovers.h  names of unfinished files, and their removal after a kill
     reader.h     reads the HDF5 files that file.h writes */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_FILE_H
#define FS_FILE_FILE_H

#include <fs/fs.h>

typedef struct _n_File *File;

/* FileType - The type of values in memory: PetscReal, PetscInt, int64_t or float. */
typedef enum { FILE_REAL, FILE_INT, FILE_INT64, FILE_FLOAT } FileType;

/* FileTypeSize - Returns the number of bytes of a value. */
size_t FileTypeSize(FileType type);

/* FileCreate - Creates the file at path and locks it until FileClose.

   Input:
     option     the option that names the file, for messages; borrowed
     overwrite  replaces an existing file
   Other programs may open the file to read. Input errors: the file exists and overwrite is
   PETSC_FALSE; it cannot be made; another run uses it. */
PetscErrorCode FileCreate(MPI_Comm comm, const char option[], const char path[],
                          PetscBool overwrite, File *file);

/* FileCreateInMemory - Creates a file that is on no disk, whose contents FileGetResult returns.

   Functions that flush, reserve or synchronise do nothing. */
PetscErrorCode FileCreateInMemory(MPI_Comm comm, File *file);

/* FileIsInMemory - Returns whether FileCreateInMemory has made the file. Not collective. */
PetscBool FileIsInMemory(File file);

/* FileResult - A dataset of a file in memory. */
typedef struct {
  FileType type;
  PetscInt ndims, dims[3]; /* shape of the dataset on all ranks */
  /* this rank's rows: n of them, from first on, along dims[axis]; n is the length of a text */
  PetscInt    axis, first, n;
  PetscBool   is_text; /* data is a text, which ends with 0 */
  const void *data;
} FileResult;

/* FileGetResult - Returns a dataset of a file in memory, or NULL. The attribute name of path is
   "path@name". The file owns the result until the next function that writes. */
PetscErrorCode FileGetResult(File file, const char path[], const FileResult **result);

/* FileGetResultName - Returns the path of dataset k = 0, 1, ... of a file in memory, or NULL behind
   the last one. Not collective. */
const char *FileGetResultName(File file, PetscInt k);

/* FileReopen - Opens and locks an existing file, to continue it. Arguments as in FileCreate.

   Input errors: the file does not exist or is not an HDF5 file; another program uses it. */
PetscErrorCode FileReopen(MPI_Comm comm, const char option[], const char path[], File *file);

/* FileClose - Flushes, closes and unlocks the file, and sets *file to NULL. */
PetscErrorCode FileClose(File *file);

/* FileFlush - Writes all changes to the disk. Before, readers find the file as the last flush left
   it. */
PetscErrorCode FileFlush(File file);

/* FileReserve - Reserves disk space for the next rows of every series.

   A full disk then causes an error here, and not while related rows are appended one after
   another. */
PetscErrorCode FileReserve(File file);

/* FileSync - Writes the rows of all ranks to the disk. */
PetscErrorCode FileSync(File file);

/* FileNeedsFlush - Returns on rank 0 whether the last flush was long ago, on other ranks
   PETSC_FALSE. */
PetscBool FileNeedsFlush(File file);

/* FileFailed - Returns whether a write has failed. */
PetscBool FileFailed(File file);

/* FileWriteRows - Creates and fills the dataset [total][columns], or [total] if columns is 0.

   This rank writes data[n][columns] into rows first to first + n - 1. The rows of all ranks must
   cover the dataset. */
PetscErrorCode FileWriteRows(File file, const char path[], FileType type, PetscInt total,
                             PetscInt first, PetscInt n, PetscInt columns, const void *data);

/* FileRows - The rows of one dataset, with the arguments of FileWriteRows. All is borrowed. */
typedef struct {
  const char *path;
  FileType    type;
  PetscInt    total, first, n, columns;
  const void *data;
} FileRows;

/* FileWriteManyRows - Does what FileWriteRows does for each of several datasets.

   The number of collective calls does not depend on the number of datasets.
   Input:
     what      names the datasets together, for the message if they cannot be written
     datasets  [count] the same datasets in the same order on all ranks
   Collective. */
PetscErrorCode FileWriteManyRows(File file, const char what[], PetscInt count,
                                 const FileRows datasets[]);

/* FileStackCreate - Creates a stack, the dataset [layers][total][columns] of FILE_REAL, without
   values. */
PetscErrorCode FileStackCreate(File file, const char path[], PetscInt layers, PetscInt total,
                               PetscInt columns);

/* FileStackWrite - Writes rows of one layer of a stack, or with layer 0 rows of a dataset of
   FileWriteRows.

   This rank writes data[n][columns] into rows first to first + n - 1. */
PetscErrorCode FileStackWrite(File file, const char path[], PetscInt total, PetscInt columns,
                              PetscInt layer, PetscInt first, PetscInt n, const PetscReal *data);

/* FileRow - The shape of a row of a series.

   It is [items][columns], or [columns] if items is 0. If items and columns are 0, a row is one
   value. */
typedef struct {
  PetscInt items, columns;
} FileRow;

/* file_row_values - Returns the number of values of a row. */
static inline PetscInt file_row_values(FileRow row)
{
  return PetscMax(1, row.items) * PetscMax(1, row.columns);
}

/* FileSeriesCreate - Creates a series without rows. */
PetscErrorCode FileSeriesCreate(File file, const char path[], FileType type, FileRow row);

/* FileSeriesAppend - Appends rows to a series.

   Input:
     at     number of rows that the series has before
     n      number of new rows, at most 1024
     owner  the rank whose data[n] is written; data of other ranks is not read */
PetscErrorCode FileSeriesAppend(File file, const char path[], FileType type, FileRow row,
                                PetscInt at, PetscInt n, PetscMPIInt owner, const void *data);

/* FileSeriesTruncate - Keeps only the first rows of a series.

   The argument rows is their number. Input error: the series has fewer rows, or rows of another
   shape. */
PetscErrorCode FileSeriesTruncate(File file, const char path[], FileRow row, PetscInt rows);

/* FileSeriesReopen - Does the same in a reopened file, and reserves space for more rows. */
PetscErrorCode FileSeriesReopen(File file, const char path[], FileType type, FileRow row,
                                PetscInt rows);

/* FileRemove - Removes the group or dataset at path, if it exists. */
PetscErrorCode FileRemove(File file, const char path[]);

/* FileRemoveFrom - Removes numbered groups, from the number first up to the first missing one.

   format makes the path of a group from its number, which is an int. */
PetscErrorCode FileRemoveFrom(File file, const char format[], PetscInt first);

/* FileWriteText - Writes a text, which is the same on all ranks, as the dataset path/name.

   A text of less than 60000 bytes also becomes the attribute name of the group at path. */
PetscErrorCode FileWriteText(File file, const char path[], const char name[], const char text[]);

/* FileSetAttributeText - Sets an attribute of the existing group or dataset at path. Every rank
   gives the same value. */
PetscErrorCode FileSetAttributeText(File file, const char path[], const char name[],
                                    const char text[]);
PetscErrorCode FileSetAttributeInt(File file, const char path[], const char name[], PetscInt value);
PetscErrorCode FileSetAttributeReal(File file, const char path[], const char name[],
                                    PetscReal value);

/* FileGetAttributeInt - Reads an integer attribute of the root group. *value does not change if
   the attribute does not exist. */
PetscErrorCode FileGetAttributeInt(File file, const char name[], PetscInt *value);

#endif
