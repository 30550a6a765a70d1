/* node_normals.h: computes the normals of smooth surfaces at nodes, for elements with directors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_PARTS_NODE_NORMALS_H
#define FS_MODEL_PARTS_NODE_NORMALS_H

#include "model/model.h"

/* NodeNormalsCreate - Computes the mean normals of the plates and shells at each node.

   The mean is weighted by the angles of the elements at the node. A node has no mean if the
   normal of one of its elements differs from the mean by more than the kink. Then the surface has
   an edge or branches there, or neighbours have normals to opposite sides.

   Input:
     kink     largest angle of a normal and the mean [rad]

   Output:
     normals  [nnodes] unit vectors, 0 at nodes without a mean; NULL if the model has no such
              elements. The caller frees it by PetscFree().

   Collective. */
PetscErrorCode NodeNormalsCreate(Model model, PetscReal kink, double (**normals)[3]);

#endif
