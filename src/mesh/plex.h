/* plex.h: from a Geometry to the DMPlex of a Mesh. Called by mesh_options.c. The caller owns *dm. */
#ifndef FS_MESH_PLEX_H
#define FS_MESH_PLEX_H

#include <petscdmplex.h>
#include "geometry.h"

/* Make *dm of the pieces that the ranks have in g, which is not changed. If g has owners, nodes that several ranks have
   are shared points of *dm; without owners all nodes are different. Collective. */
PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm);

#endif
