/* table_file.h: writes an output file of tables for analyses that have no model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_TABLE_FILE_H
#define FS_OUTPUT_TABLE_FILE_H

#include "file/file.h"
#include "output_path.h"

/* TableFile - An open output file. */
typedef struct _n_TableFile *TableFile;
struct _n_TableFile {
  File     file; /* the HDF5 file */
  MPI_Comm comm;
};

/* TableFileCreate - Creates the file and writes its root attributes. Call it after all options were
   read, because their record is one of the attributes.

   Input:
     output  path of the file
     given   the options of the run
   Output:
     table_file  the caller closes it by TableFileDestroy()
   Collective. */
PetscErrorCode TableFileCreate(MPI_Comm comm, const OutputPath *output, FsOptions given,
                               TableFile *table_file);

/* TableFileWrite - Writes a table to a dataset.

   Input:
     path     path of the dataset, which starts with /
     n        number of rows
     columns  number of columns, or 0 for a dataset of shape [n]
     data     [n][max(1, columns)] values, the same on all ranks
   Collective. */
PetscErrorCode TableFileWrite(TableFile table_file, const char path[], PetscInt n, PetscInt columns,
                              const PetscReal data[]);

/* TableFileDestroy - Sets the attribute status to "done" and closes the file. Collective. */
PetscErrorCode TableFileDestroy(TableFile *table_file);

#endif
