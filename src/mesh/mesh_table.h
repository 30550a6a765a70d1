/* mesh_table.h: tables with rows for the nodes or cells of the whole mesh, in its own order.

   The rows are the same on any number of ranks. Output files and checkpoints therefore have them.
   Each rank has a block of consecutive rows, whichever nodes and cells it has. All functions but
   MeshTableSortCells are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_TABLE_H
#define FS_MESH_MESH_TABLE_H

#include "mesh.h"

typedef struct {
  PetscSF  sf;              /* from this rank's block of rows (roots) to its items (leaves) */
  PetscInt total, first, n; /* rows of the whole table; the block has rows first to first + n - 1 */
} MeshTable;

typedef enum { MESH_TABLE_NODES, MESH_TABLE_CELLS } MeshTableItems;

/* MeshTableCreate - Creates a table with count[i] rows for item i of this rank.

   Input:
     items  whether items are the g.nnodes nodes or the g.ncells cells
     count  number of rows of each item; ranks that have the same node give the same number, or 0
     at     index of each row in the caller's arrays, item by item; if it is NULL, the caller's rows
            are in this order
   The function copies count and at. */
PetscErrorCode MeshTableCreate(Mesh mesh, MeshTableItems items, const PetscInt count[],
                               const PetscInt at[], MeshTable *table);

/* MeshTableCreateCells - Creates a table with a row for each of cells[n], which are different.

   The caller's arrays have the order of cells. */
PetscErrorCode MeshTableCreateCells(Mesh mesh, PetscInt n, const PetscInt cells[],
                                    MeshTable *table);
PetscErrorCode MeshTableDestroy(MeshTable *table);

/* MeshTableSortCells - Makes the arguments of MeshTableCreate() for a table of n different cells.

   Input:
     cells  [n] the cells, in the order of the caller's arrays
   Output:
     count  [g.ncells] 1 for these cells, else 0
     at     [n] index in cells, by increasing number of the cell
   Not collective. */
void MeshTableSortCells(Mesh mesh, PetscInt n, const PetscInt cells[], PetscInt count[],
                        PetscInt at[]);

/* MeshTableGather - Fills this rank's block of rows from the items of all ranks.

   Input:
     type, columns  a row has columns values of this type (MPIU_REAL, MPI_INT64_T, ...)
     local          [][columns] values of this rank's items
   Output:
     rows  [n][columns] values of the block */
PetscErrorCode MeshTableGather(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                               const void *local, void *rows);

/* MeshTableScatter - Fills the items from the rows: the inverse of MeshTableGather(). */
PetscErrorCode MeshTableScatter(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                                const void *rows, void *local);

#endif
