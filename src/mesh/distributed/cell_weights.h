/* cell_weights.h: estimates the work of each cell, so that all ranks get about the same work.

   The mesh knows no mechanics. The model says how much a cell costs, by its sets and its shape. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H
#define FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H

#include "mesh/geometry.h"

/* CellWork - The costs of the cells in some sets. */
typedef struct {
  char sets[256];    /* names of the sets, "a,b", as in -part_<name>_set */
  int  work[SHAPES]; /* cost of a cell of each shape, in the same unit in all CellWorks */
} CellWork;

/* cell_weights - Adds up the work of each cell.

   If a cell is in the sets of several CellWorks, their costs are added.
   Input:
     of  [n] costs
   Output:
     weight  [cells->ncells] work of each cell, at least 1
   Not collective. */
void cell_weights(const Geometry *cells, int n, const CellWork of[], int weight[]);

#endif
