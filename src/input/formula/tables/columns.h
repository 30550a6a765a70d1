/* columns.h: reads numbers in columns, from a text file or from datasets of an HDF5 file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_TABLES_COLUMNS_H
#define FS_INPUT_FORMULA_TABLES_COLUMNS_H

#include <fs/petsc_versions.h>

enum {
  COLUMN_NAME = 64,       /* bytes of a column's name with its closing 0 */
  MAX_COLUMNS = 256,      /* largest number of columns of a table */
  MAX_NUMBERS = 100000000 /* twice the largest number of values in a table */
};

/* Columns - A table of numbers from a file. The arrays are from malloc. */
typedef struct {
  PetscInt   nrows, ncolumns;
  PetscReal *value;          /* [ncolumns][nrows] the numbers, column by column */
  char (*name)[COLUMN_NAME]; /* [ncolumns] names of the columns; "" if the file has no names */
  PetscInt *line;            /* [nrows] line of the text file of each row; NULL for an HDF5 file */
} Columns;

/* FirstColumn - What the first column of a table is, and which values it may have. It never
   decreases. */
typedef struct {
  const char *what; /* what the column is, for messages, such as "times" */
  /* possible names of the dataset of an HDF5 file that is the first column, ended by NULL */
  const char *const *datasets;
  /* PETSC_TRUE if the dataset may be in a group that contains the group of the other datasets */
  PetscBool above;
  PetscBool repeats; /* whether a value may be equal to the value before it */
  PetscBool single;  /* whether a text file may have only one row */
} FirstColumn;
extern const FirstColumn columns_times; /* the first column has times */

/* ColumnsRead - Reads a table from a file, on rank 0, and sends the table to all ranks.

   In a text file, commas, semicolons, or spaces and tabs separate values. Empty lines, and lines
   that start with #, are skipped. If the first row does not start with a number, it has the names
   of the columns.
   Input:
     option     name of the option that names the file, for messages
     path       path of the file
     hdf5_path  path of the dataset or group in an HDF5 file (see datasets_read()); NULL for a text
                file
     first      what the first column is
   Output:
     table  the caller destroys it by ColumnsDestroy()
   Collective. Input errors, with the line or dataset:
   - the table has fewer than 2 columns, or fewer than 2 rows (1 row if first->single), or rows
     differ in length
   - a value is not a finite number, or the first column does not increase
   - the name of a column cannot stand in a formula */
PetscErrorCode ColumnsRead(MPI_Comm comm, const char option[], const char path[],
                           const char hdf5_path[], const FirstColumn *first, Columns *table);
PetscErrorCode ColumnsDestroy(Columns *table);

/* datasets_read - Reads a dataset of an HDF5 file, or all datasets of a group, as a table.

   A dataset [n] gives one column, and a dataset [n][k] gives k columns. The first column of the
   table is a dataset of the same group with a name of first->datasets. If the group has no such
   dataset and first->above is PETSC_TRUE, it is such a dataset of the nearest group above. If there
   is no such dataset either, it is the first column of the dataset at hdf5_path.

   The columns of a dataset with 3, 4 and 6 columns are named x, y, z; w, x, y, z; and x, y, z, rx,
   ry, rz. A single column has an empty name; other columns are named 1, 2, .... If hdf5_path is a
   group, the name of the dataset and _ precede these names.
   Input:
     path       path of the file
     hdf5_path  path of the dataset or group in the file
     first      what the first column is
     size       number of bytes of message
   Changed:
     table  all members are 0 on entry; the table on return, which the caller destroys by
            ColumnsDestroy()
   Output:
     message  [size] what is wrong, set only if the result is 1
   Not collective: it is called on one rank. Returns 0, or 1 if the table cannot be read. */
int datasets_read(const char path[], const char hdf5_path[], const FirstColumn *first,
                  Columns *table, char message[], size_t size);

#endif
