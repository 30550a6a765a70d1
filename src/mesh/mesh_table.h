/* mesh_table.h: tables with rows for the nodes or cells of the whole mesh, in its own order.

   A table has the same rows on any number of ranks. Therefore output files and checkpoints store
   such tables. Each rank has a block of consecutive rows, which can belong to nodes and cells of
   other ranks. All functions except MeshTableSortCells are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_TABLE_H
#define FS_MESH_MESH_TABLE_H

#include "mesh.h"

/* MeshTable - The distribution of the rows of a table; it does not have their values. */
typedef struct {
  PetscSF  sf;              /* roots: rows of the block; leaves: rows of this rank's items */
  PetscInt total, first, n; /* rows of the whole table; the block has rows first to first + n - 1 */
} MeshTable;

typedef enum { MESH_TABLE_NODES, MESH_TABLE_CELLS } MeshTableItems;

/* MeshTableCreate - Creates a table with count[i] rows for item i of this rank.

   Input:
     items  whether an item is a node or a cell
     count  [mesh->g.nnodes or mesh->g.ncells] number of rows of each item; if several ranks have a
            node, they give the same number, or 0
     at     index of each row in the local arrays of MeshTableGather(), item by item; if it is NULL,
            these arrays have the rows item by item
   The function copies count and at. */
PetscErrorCode MeshTableCreate(Mesh mesh, MeshTableItems items, const PetscInt count[],
                               const PetscInt at[], MeshTable *table);

/* MeshTableCreateCells - Creates a table with one row for each of n different cells.

   Input:
     cells  [n] local numbers of the cells, in the order of the local arrays of MeshTableGather() */
PetscErrorCode MeshTableCreateCells(Mesh mesh, PetscInt n, const PetscInt cells[],
                                    MeshTable *table);
PetscErrorCode MeshTableDestroy(MeshTable *table);

/* MeshTableSortCells - Makes the arguments of MeshTableCreate() for a table of n different cells.

   Input:
     cells  [n] local numbers of the cells, in any order
   Output:
     count  [mesh->g.ncells] 1 for these cells, else 0
     at     [n] indices of cells[], sorted so that the numbers cells[at[k]] increase
   Not collective. */
void MeshTableSortCells(Mesh mesh, PetscInt n, const PetscInt cells[], PetscInt count[],
                        PetscInt at[]);

/* MeshTableGather - Fills this rank's block of rows from the items of all ranks.

   Input:
     type     type of a value (MPIU_REAL, MPI_INT64_T, ...)
     columns  number of values in a row
     local    [][columns] values of this rank's items
   Output:
     rows  [table->n][columns] values of this rank's block */
PetscErrorCode MeshTableGather(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                               const void *local, void *rows);

/* MeshTableScatter - Fills the values of the items from the rows of all ranks.

   It is the inverse of MeshTableGather(), with the same arguments. */
PetscErrorCode MeshTableScatter(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                                const void *rows, void *local);

#endif
