/* dof_tables.h: maps vectors and matrices of the system to tables in mesh order.
   The dofs of nodes come first, by component; the multipliers of cells follow. The tables are the
   same on any number of ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_DOF_TABLES_H
#define FS_OUTPUT_DOF_TABLES_H

#include "mesh/mesh_table.h"
#include "model/model.h"

enum { DOFS_OF_NODES, DOFS_OF_CELLS, DOF_TABLES };
typedef struct {
  Model     model;             /* borrowed */
  MeshTable table[DOF_TABLES]; /* their items are this rank's entries of a global vector */
  PetscInt *ndofs[DOF_TABLES]; /* [nodes or cells] number of dofs of each */
  PetscInt *dof[DOF_TABLES];   /* [sum of ndofs] local rows of the dofs */
} DofTables;

/* Creates the tables of a model, which is borrowed. Collective. */
PetscErrorCode DofTablesCreate(Model model, DofTables *tables);
PetscErrorCode DofTablesDestroy(DofTables *tables);

/* MatrixTablesCreate - Creates two tables of the entries of a matrix, row by row.

   Entries of a row are ordered by the dofs of their columns.
   Input:
     A        matrix with the pattern of the system
   Output:
     entries  tables whose items are values[] of MatrixCopyEntries(); the caller destroys them
     n        number of values on this rank
   Collective. */
PetscErrorCode MatrixTablesCreate(const DofTables *tables, Mat A, MeshTable entries[DOF_TABLES],
                                  PetscInt *n);

/* Copies the entries of this rank's rows to values[n], or values[n] to the entries if into_matrix
   is true. Collective. */
PetscErrorCode MatrixCopyEntries(const DofTables *tables, PetscBool into_matrix, Mat A,
                                 PetscReal values[]);

#endif
