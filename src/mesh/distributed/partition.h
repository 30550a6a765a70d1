/* partition.h: chooses the rank of each cell of a distributed mesh. migrate_cells() moves them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_PARTITION_H
#define FS_MESH_DISTRIBUTED_PARTITION_H

#include <fs/options.h>
#include "distributed_mesh.h"

/* PartitionCells - Chooses the rank of each cell by the method that -mesh_partition names.

   Input:
     d       coordinates of the nodes that its cells need are fetched (d->cells.x)
     weight  [cells.ncells] work of each cell
   Output:
     to      [cells.ncells] rank of each cell
     method  name of the method, a constant string
   Collective. Input error: PETSc lacks the method. */
PetscErrorCode PartitionCells(FsOptions o, DistributedMesh *d, const int weight[], int to[],
                              const char **method);

/* PartitionByGraph - Chooses to[cells.ncells], the rank of each cell, by PT-Scotch.

   Two cells are connected in the graph if they share a node. If weight is NULL, all cells count the
   same. Collective. */
PetscErrorCode PartitionByGraph(const DistributedMesh *d, const int weight[], int to[]);

#endif
