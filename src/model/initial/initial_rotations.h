/* initial_rotations.h: initial rotations of beams that follow the slope of initial displacements.

   Without them a beam whose nodes are displaced alone starts with large shear strains. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_INITIAL_INITIAL_ROTATIONS_H
#define FS_MODEL_INITIAL_INITIAL_ROTATIONS_H

#include "model/model.h"

/* ModelFollowSlopes - Rotates the nodes of beams with the tangents of the displaced beams.

   It changes free rotations that no initial field gives, at nodes whose displacement an initial
   field gives. If several beams meet at a node, the rotation fits the directions of all of them, by
   least squares. A rotation about a single tangent is 0.
   Input/Output:
     q  global vector of the initial displacements and rotation vectors
   Output:
     n  number of nodes that turn, on all ranks
   Collective. */
PetscErrorCode ModelFollowSlopes(Model model, Vec q, PetscInt *n);

#endif
