/* file.h: writes an HDF5 file from all ranks.

   Rank 0 makes groups, datasets and attributes; every rank writes its own rows of large
   datasets. reader.h reads the file. Paths in the file are absolute ("/mesh/nodes"); missing
   groups are made. All functions are collective, except FileTypeSize, FileFailed and
   FileNeedsFlush. If any rank fails to write, all ranks return PETSC_ERR_FILE_WRITE. Data that
   was written before is then flushed into reserved space (reserve_space.h), and later calls do
   nothing and succeed.

   Headers for other rooms:
     reader.h  reads the HDF5 files that file.h writes */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_FILE_H
#define FS_FILE_FILE_H

#include <fs/fs.h>

typedef struct _n_File *File;

/* The types of values in memory: PetscReal, PetscInt, int64_t, float. */
typedef enum { FILE_REAL, FILE_INT, FILE_INT64, FILE_FLOAT } FileType;

/* Returns the bytes of a value. */
size_t FileTypeSize(FileType type);

/* FileCreate - Creates the file at path and locks it until FileClose.

   Input:
     option     the option that names the file, for messages; borrowed
     overwrite  replaces an existing file
   Other programs may open the file to read. Input errors: the file exists and overwrite is
   PETSC_FALSE; it cannot be made; another run uses it. */
PetscErrorCode FileCreate(MPI_Comm comm, const char option[], const char path[],
                          PetscBool overwrite, File *file);

/* FileReopen - Opens and locks an existing file, to continue it. */
PetscErrorCode FileReopen(MPI_Comm comm, const char option[], const char path[], File *file);

/* FileClose - Flushes, closes and unlocks the file, and sets *file to NULL. */
PetscErrorCode FileClose(File *file);

/* FileFlush - Writes all changes to the disk. Until then, readers find the file of the last
   flush. */
PetscErrorCode FileFlush(File file);

/* FileReserve - Reserves disk space for the next rows of every series.

   A full disk then causes an error here, and not while related rows are appended one after
   another. */
PetscErrorCode FileReserve(File file);

/* FileSync - Writes the rows of all ranks to the disk. */
PetscErrorCode FileSync(File file);

/* FileNeedsFlush - Returns on rank 0 whether the last flush was long ago; PETSC_FALSE on
   others. */
PetscBool FileNeedsFlush(File file);

/* FileFailed - Returns whether a write has failed. */
PetscBool FileFailed(File file);

/* FileWriteRows - Creates and fills the dataset [total][columns], or [total] if columns is 0.

   This rank writes data[n][columns] from row first on. The rows of all ranks must cover the
   dataset. */
PetscErrorCode FileWriteRows(File file, const char path[], FileType type, PetscInt total,
                             PetscInt first, PetscInt n, PetscInt columns, const void *data);

/* FileStackCreate - Creates the dataset [layers][total][columns] of FILE_REAL, without values. */
PetscErrorCode FileStackCreate(File file, const char path[], PetscInt layers, PetscInt total,
                               PetscInt columns);

/* FileStackWrite - Writes the rows first to first + n - 1 of one layer of such a dataset, or of
   layer 0 of a dataset of FileWriteRows. */
PetscErrorCode FileStackWrite(File file, const char path[], PetscInt total, PetscInt columns,
                              PetscInt layer, PetscInt first, PetscInt n, const PetscReal *data);

/* FileRow - The shape of a row of a series: [items][columns], [columns] if items is 0, or one
   value if both are 0. */
typedef struct {
  PetscInt items, columns;
} FileRow;

/* Returns the number of values of a row. */
static inline PetscInt file_row_values(FileRow row)
{
  return PetscMax(1, row.items) * PetscMax(1, row.columns);
}

/* FileSeriesCreate - Creates an empty dataset that grows by rows. */
PetscErrorCode FileSeriesCreate(File file, const char path[], FileType type, FileRow row);

/* FileSeriesAppend - Appends rows to a series.

   Input:
     at     number of rows that the series has
     n      number of new rows, at most 1024
     owner  the rank that has data[n]; data of other ranks is not read */
PetscErrorCode FileSeriesAppend(File file, const char path[], FileType type, FileRow row,
                                PetscInt at, PetscInt n, PetscMPIInt owner, const void *data);

/* FileSeriesTruncate - Keeps the first rows of a series of a reopened file. Input error: the
   series has fewer rows, or rows of another shape. */
PetscErrorCode FileSeriesTruncate(File file, const char path[], FileType type, FileRow row,
                                  PetscInt rows);

/* FileRemove - Removes the group or dataset at path, if it exists. */
PetscErrorCode FileRemove(File file, const char path[]);

/* FileRemoveFrom - Removes the groups whose paths are format with the numbers first, first + 1,
   ... */
PetscErrorCode FileRemoveFrom(File file, const char format[], PetscInt first);

/* FileWriteText - Writes a text, the same on all ranks, as the dataset path/name. If it is short
   enough, it is also the attribute of that name of the group at path. */
PetscErrorCode FileWriteText(File file, const char path[], const char name[], const char text[]);

/* FileSetAttributeText - Sets an attribute of the existing group or dataset at path. Every rank
   gives the same value. */
PetscErrorCode FileSetAttributeText(File file, const char path[], const char name[],
                                    const char text[]);
PetscErrorCode FileSetAttributeInt(File file, const char path[], const char name[], PetscInt value);
PetscErrorCode FileSetAttributeReal(File file, const char path[], const char name[],
                                    PetscReal value);

/* FileGetAttributeInt - Reads an integer attribute of the root group. *value does not change if
   it does not exist. */
PetscErrorCode FileGetAttributeInt(File file, const char name[], PetscInt *value);

#endif
