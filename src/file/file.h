/* file.h: writes an HDF5 file from all ranks.

   Rank 0 creates groups, datasets and attributes; every rank writes its own rows of large datasets.
   reader.h reads the file. Paths in the file are absolute ("/mesh/nodes"); groups of a path that do
   not exist are created. All functions are collective, unless they say otherwise. If some rank
   fails to write, all ranks return PETSC_ERR_FILE_WRITE. The data that was written before is then
   flushed into disk space that was reserved for it (file_impl.h). Later calls that write do
   nothing and return no error.

   A series is a dataset that grows by rows, such as a time history. A stack is a dataset of layers
   with equal numbers of rows, such as mode shapes.

   Headers for other rooms:
     leftovers.h  names of files that are being written, and their removal after a run was killed
     reader.h     reads the HDF5 files that file.h writes */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_FILE_H
#define FS_FILE_FILE_H

#include <fs/petsc_versions.h>

typedef struct _n_File *File;

/* FileType - The type of values in memory: PetscReal, PetscInt, int64_t or float. */
typedef enum { FILE_REAL, FILE_INT, FILE_INT64, FILE_FLOAT } FileType;

/* FileTypeSize - Returns the size of a value of a type of numbers [bytes]. Not collective. */
size_t FileTypeSize(FileType type);

/* FileCreate - Creates an HDF5 file at path and locks it until FileClose, so that no other run can
   write it. Other programs may open it to read.

   Input:
     option     the option that names the file, for messages; borrowed
     overwrite  PETSC_TRUE to replace an existing file
   Input errors: the file exists and overwrite is PETSC_FALSE; the file cannot be created; another
   run uses it. */
PetscErrorCode FileCreate(MPI_Comm comm, const char option[], const char path[],
                          PetscBool overwrite, File *file);

/* FileCreateInMemory - Creates a file of results that exists in memory alone. FileGetResult returns
   its contents.

   Functions that flush, reserve disk space or synchronize do nothing with such a file. */
PetscErrorCode FileCreateInMemory(MPI_Comm comm, File *file);

/* FileIsInMemory - Returns whether a file exists in memory alone, without a file on a disk. Not
   collective. */
PetscBool FileIsInMemory(File file);

/* FileResult - A dataset, or an attribute, of a file of results that exists in memory alone. */
typedef struct {
  FileType type;
  PetscInt ndims, dims[3]; /* the shape of the dataset on all ranks together */
  /* This rank has n rows of the dataset along the dimension axis, from row first on. n is the
     length of a text. */
  PetscInt    axis, first, n;
  PetscBool   is_text; /* data is a text, which ends with 0 */
  const void *data;    /* the rows of this rank; the file owns them */
} FileResult;

/* FileGetResult - Returns a dataset of a file in memory, or NULL if it does not exist.

   The path of an attribute is the path of its group or dataset, then "@" and its name. The file
   owns the result until the next function that writes. */
PetscErrorCode FileGetResult(File file, const char path[], const FileResult **result);

/* FileGetResultName - Returns the path of the dataset with the index k = 0, 1, ... of a file in
   memory, or NULL after the last one. The file owns the path. Not collective. */
const char *FileGetResultName(File file, PetscInt k);

/* FileReopen - Opens an existing HDF5 file at path, to add to its contents, and locks it until
   FileClose.

   Input:
     option  the option that names the file, for messages; borrowed
   Input errors: the file does not exist or is not an HDF5 file; another program uses it. */
PetscErrorCode FileReopen(MPI_Comm comm, const char option[], const char path[], File *file);

/* FileClose - Flushes, closes and unlocks the file, and sets *file to NULL. */
PetscErrorCode FileClose(File *file);

/* FileFlush - Writes all changes of the file to the disk. Until this call, readers see the file as
   the last flush has left it. */
PetscErrorCode FileFlush(File file);

/* FileReserve - Reserves disk space for the next rows of every series, a dataset that grows by
   rows.

   If the disk is full, the error occurs here, before any of the rows that depend on each other is
   appended. */
PetscErrorCode FileReserve(File file);

/* FileSync - Makes the operating system write the rows of all ranks to the disk. */
PetscErrorCode FileSync(File file);

/* FileNeedsFlush - Returns on rank 0 whether the last flush was so long ago that the caller should
   flush, and on other ranks PETSC_FALSE. Not collective. */
PetscBool FileNeedsFlush(File file);

/* FileFailed - Returns whether a write to the file has failed, so that later writes do nothing. Not
   collective. */
PetscBool FileFailed(File file);

/* FileWriteRows - Creates and fills a dataset with the shape [total][columns], or [total] if
   columns is 0.

   Input:
     data  [n][columns] the rows first to first + n - 1, which this rank writes
   Together, the rows of all ranks must cover the dataset. */
PetscErrorCode FileWriteRows(File file, const char path[], FileType type, PetscInt total,
                             PetscInt first, PetscInt n, PetscInt columns, const void *data);

