/* plex.h: geometries as DMPlexes of depth 1, whose points are cells, then nodes, in the order of the geometry. */
#ifndef PLEX_H
#define PLEX_H

#include <petscdmplex.h>
#include "geometry.h"

/* ---- plex.c: nothing moves ---- */

/* Of what each rank has in g, which is not changed. Where g has owners, the nodes that ranks share are the same points. Collective. */
PetscErrorCode PlexCreate(MPI_Comm comm, const Geometry *g, DM *dm);

/* ---- distribute.c ---- */

/* From a geometry that is all on rank 0 (the other ranks' are empty, with the same sets) to one piece a rank: the DM, and in
   g the rank's piece in place of what was there. A cell is on one rank, a node on every rank that has one of its cells.
   Collective. */
PetscErrorCode PlexDistribute(MPI_Comm comm, Geometry *g, DM *dm);

#endif
