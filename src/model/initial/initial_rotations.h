/* initial_rotations.h: initial rotations of beams that follow the slope of initial displacements.

   If the user gives initial displacements of a beam without rotations, the sections would stay
   parallel, and the beam would start with large shear strains. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_INITIAL_INITIAL_ROTATIONS_H
#define FS_MODEL_INITIAL_INITIAL_ROTATIONS_H

#include "model/model.h"

/* ModelFollowSlopes - Rotates the nodes of beams with the tangents of the displaced beams.

   Only free rotations are changed that no initial field gives, at nodes whose displacement an
   initial field gives. If several beams meet at a node, the rotation fits the directions of all
   beams by least squares. The rotation about the tangent of a single beam is 0.
   Changed:
     q  global vector of the initial displacements and rotation vectors
   Output:
     n  number of nodes that are rotated, on all ranks
   Collective. */
PetscErrorCode ModelFollowSlopes(Model model, Vec q, PetscInt *n);

#endif
