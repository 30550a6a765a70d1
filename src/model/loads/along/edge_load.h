/* edge_load.h: the moments on the nodes of shells by a load along the edge of a surface. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_EDGE_LOAD_H
#define FS_MODEL_LOADS_ALONG_EDGE_LOAD_H

#include "model/loads/placed_load.h"

/* EdgeLoadMoments - Adds the moments on nodes that a force per length does on the bending of the
   sides of shells in their surface.

   Rotations of the nodes about their normals bend a side to a parabola, so that a force on the side
   does work on these rotations too. The forces on the nodes are not included. The moments are
   constant in the axes of the nodes. If several elements have a side, each gets the same part of
   its load.
   Changed:
     f  [nlocal] array of a local vector, to which the moments are added [N m]
   Collective. A load whose place depends on time adds nothing. */
PetscErrorCode EdgeLoadMoments(Model model, const PlacedLoad *placed, PetscScalar f[]);

#endif
