/* table_file.h: writes an output file of tables for analyses that have no model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_TABLE_FILE_H
#define FS_OUTPUT_TABLE_FILE_H

#include "file/file.h"
#include "output_path.h"

typedef struct _n_TableFile *TableFile;
struct _n_TableFile {
  File     file; /* the HDF5 file */
  MPI_Comm comm;
};

/* TableFileCreate - Creates the file and writes its root attributes.

   Input:
     given  options whose record the file gets. Call the function after all options were read
   Collective. */
PetscErrorCode TableFileCreate(MPI_Comm comm, const OutputPath *output, FsOptions given,
                               TableFile *table_file);

/* TableFileWrite - Writes a table to an absolute path in the file.

   Input:
     data  [n][columns], or [n] if columns is 0; the same on all ranks
   Collective. */
PetscErrorCode TableFileWrite(TableFile table_file, const char path[], PetscInt n, PetscInt columns,
                              const PetscReal data[]);

/* TableFileDestroy - Sets the attribute status to "done" and closes the file. Collective. */
PetscErrorCode TableFileDestroy(TableFile *table_file);

#endif
