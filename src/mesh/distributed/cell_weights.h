/* cell_weights.h: what cells cost, so that ranks get about the same. The mesh knows no mechanics: the model says what a cell of a set and a shape costs. Pure; called by
   mesh_options.c on the way to PartitionAndMigrate. */
#ifndef FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H
#define FS_MESH_DISTRIBUTED_CELL_WEIGHTS_H

#include "mesh/geometry.h"

/* Cells of some sets, "a,b" as -part_<name>_set has them, cost work[shape] each, in any unit; 0: nothing. */
typedef struct {
  char sets[256];
  int  work[SHAPES];
} CellWork;

/* weight[cells.ncells]: what all n say of a cell, together; at least 1. */
void cell_weights(const Geometry *cells, int n, const CellWork of[], int weight[]);

#endif
