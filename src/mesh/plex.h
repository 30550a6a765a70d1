/* plex.h: from a Geometry to a DMPlex of depth 1, see Mesh. Called by mesh.c. The caller owns *dm. */
#ifndef PLEX_H
#define PLEX_H

#include <petscdmplex.h>
#include "geometry.h"

/* ---- plex.c ------------------------------------------------------------------------------------------------------ */

/* Make *dm of the pieces that the ranks have in g, which is not changed. If g has owners, nodes that several ranks have
   are shared points of *dm; without owners all nodes are different. Collective. */
PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm);

/* ---- distribute.c ------------------------------------------------------------------------------------------------ */

/* Distribute a mesh that is all on rank 0; on other ranks g is empty on entry but has the same sets. On return g is
   this rank's piece and *dm the distributed DMPlex. A cell is on one rank, a node on every rank that has one of its
   cells. Collective. */
PetscErrorCode PlexDistribute(MPI_Comm comm, Geometry *g, DM *dm);

#endif
