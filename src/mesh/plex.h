/* plex.h: creates the DMPlex of a mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_PLEX_H
#define FS_MESH_PLEX_H

#include <petscdmplex.h>
#include "geometry.h"

/* PlexCreate - Creates a DMPlex of the parts of a mesh that the ranks have.

   Input:
     g  this rank's part; with owners, nodes that several ranks have are shared points of the dm,
        and without owners all nodes are different
   Output:
     dm  the caller owns it
   Collective. */
PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm);

#endif
