/* surfaces.h: the normals of shells at nodes, and the sides of shells that stay straight. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_SURFACES_SURFACES_H
#define FS_MODEL_PARTS_SURFACES_SURFACES_H

#include "model/model.h"

/* NodeNormalsCreate - Computes the mean normals of the plates and shells at each node.

   The mean is weighted by the angles of the elements at the node. If the normal of an element
   differs from the mean by more than `kink`, the node has no mean normal, because the surface has
   an edge or branches there, or neighbors have normals to opposite sides.
   Input:
     kink     largest angle between the normal of an element and the mean [rad]
   Output:
     normals  [nnodes] unit vectors, 0 at nodes without a mean normal; the caller frees the array by
              PetscFree(). NULL if the model has no plates and shells
   Collective. */
PetscErrorCode NodeNormalsCreate(Model model, PetscReal kink, double (**normals)[3]);

/* The bit of a node of an edge that a tie glues to another one (StraightSidesFind()). */
enum { HELD_SEAM = 8 };

/* StraightSidesFind - Finds the sides of quadrilateral shells that stay straight between their
   nodes.

   The rotations of nodes about the normal bend the sides of a shell in its surface. A side at the
   edge of the surface may have nodes that a support or a tie holds across the side. The support
   holds these nodes, but not the side between them, and forces on nodes alone are not in
   equilibrium with constant stress in a shell whose side bends. Such a side therefore stays
   straight.
   Input:
     held      [nnodes] in which ways nodes are held: bits 1, 2, 4 along x, y, z, and HELD_SEAM
   Output:
     straight  [ncells] ElementReference.straight of the cells of shells; the caller frees the
               array by PetscFree()
   Collective. */
PetscErrorCode StraightSidesFind(Model model, const int held[], unsigned char **straight);

#endif
