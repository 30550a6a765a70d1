/* partition.h: chooses the rank that gets each cell of a distributed mesh.

   migrate_cells() of distributed_mesh.h then moves the cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_PARTITION_H
#define FS_MESH_DISTRIBUTED_PARTITION_H

#include <fs/petsc_versions.h>
#include "distributed_mesh.h"

/* PartitionMethod - How the ranks of cells are chosen. */
typedef enum {
  PARTITION_AUTO,     /* SIMPLE, unless CURVE gives clearly fewer ghosts */
  PARTITION_CURVE,    /* cells in the order along Hilbert's space-filling curve */
  PARTITION_PTSCOTCH, /* the graph partitioner PT-Scotch */
  PARTITION_SIMPLE    /* cells in the order of their numbers */
} PartitionMethod;
extern const char *const partition_methods[]; /* values of -mesh_partition; ends with NULL */

/* has_ptscotch - Returns whether this PETSc has been built with a PT-Scotch that fsolve can call,
   that is, one whose indices have as many bits as those of PETSc. */
PetscBool has_ptscotch(void);

/* PartitionCells - Chooses the rank to which each cell of a mesh goes, by a partition method.

   With several ranks, the function also fetches the coordinates of the needed nodes, d->cells.x.
   Input:
     weight  [d->cells.ncells] work of each cell; if it is NULL, all cells have the same work
   Output:
     to      [d->cells.ncells] rank that gets each cell
     name    name of the method that was chosen, a constant string
   Collective. */
PetscErrorCode PartitionCells(DistributedMesh *d, PartitionMethod method, const int weight[],
                              int to[], const char **name);

#endif
