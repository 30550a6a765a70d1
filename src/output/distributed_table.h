/* distributed_table.h: writes tables to an HDF5 file, in the node and cell order of the whole mesh.
   The rows of distributed tables (mesh/mesh_table.h) are on different ranks. Replicated tables are
   the same on all ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_DISTRIBUTED_TABLE_H
#define FS_OUTPUT_DISTRIBUTED_TABLE_H

#include "file/file.h"
#include "mesh/mesh_table.h"

/* FileWriteTable - Creates a dataset of shape [table->total][columns] and writes it.

   Input:
     type     type in the file. For FILE_FLOAT here has PetscReal values, which are rounded; for
              other types here has values of this type
     columns  number of values in a row; 0 for shape [table->total]
     here     [][max(1, columns)] values of this rank's items, in the order of the table
   Collective. Raises PETSC_ERR_FILE_WRITE on all ranks if a write fails. */
PetscErrorCode FileWriteTable(File file, const char path[], FileType type, const MeshTable *table,
                              PetscInt columns, const void *here);

/* FileStackWriteTable - Writes one layer of a dataset that FileStackCreate() has created.

   It also overwrites a dataset of FileWriteTable(), if layer is 0.
   Input:
     here  [][columns] values of this rank's items, in the order of the table
   Collective. Raises PETSC_ERR_FILE_WRITE on all ranks if a write fails. */
PetscErrorCode FileStackWriteTable(File file, const char path[], const MeshTable *table,
                                   PetscInt columns, PetscInt layer, const PetscReal here[]);

/* FileWriteReplicated - Creates a dataset [n][columns] from data that are the same on all ranks.

   Rank 0 writes the rows.
   Input:
     columns  number of values in a row; 0 for shape [n]
   Collective. Raises PETSC_ERR_FILE_WRITE on all ranks if a write fails. */
PetscErrorCode FileWriteReplicated(File file, MPI_Comm comm, const char path[], FileType type,
                                   PetscInt n, PetscInt columns, const void *data);

#endif
