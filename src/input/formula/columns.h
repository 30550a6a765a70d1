/* columns.h: numbers in columns, of a text file or of datasets of an HDF5 file. Called by tables.c. Begin at ColumnsRead. */
#ifndef FS_INPUT_FORMULA_COLUMNS_H
#define FS_INPUT_FORMULA_COLUMNS_H

#include <fs/fs.h>

/* Bytes of a column's name, its end included; most columns; twice the most numbers. */
enum { COLUMN_NAME = 64, MAX_COLUMNS = 256, MAX_NUMBERS = 100000000 };

typedef struct {
  PetscInt   nrows, ncolumns;
  PetscReal *value;          /* [ncolumns][nrows], by malloc as names are */
  char (*name)[COLUMN_NAME]; /* [ncolumns]; empty names: the file has none */
} Columns;

/* Read the file on rank 0, and give it to all. inside NULL: a text. Values are separated by commas, by semicolons, or by spaces and tabs; lines
   that begin with # and empty lines are skipped; a first row that does not begin with a number has the names. inside: a dataset or group of
   an HDF5 file, see datasets_read. option: for messages. Collective. Input error, with file and line or dataset: fewer than 2 rows or
   columns, a row of another length, a value that is no finite number, a first column that does not increase, a name that is none for
   formulas. */
PetscErrorCode ColumnsRead(MPI_Comm comm, const char option[], const char path[],
                           const char hdf5_path[], Columns *table);
PetscErrorCode ColumnsDestroy(Columns *table);

/* datasets.c: on one rank, the dataset [n] or [n][k] at inside, or all of the group there, as the columns behind the first, which has the
   times: the dataset "time" in the same group or in the next one above that has one; without one, those are the first column of the dataset.
   Names: of a dataset alone its k > 1 columns are x, y, z, or w, x, y, z, or x, y, z, rx, ry, rz, or 1, 2, ..., and one is empty; of a group
   they have the dataset's name and _ before them. *table is empty at first, and to be destroyed. Returns 1 where message[size] says what is
   wrong, else 0. */
int datasets_read(const char path[], const char hdf5_path[], Columns *table, char message[],
                  size_t size);

#endif
