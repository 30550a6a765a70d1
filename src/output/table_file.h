/* table_file.h: writes an output file of tables for analyses that have no model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_TABLE_FILE_H
#define FS_OUTPUT_TABLE_FILE_H

#include "file/file.h"

typedef struct _n_TableFile *TableFile;
struct _n_TableFile {
  File      file;    /* the HDF5 file, from TableFileCreate() to TableFileDestroy() */
  FsOptions options; /* borrowed */
  MPI_Comm  comm;
  char      path[PETSC_MAX_PATH_LEN]; /* path of the file */
  char     *record;                   /* text from FsOptionsRecord(); owned */
  PetscBool overwrite;
};

/* TableFileOpen - Reads -output and -overwrite, but does not create the file yet.

   The options are borrowed until TableFileDestroy(). Collective. Input errors: see
   OutputPathFromOptions(). */
PetscErrorCode TableFileOpen(FsOptions o, MPI_Comm comm, TableFile *table_file);

/* TableFileCreate - Creates the file and writes its root attributes. Call it after all options were
   read. Collective. */
PetscErrorCode TableFileCreate(TableFile table_file);

/* TableFileWrite - Writes a table to an absolute path in the file.

   Input:
     data  [n][columns], or [n] if columns is 0; the same on all ranks
   Collective. */
PetscErrorCode TableFileWrite(TableFile table_file, const char path[], PetscInt n, PetscInt columns,
                              const PetscReal data[]);

/* TableFileDestroy - Sets the attribute status to "done" and closes the file. Collective. */
PetscErrorCode TableFileDestroy(TableFile *table_file);

#endif
