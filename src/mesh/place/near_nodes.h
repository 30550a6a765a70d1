/* near_nodes.h: joins the nodes of one mesh that are at one place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_PLACE_NEAR_NODES_H
#define FS_MESH_PLACE_NEAR_NODES_H

#include "mesh/mesh_options.h"

/* JoinNearNodes - Joins the nodes of lines and surfaces that are not farther apart than
   -mesh_join, except for the nodes of a cell that is shorter, and for the sets of -mesh_unjoined.

   Changed:
     d  the only mesh of -mesh, before it is partitioned
   Collective. Input error: both nodes of a cell would become one. */
PetscErrorCode JoinNearNodes(MPI_Comm comm, const MeshOptions *m, DistributedMesh *d);

#endif
