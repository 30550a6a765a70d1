/* edge_load.h: the levers by which a load along the edge of a surface acts on nodes of shells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_EDGE_LOAD_H
#define FS_MODEL_LOADS_ALONG_EDGE_LOAD_H

#include "model/loads/placed_load.h"

/* Levers - The sum of arm force^T over the levers of a node [N m], and the sum of the absolute
   values of the entries of its terms [N m]. */
typedef struct {
  double sum[9], size;
} Levers;

/* edge_load_acts - Returns whether a load acts along lines and some part of the model bends in its
   surface; the same on all ranks.

   Rotations of nodes about their normals bend the sides of such parts to parabolas, so that a force
   per length on a side does work on these rotations too. A load whose place depends on time does
   not count. */
PetscBool edge_load_acts(Model model, const PlacedLoad *placed);

/* EdgeLoadAdd - Adds the levers by which a load acts on the bending of the sides of shells.

   The forces on the nodes are not included. If several elements have a side, each gets the same
   part of its load.
   Changed:
     levers  [nnodes] the levers of each node of this rank, without those by elements of other ranks
   Collective. */
PetscErrorCode EdgeLoadAdd(Model model, const PlacedLoad *placed, Levers levers[]);

#endif