/* FileRows - The rows of one dataset that FileWriteManyRows writes. The members are the arguments
   of FileWriteRows; pointers are borrowed. */
typedef struct {
  const char *path;
  FileType    type;
  PetscInt    total, first, n, columns;
  const void *data;
} FileRows;

/* FileWriteManyRows - Creates and fills several datasets, of which each rank writes its rows.

   The number of collective calls does not depend on the number of datasets.
   Input:
     what      names the datasets together, for the message if they cannot be written
     datasets  [count] this rank's rows of each dataset; the same datasets in the same order on all
               ranks
   Collective. */
PetscErrorCode FileWriteManyRows(File file, const char what[], PetscInt count,
                                 const FileRows datasets[]);

/* FileStackCreate - Creates a stack without values, a dataset of reals that consists of layers,
   such as mode shapes. Its shape is [layers][total][columns]. */
PetscErrorCode FileStackCreate(File file, const char path[], PetscInt layers, PetscInt total,
                               PetscInt columns);

/* FileStackWrite - Writes this rank's rows of one layer of a stack, a dataset
   [layers][total][columns].

   Input:
     layer     the index of the layer; 0 also writes rows of a dataset that FileWriteRows has
               created
     first, n  the rows are first to first + n - 1
     data      [n][columns] the values of the rows */
PetscErrorCode FileStackWrite(File file, const char path[], PetscInt total, PetscInt columns,
                              PetscInt layer, PetscInt first, PetscInt n, const PetscReal *data);

/* FileRow - The shape of one row of a series, a dataset that grows by rows: [items][columns], or
   [columns] if items is 0, or one value if items and columns are 0. */
typedef struct {
  PetscInt items, columns;
} FileRow;

/* file_row_values - Returns the number of values of one row of a series. */
static inline PetscInt file_row_values(FileRow row)
{
  return PetscMax(1, row.items) * PetscMax(1, row.columns);
}

/* FileSeriesCreate - Creates a series without rows. */
PetscErrorCode FileSeriesCreate(File file, const char path[], FileType type, FileRow row);

/* FileSeriesAppend - Appends n rows to a series, a dataset that grows by rows.

   Input:
     at     the number of rows that the series has before the call
     n      the number of new rows, at most 1024
     owner  the rank whose data[n] is written; data of other ranks is not read */
PetscErrorCode FileSeriesAppend(File file, const char path[], FileType type, FileRow row,
                                PetscInt at, PetscInt n, PetscMPIInt owner, const void *data);

/* FileSeriesKeepLast - Lets readers see only the last rows of a series, if the file is in memory,
   so that its memory does not grow with each step. Call it after FileSeriesCreate. Not collective.

   Input:
     rows  number of rows that stay; 0: all of them */
PetscErrorCode FileSeriesKeepLast(File file, const char path[], PetscInt rows);

/* FileSeriesTruncate - Removes rows from the end of a series, a dataset that grows by rows, so that
   the first ones are left.

   Input:
     rows  the number of rows that are left
   Input error: the series has fewer rows, or rows of another shape. */
PetscErrorCode FileSeriesTruncate(File file, const char path[], FileRow row, PetscInt rows);

/* FileSeriesReopen - Prepares a series in a file that FileReopen has opened for new rows: removes
   rows from its end, and reserves disk space for more.

   Input:
     row   the shape of one row
     rows  the number of rows that are left
   Input error: the series has fewer rows, or rows of another shape. */
PetscErrorCode FileSeriesReopen(File file, const char path[], FileType type, FileRow row,
                                PetscInt rows);

/* FileRemove - Removes the group or dataset at path, if it exists. */
PetscErrorCode FileRemove(File file, const char path[]);

/* FileRemoveFrom - Removes the groups with the numbers first, first + 1, ..., up to the first
   number without a group.

   The format, in the sense of printf, makes the path of a group from its number, which is an
   int. */
PetscErrorCode FileRemoveFrom(File file, const char format[], PetscInt first);

/* FileWriteText - Writes a text as the dataset with this name in the group at path. The text must
   be the same on all ranks.

   A text of less than 60000 bytes is also written as the attribute with this name of the group. */
PetscErrorCode FileWriteText(File file, const char path[], const char name[], const char text[]);

/* FileSetAttributeText - Sets an attribute of the existing group or dataset at path. Every rank
   gives the same value. The next two functions do the same for numbers. */
PetscErrorCode FileSetAttributeText(File file, const char path[], const char name[],
                                    const char text[]);
PetscErrorCode FileSetAttributeInt(File file, const char path[], const char name[], PetscInt value);
PetscErrorCode FileSetAttributeReal(File file, const char path[], const char name[],
                                    PetscReal value);

/* FileGetAttributeInt - Reads an integer attribute of the root group of a file. If the attribute
   does not exist, *value does not change. */
PetscErrorCode FileGetAttributeInt(File file, const char name[], PetscInt *value);

#endif
