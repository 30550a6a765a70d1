/* plex.h: creates the DMPlex of a mesh. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_PLEX_H
#define FS_MESH_PLEX_H

#include <petscdmplex.h>
#include "geometry.h"

/* PlexCreate - Creates a DMPlex from the parts of a mesh, one on each rank.

   If g->owner is set, a node that several ranks have is a shared point of the dm. If it is NULL,
   no node is shared.
   Input:
     g  this rank's part
   Output:
     dm  the caller destroys it
   Collective. */
PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm);

#endif
