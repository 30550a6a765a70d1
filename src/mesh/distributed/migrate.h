/* migrate.h: from a mesh that is dealt out to pieces of it, by a method that the options choose. Called by mesh_options.c. */
#ifndef FS_MESH_DISTRIBUTED_MIGRATE_H
#define FS_MESH_DISTRIBUTED_MIGRATE_H

#include <fs/options.h>
#include "distributed_mesh.h"

/* g = this rank's piece of d, with owners; d becomes empty. *method: its name. weight[cells.ncells]: the work of each cell; NULL: all are equal. Collective. Input error: a method that this
   PETSc does not have. */
PetscErrorCode PartitionAndMigrate(FsOptions o, DistributedMesh *d, const int weight[], Geometry *g,
                                   const char **method);

/* partition_graph.c: to[cells.ncells] = the rank of each cell, by ptscotch on the graph of cells that share a node. Collective. */
PetscErrorCode PartitionByGraph(const DistributedMesh *d, const int weight[], int to[]);

#endif
