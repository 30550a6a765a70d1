/* columns.h: reads numbers in columns, from a text file or from datasets of an HDF5 file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_TABLES_COLUMNS_H
#define FS_INPUT_FORMULA_TABLES_COLUMNS_H

#include <fs/fs.h>

enum {
  COLUMN_NAME = 64,       /* bytes of a column's name with its closing 0 */
  MAX_COLUMNS = 256,      /* largest number of columns of a table */
  MAX_NUMBERS = 100000000 /* twice the largest number of values in a table */
};

/* Columns - A table. Its arrays are from malloc. */
typedef struct {
  PetscInt   nrows, ncolumns;
  PetscReal *value;          /* [ncolumns][nrows] */
  char (*name)[COLUMN_NAME]; /* [ncolumns]; empty if the file has no names */
  PetscInt *line;            /* [nrows] lines of a text file; NULL for an HDF5 file */
} Columns;

/* FirstColumn - What the first column of a table is. */
typedef struct {
  const char *what; /* in messages, such as "times" */
  /* the dataset of an HDF5 file that has it, of which one must exist; the list ends with NULL */
  const char *const *datasets;
  PetscBool          above;   /* this dataset may be in a group above the others */
  PetscBool          repeats; /* a value may be the one before it */
  PetscBool          single;  /* a text file may have one row */
} FirstColumn;
extern const FirstColumn columns_times;

/* ColumnsRead - Reads a file on rank 0 and sends it to all ranks.

   Input:
     option     the option that names the file, for messages
     hdf5_path  the dataset or group in an HDF5 file, see datasets_read. NULL means a text file
     first      what the first column is
   In a text file, commas, semicolons, or spaces and tabs separate values. Empty lines, and lines
   that start with #, are skipped. If the first row does not start with a number, it has the names
   of the columns. Collective. Errors in the file are input errors, with the line or dataset:
   - there are fewer than 2 columns, or than 2 rows unless first->single, or rows differ in length
   - a value is not a finite number, or the first column does not increase
   - formulas cannot contain the name of a column */
PetscErrorCode ColumnsRead(MPI_Comm comm, const char option[], const char path[],
                           const char hdf5_path[], const FirstColumn *first, Columns *table);
PetscErrorCode ColumnsDestroy(Columns *table);

/* datasets_read - Reads the dataset [n] or [n][k] at hdf5_path, or all datasets of a group, on one
   rank.

   Input:
     table          empty
   Output:
     table          the first column and then those of the datasets; the caller destroys it
     message[size]  what is wrong
   The first column is a dataset of first->datasets in the same group or, if first->above, in the
   nearest group above that has one. If there is no such dataset, it is the first column of the
   dataset.
   For k = 3, 4 and 6, the columns are named x, y, z; w, x, y, z; and x, y, z, rx, ry, rz. A single
   column has an empty name; other columns are named 1, 2, ... If hdf5_path is a group, the name of
   the dataset and _ precede these names. Returns 0, or 1 with the message. */
int datasets_read(const char path[], const char hdf5_path[], const FirstColumn *first,
                  Columns *table, char message[], size_t size);

#endif
