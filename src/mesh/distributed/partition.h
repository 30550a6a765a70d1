/* partition.h: chooses the rank that gets each cell of a distributed mesh.

   migrate_cells() then moves the cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_PARTITION_H
#define FS_MESH_DISTRIBUTED_PARTITION_H

#include <fs/fs.h>
#include "distributed_mesh.h"

/* PartitionMethod - How the ranks of cells are chosen. PARTITION_AUTO chooses between the curve and
   the order of the cells. */
typedef enum {
  PARTITION_AUTO,
  PARTITION_CURVE,
  PARTITION_PTSCOTCH,
  PARTITION_SIMPLE
} PartitionMethod;
extern const char *const partition_methods[]; /* "auto", ...; ends with NULL */

/* has_ptscotch - Returns whether PETSc has PT-Scotch with indices of the same size. */
PetscBool has_ptscotch(void);

/* PartitionCells - Chooses the rank of each cell by a method.

   It may set d->cells.x.
   Input:
     weight  [d->cells.ncells] work of each cell; if it is NULL, all cells have the same work
   Output:
     to    [d->cells.ncells] rank that gets each cell
     name  name of the method that was chosen, a constant string
   Collective. */
PetscErrorCode PartitionCells(DistributedMesh *d, PartitionMethod method, const int weight[],
                              int to[], const char **name);

/* PartitionByGraph - Chooses the rank of each cell by PT-Scotch.

   Two cells are connected in the graph if they share a node. The arguments are as for
   PartitionCells(). Collective. */
PetscErrorCode PartitionByGraph(const DistributedMesh *d, const int weight[], int to[]);

#endif
