/* node_normals.h: computes the normals of smooth surfaces at nodes, for elements with directors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_NODE_NORMALS_H
#define FS_MODEL_PARTS_NODE_NORMALS_H

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

#endif
