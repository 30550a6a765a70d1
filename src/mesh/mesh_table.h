/* mesh_table.h: tables with rows for the nodes or cells of the whole mesh, in the mesh's own order.

   A node or cell, here called an item, has zero or more rows in a table, and the rows follow the
   numbers of the items in the whole mesh. A table therefore has the same rows on any number of
   ranks, and output files and checkpoints store such tables. The rows are distributed over the
   ranks in blocks of consecutive rows. A rank's block can have rows of items that are on other
   ranks. All functions except MeshTableSortCells are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_MESH_TABLE_H
#define FS_MESH_MESH_TABLE_H

#include "mesh.h"

/* MeshTable - How the rows of a table are distributed over the ranks. The values of the rows are in
   arrays of the caller. */
typedef struct {
  PetscSF sf; /* connects the rows of this rank's items (leaves) to rows of blocks (roots) */
  /* number of rows of the whole table; this rank's block has the n rows from `first` on */
  PetscInt total, first, n;
} MeshTable;

/* MeshTableItems - Whether the items of a table are the nodes or the cells of the mesh. */
typedef enum { MESH_TABLE_NODES, MESH_TABLE_CELLS } MeshTableItems;

/* MeshTableCreate - Creates a table with count[i] rows for item i of this rank.

   MeshTableGather() and MeshTableScatter() later copy between the table and a local array, which
   the caller has for the rows of this rank's items.
   Input:
     items  whether an item is a node or a cell
     count  [mesh->g.nnodes or mesh->g.ncells] number of rows of each item; if several ranks have a
            node, each of them gives the same number, or 0
     at     [sum of count] index in the local array of each row of item 0, then of item 1, ...; NULL
            if the local array has the rows in this order
   Output:
     table  the caller destroys it by MeshTableDestroy(); it has copies of count and at
   Input error: the whole table has more rows than a PetscInt can count. */
PetscErrorCode MeshTableCreate(Mesh mesh, MeshTableItems items, const PetscInt count[],
                               const PetscInt at[], MeshTable *table);

/* MeshTableCreateCells - Creates a table with one row for each of n cells of this rank.

   Input:
     cells  [n] different indices of cells in mesh->g, in any order. The local arrays of
            MeshTableGather() and MeshTableScatter() then have their rows in this order
   Output:
     table  the caller destroys it by MeshTableDestroy() */
PetscErrorCode MeshTableCreateCells(Mesh mesh, PetscInt n, const PetscInt cells[],
                                    MeshTable *table);
PetscErrorCode MeshTableDestroy(MeshTable *table);

/* MeshTableSortCells - Computes the arguments count and at of MeshTableCreate() for a table that
   has one row for each of n cells of this rank.

   Input:
     cells  [n] different indices of cells in mesh->g, in any order
   Output:
     count  [mesh->g.ncells] 1 for these cells, else 0
     at     [n] a permutation of 0 to n - 1 with which cells[at[0]], cells[at[1]], ... increase
   Not collective. */
void MeshTableSortCells(Mesh mesh, PetscInt n, const PetscInt cells[], PetscInt count[],
                        PetscInt at[]);

/* MeshTableGather - Fills this rank's block of rows from the items of all ranks.

   Input:
     type     MPI type of a value (MPIU_REAL, MPI_INT64_T, ...)
     columns  number of values in a row
     local    [][columns] rows of this rank's items, in the order that `at` gave to
              MeshTableCreate(); if several ranks have a node, their rows for it must be equal
   Output:
     rows  [table->n][columns] the rows of this rank's block */
PetscErrorCode MeshTableGather(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                               const void *local, void *rows);

/* MeshTableScatter - Copies the rows of the whole table to the items that they belong to.

   This is the inverse of MeshTableGather(), with the same arguments: rows[n][columns] of this
   rank's block are the input, and local is the output. Every rank that has a node gets its rows. */
PetscErrorCode MeshTableScatter(const MeshTable *table, MPI_Datatype type, PetscInt columns,
                                const void *rows, void *local);

#endif
