/* dof_tables.h: maps vectors and matrices of the system to tables in mesh order, so that a
   checkpoint has the same tables on any number of ranks.

   The rows of the system are the free dofs of nodes, in the order of their components, and the
   Lagrange multipliers of cells, which are joints. One table has a row for each free dof of the
   nodes, the other table has a row for each multiplier of the cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_DOF_TABLES_H
#define FS_OUTPUT_DOF_TABLES_H

#include "mesh/mesh_table.h"
#include "model/model.h"

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

#endif
