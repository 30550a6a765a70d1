/* distributed_table.h: writes tables to an HDF5 file, in the node and cell order of the whole mesh.
   The tables of mesh/mesh_table.h are distributed over the ranks; replicated tables are the same on
   all ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_DISTRIBUTED_TABLE_H
#define FS_OUTPUT_DISTRIBUTED_TABLE_H

#include "file/file.h"
#include "mesh/mesh_table.h"

/* FileWriteTable - Creates a dataset of shape [table->total][columns] and writes it.

   Input:
     type     FILE_FLOAT rounds from PetscReal; other types are stored as they are
     columns  0 for shape [table->total]
     here     here[][max(1, columns)], this rank's items in the order of the table
   Collective. Errors: as FileWriteRows(). */
PetscErrorCode FileWriteTable(File file, const char path[], FileType type, const MeshTable *table,
                              PetscInt columns, const void *here);

/* Writes one layer of a dataset of FileStackCreate(), or all of a dataset of FileWriteTable(),
   which has one layer; here is as in FileWriteTable(). Collective. */
PetscErrorCode FileStackWriteTable(File file, const char path[], const MeshTable *table,
                                   PetscInt columns, PetscInt layer, const PetscReal here[]);

/* FileWriteReplicated - Creates a dataset [n][columns] from data that are the same on all ranks.

   Rank 0 writes the rows.
   Input:
     columns  0 for shape [n]
   Collective. Errors: as FileWriteRows(). */
PetscErrorCode FileWriteReplicated(File file, MPI_Comm comm, const char path[], FileType type,
                                   PetscInt n, PetscInt columns, const void *data);

#endif
