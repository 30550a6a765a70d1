/* cell_weights.h: estimates the work of each cell, so that all ranks get about the same work.

   The mesh does not know which element a cell becomes. The model therefore gives the work of a
   cell for each set and each shape of cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H
#define FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H

#include "mesh/geometry.h"

/* CellWork - The work in a step that a cell of some sets causes. */
typedef struct {
  char sets[256]; /* names of the sets, separated by commas; for "a+3" the set "a" is meant */
  /* work of a cell of each shape, in any unit that is the same in all CellWorks of a mesh */
  int work[SHAPES];
} CellWork;

/* cell_weights - Computes the work of each cell.

   The work of a cell is the sum over all CellWorks one of whose sets has the cell.
   Input:
     cells  the cells of this rank and their sets
     of     [n] work of the cells of some sets
   Output:
     weight  [cells->ncells] work of each cell, at least 1
   Not collective. */
void cell_weights(const Geometry *cells, int n, const CellWork of[], int weight[]);

#endif
