/* load_places.h: some places that stand for all places of a load. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_LOAD_PLACES_H
#define FS_MODEL_LOADS_LOAD_PLACES_H

#include <fs/fs.h>

enum { LOAD_PLACES = 24 }; /* largest number of places that stand for all */

/* LoadPlaces - Chooses places of a load: those nearest to the corners and the middle of the box
   around all places, and to points spread over it.

   Input:
     n, x   places of this rank
   Output:
     nplaces  number of chosen places, 0 if no rank has a place
     places   chosen places, each once; the same on every rank and for every number of ranks
   Collective. */
PetscErrorCode LoadPlaces(MPI_Comm comm, PetscInt n, const PetscReal (*x)[3], PetscInt *nplaces,
                          PetscReal places[LOAD_PLACES][3]);

#endif
