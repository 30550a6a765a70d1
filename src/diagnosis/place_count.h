/* place_count.h: counts the points in space where a set has nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DIAGNOSIS_PLACE_COUNT_H
#define FS_DIAGNOSIS_PLACE_COUNT_H

#include "model/model.h"

/* SetCountPlaces - Counts the points in space where a set has nodes.

   Joints and parts may have several nodes at the same point, which the user sees as one. Nodes
   whose distance is less than 1e-6 of the size of the model count as one point.
   Input:
     set  index of the set in Geometry.set_name
   Output:
     n  number of points, the same on all ranks
   Collective. */
PetscErrorCode SetCountPlaces(Model model, PetscInt set, PetscInt *n);

#endif
