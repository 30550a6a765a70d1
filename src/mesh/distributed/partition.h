/* partition.h: chooses the rank that gets each cell of a distributed mesh.

   migrate_cells() then moves the cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_PARTITION_H
#define FS_MESH_DISTRIBUTED_PARTITION_H

#include <fs/options.h>
#include "distributed_mesh.h"

/* PartitionCells - Chooses the rank of each cell by the method that -mesh_partition names.

   It may set d->cells.x.
   Input:
     weight  [d->cells.ncells] work of each cell; if it is NULL, all cells have the same work
   Output:
     to      [d->cells.ncells] rank that gets each cell
     method  name of the method, a constant string
   Collective. Input error: the method is ptscotch, but this PETSc has no usable PT-Scotch. */
PetscErrorCode PartitionCells(FsOptions o, DistributedMesh *d, const int weight[], int to[],
                              const char **method);

/* PartitionByGraph - Chooses the rank of each cell by PT-Scotch.

   Two cells are connected in the graph if they share a node. The arguments are as for
   PartitionCells(). Collective. */
PetscErrorCode PartitionByGraph(const DistributedMesh *d, const int weight[], int to[]);

#endif
