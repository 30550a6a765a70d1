/* load_places.h: chooses a few points that represent all points at which a load acts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_PLACES_H
#define FS_MODEL_LOADS_LOAD_PLACES_H

#include <fs/fs.h>

enum { LOAD_PLACES = 24 }; /* largest number of points that are chosen */

/* LoadPlaces - Chooses the points of a load that are nearest to the corners and the middle of the
   bounding box of all its points, and to points spread over this box.

   Input:
     n, x     [n] points of this rank [m]
   Output:
     nplaces  number of chosen points; 0 if no rank has a point
     places   chosen points, each once, the same on every rank and for every number of ranks [m]
   Collective. */
PetscErrorCode LoadPlaces(MPI_Comm comm, PetscInt n, const PetscReal (*x)[3], PetscInt *nplaces,
                          PetscReal places[LOAD_PLACES][3]);

#endif
