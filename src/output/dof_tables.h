/* dof_tables.h: vectors and matrices of a model's system as tables in the order of the whole mesh (mesh/node_table.h): the dofs of
   nodes, by component, then the multipliers of cells. Used by checkpoint.c. */
#ifndef FS_OUTPUT_DOF_TABLES_H
#define FS_OUTPUT_DOF_TABLES_H

#include "mesh/mesh_table.h"
#include "model/model.h"

/* Leaves of table[k]: this rank's parts of global vectors. */
enum { DOFS_OF_NODES, DOFS_OF_CELLS, DOF_TABLES };
typedef struct {
  Model     model; /* borrowed */
  MeshTable table[DOF_TABLES];
  PetscInt *ndofs[DOF_TABLES],
    *dof[DOF_TABLES]; /* [items], [sum of has]: how many dofs an item has; which they are */
} DofTables;
PetscErrorCode DofTablesCreate(Model model, DofTables *tables);
PetscErrorCode DofTablesDestroy(DofTables *tables);

/* Two tables of the entries of a matrix with the system's pattern, row by row, in a row in the order of its columns' dofs. Leaves:
   values[] of MatrixCopyEntries, of which there are *n. */
PetscErrorCode MatrixTablesCreate(const DofTables *tables, Mat A, MeshTable entries[DOF_TABLES],
                                  PetscInt *n);

/* values[] = the entries of this rank's rows; into_matrix: the other way round. */
PetscErrorCode MatrixCopyEntries(const DofTables *tables, PetscBool into_matrix, Mat A,
                                 PetscReal values[]);

#endif
