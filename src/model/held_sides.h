/* held_sides.h: finds where supports and glued edges hold the sides of shells at their nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_HELD_SIDES_H
#define FS_MODEL_HELD_SIDES_H

#include "model/ties/ties.h"

/* HeldNodesFind - Finds in which ways nodes are held, for StraightSidesFind().

   Call it after the supports are created.
   Output:
     held  [nnodes] bits: 1, 2, 4 if a support fixes or moves the displacement along x, y, z;
           HELD_SEAM if the node belongs to an edge of a glued tie. The caller frees the array by
           PetscFree()
   Collective. */
PetscErrorCode HeldNodesFind(Model model, const TiesOptions *ties, int **held);

#endif
