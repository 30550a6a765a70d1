/* columns.h: a text file of numbers in columns. Called by tables.c. Begin at ColumnsRead. */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <fs/fs.h>

enum { COLUMN_NAME = 64, MOST_COLUMNS = 256 }; /* bytes of a column's name, its end included; most columns */

typedef struct {
  PetscInt   nrows, ncolumns;
  PetscReal *value;          /* [ncolumns][nrows] */
  char (*name)[COLUMN_NAME]; /* [ncolumns]; empty names: the file has none */
} Columns;

/* Read the file on rank 0, and give it to all. Values are separated by commas, by semicolons, or by spaces and tabs; lines that begin with #
   and empty lines are skipped; a first row that does not begin with a number has the names. option: for messages. Collective. Input error,
   with file and line: fewer than 2 rows or columns, a row of another length, a value that is no finite number, a first column that does
   not increase, a name that is none for formulas. */
PetscErrorCode ColumnsRead(MPI_Comm comm, const char option[], const char path[], Columns *table);
PetscErrorCode ColumnsDestroy(Columns *table);

#endif
