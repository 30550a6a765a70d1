/* dof_tables.h: maps vectors and matrices of the system to tables in mesh order.
   One table has the dofs of nodes, by component. The other one has the multipliers of cells. The
   tables are the same on any number of ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_DOF_TABLES_H
#define FS_OUTPUT_DOF_TABLES_H

#include "mesh/mesh_table.h"
#include "model/model.h"

enum { DOFS_OF_NODES, DOFS_OF_CELLS, DOF_TABLES };
typedef struct {
  Model     model;             /* borrowed */
  MeshTable table[DOF_TABLES]; /* their items are this rank's entries of a global vector */
  PetscInt *ndofs[DOF_TABLES]; /* number of dofs of each node, or of each cell */
  PetscInt *dof[DOF_TABLES];   /* [sum of ndofs] rows of the dofs, counted on this rank */
} DofTables;

/* DofTablesCreate - Creates the tables of a model, which is borrowed. Collective. */
PetscErrorCode DofTablesCreate(Model model, DofTables *tables);
PetscErrorCode DofTablesDestroy(DofTables *tables);

/* MatrixTablesCreate - Creates the two tables of the entries of a matrix, row by row.

   The entries of a row are ordered by the dofs of their columns.
   Input:
     A        matrix with the pattern of the system
   Output:
     entries  tables for the values of MatrixCopyEntries(); the caller destroys them
     n        number of values on this rank
   Collective. */
PetscErrorCode MatrixTablesCreate(const DofTables *tables, Mat A, MeshTable entries[DOF_TABLES],
                                  PetscInt *n);

/* MatrixCopyEntries - Copies the entries of this rank's rows of A to values.

   If into_matrix is true, copies values to the entries instead.
   Input:
     values  [n] with n from MatrixTablesCreate()
   Collective. */
PetscErrorCode MatrixCopyEntries(const DofTables *tables, PetscBool into_matrix, Mat A,
                                 PetscReal values[]);

#endif
