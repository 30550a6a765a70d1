/* surface_levers.h: the levers by which a load on a curved surface acts on nodes of shells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_ALONG_SURFACE_LEVERS_H
#define FS_MODEL_LOADS_ALONG_SURFACE_LEVERS_H

#include "edge_load.h"

/* surface_levers_act - Returns whether a load acts on surfaces and the model has shells; the same
   on all ranks. A load whose place depends on time does not count. */
PetscBool surface_levers_act(Model model, const PlacedLoad *placed);

/* surface_levers_add - Adds the levers by which a load per area acts on the arcs of shells
   (ElementType.area_load). Returns whether it acts on a shell of this rank.

   Changed:
     levers  [nnodes] the levers of each node of this rank, without those by elements of other ranks
     f       [nlocal] array of a local vector, to which the forces are added [N] */
PetscBool surface_levers_add(Model model, const PlacedLoad *placed, Levers levers[],
                             PetscScalar f[]);

/* SurfaceLeversAddWeight - Adds the levers by which the weight of shells under the acceleration of
   gravity, model->gravity.acceleration, acts on their arcs. The mass is that of the matrices.

   Changed:
     levers, f  as in surface_levers_add(); not changed by flat shells
   Not collective. */
PetscErrorCode SurfaceLeversAddWeight(Model model, Levers levers[], PetscScalar f[]);

#endif
