/* cell_weights.h: estimates the work of cells, so that all ranks get about the same.

   The mesh knows no mechanics: the model says how much a cell of a set and a shape costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H
#define FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H

#include "mesh/geometry.h"

/* Each cell of these sets costs work[shape], in any unit; 0 means nothing. */
typedef struct {
  char sets[256]; /* "a,b", as in -part_<name>_set */
  int  work[SHAPES];
} CellWork;

/* cell_weights - Adds up the work of each cell.

   Input:
     n, of  of[n], the costs
   Output:
     weight  [cells.ncells] the sum, at least 1
   Not collective. */
void cell_weights(const Geometry *cells, int n, const CellWork of[], int weight[]);

#endif
