/* lateral_load.h: the loads between the nodes of beams on which their nonlinear forces depend. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_LATERAL_LOAD_H
#define FS_MODEL_LOADS_ALONG_LATERAL_LOAD_H

#include "model/loads/harmonic_load.h"

/* ModelLateralLoads - Computes Block.lateral at the time t [s], by the functions lateral_entries
   and add_lateral of the elements: what the loads along beams do between the nodes of those that
   the axial force bends there, or whose section follows a law. Block.lateral stays NULL for other
   elements, and without loads along lines.

   Input:
     factor    factor of the loads without their harmonic parts
     harmonic  the harmonic part
   Input error: a factor of time is not finite. */
PetscErrorCode ModelLateralLoads(Model model, PetscReal t, PetscReal factor,
                                 const FsHarmonic *harmonic);

/* ModelLateralLoadsWithPlaces - Does the same, and also makes the places that forces have at
   another time known to the elements. */
PetscErrorCode ModelLateralLoadsWithPlaces(Model model, PetscReal t, PetscReal other,
                                           PetscReal factor, const FsHarmonic *harmonic);

#endif
