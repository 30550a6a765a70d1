/* dof_tables.h: maps vectors and matrices of the system to tables in mesh order, so that a file
   has the same tables on any number of ranks.

   The rows of the system are the free dofs of nodes, in the order of their components, and the
   Lagrange multipliers of cells, which are joints. One table has a row for each free dof of the
   nodes, the other table has a row for each multiplier of the cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_DOF_TABLES_H
#define FS_OUTPUT_DOF_TABLES_H

#include "mesh/mesh_table.h"
#include "model/model.h"
#include "file/file.h"
#include "output_path.h"

enum { DOFS_OF_NODES, DOFS_OF_CELLS, DOF_TABLES };

/* DofTables - The tables of the dofs of nodes and of the multipliers of cells. Their arrays on this
   rank are its parts of global vectors. */
typedef struct {
  Model     model;             /* borrowed */
  MeshTable table[DOF_TABLES]; /* say to which row of a table each entry of a vector belongs */
  /* numbers of free dofs of each node that this rank owns [nnodes], and of multipliers of each cell
     [ncells] */
  PetscInt *ndofs[DOF_TABLES];
  PetscInt *dof[DOF_TABLES]; /* [sum of ndofs] index of each dof in this rank's part of a vector */
} DofTables;

/* DofTablesCreate - Creates the tables of a model, which is borrowed. The caller destroys them by
   DofTablesDestroy(). Collective. */
PetscErrorCode DofTablesCreate(Model model, DofTables *tables);
PetscErrorCode DofTablesDestroy(DofTables *tables);

/* MatrixTablesCreate - Creates two tables of the stored entries of a matrix: one for the rows of
   the matrix that are dofs of nodes, the other for the rows that are multipliers of cells.

   The entries of a row of the matrix are sorted by the positions, in mesh order, of their columns.
   Input:
     A  matrix with the nonzero pattern of the system
   Output:
     entries  the tables, whose arrays on this rank are the values of MatrixCopyEntries(); the
              caller destroys each by MeshTableDestroy()
     n        number of stored entries in this rank's rows of A
   Collective. */
PetscErrorCode MatrixTablesCreate(const DofTables *tables, Mat A, MeshTable entries[DOF_TABLES],
                                  PetscInt *n);

/* MatrixCopyEntries - Copies the stored entries of this rank's rows of a matrix to an array, or
   from the array to the matrix.

   Input:
     into_matrix  PETSC_FALSE: from the matrix to values; PETSC_TRUE: from values to the matrix
   Input or output:
     A       the matrix
     values  [n] the entries in the order of the tables of MatrixTablesCreate(), which returns n
   Collective. */
PetscErrorCode MatrixCopyEntries(const DofTables *tables, PetscBool into_matrix, Mat A,
                                 PetscReal values[]);

/* ---- distributed table ----------------------------------------------------------------------- */

/* Writes tables to an HDF5 file, in the node and cell order of the whole mesh.

   A distributed table (mesh/mesh_table.h) has rows for the nodes or cells, called items, of all
   ranks; each rank gives the values of its own items. A replicated table is the same on all
   ranks. A file of tables is for analyses without a mesh. */

/* FileWriteTable - Creates a dataset of shape [table->total][columns] and writes it.

   Input:
     path     path of the dataset in the file
     type     type of the values in the file
     table    says to which row of the dataset each value of this rank belongs
     columns  number of values in a row; 0 for a dataset of shape [table->total]
     here     [][max(1, columns)] rows of this rank's items, in the order of `local` of
              MeshTableGather(). Values for FILE_FLOAT are PetscReal, and are rounded; other values
              have the type `type`
   Collective. Raises PETSC_ERR_FILE_WRITE on all ranks if a write fails. */
PetscErrorCode FileWriteTable(File file, const char path[], FileType type, const MeshTable *table,
                              PetscInt columns, const void *here);

/* FileStackWriteTable - Writes one layer of a dataset of shape [layers][table->total][columns] that
   FileStackCreate() has created. With layer 0 it also overwrites a dataset of FileWriteTable().

   Input:
     path     path of the dataset in the file
     table    says to which row of the layer each value of this rank belongs
     columns  number of values in a row
     layer    index of the layer, from 0
     here     [][columns] rows of this rank's items, in the order of `local` of MeshTableGather()
   Collective. Raises PETSC_ERR_FILE_WRITE on all ranks if a write fails. */
PetscErrorCode FileStackWriteTable(File file, const char path[], const MeshTable *table,
                                   PetscInt columns, PetscInt layer, const PetscReal here[]);

/* FileWriteReplicated - Creates a dataset [n][columns] from data that are the same on all ranks.
   Rank 0 writes the rows.

   Input:
     path     path of the dataset in the file
     type     type of the values in the file
     n        number of rows
     columns  number of values in a row; 0 for a dataset of shape [n]
     data     [n][max(1, columns)] the values
   Collective. Raises PETSC_ERR_FILE_WRITE on all ranks if a write fails. */
PetscErrorCode FileWriteReplicated(File file, MPI_Comm comm, const char path[], FileType type,
                                   PetscInt n, PetscInt columns, const void *data);

/* ---- table file ------------------------------------------------------------------------------ */

/* Writes an output file of tables for analyses that have no model. */

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
