/* nodal_load.h: forces and moments on each node of a set. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_NODES_NODAL_LOAD_H
#define FS_MODEL_LOADS_NODES_NODAL_LOAD_H

#include "model/loads/placed_load.h"

/* nodal_load_add - Adds a force or moment at each node of the set that this rank owns.

   Input:
     first   number of the first component on which the load acts: 0 for forces, 3 for moments
   Input and output:
     f       array of a local vector of generalized forces [N], [N m]
     loaded  bits 1, 2, 4 are set if a node has the dof in x, y, z on which the load acts */
void nodal_load_add(Model model, const PlacedLoad *placed, int first, PetscScalar f[], int *loaded);

/* NodalLoadDoubt - Warns if a load on nodes acts on a set of lines or surfaces.

   The sum of such a load is proportional to the number of nodes and depends on the mesh, so that a
   load per length, per area, or at a place is more likely. A set that is selected by a place, such
   as -load_<name>_where 1, gets no warning, because the user chose the nodes.
   Input:
     set  index in Geometry.set_name of the set on which the load acts
   Collective. */
PetscErrorCode NodalLoadDoubt(Model model, const LoadOptions *options, PetscInt set);

#endif
