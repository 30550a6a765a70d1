/* pressure_at_rest.h: the forces of a pressure in the mesh, for linear models. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_PRESSURE_AT_REST_H
#define FS_MODEL_LOADS_PRESSURE_AT_REST_H

#include "placed_load.h"

/* PressureAtRest - Adds the nodal forces of a pressure along the normals of the initial mesh.

   Input/Output:
     f  array of a local vector
   Collective. Input error: the set has no surfaces. A warning: nodes of the set have no dof in a
   direction of the pressure. */
PetscErrorCode PressureAtRest(Model model, const PlacedLoad *placed, PetscScalar f[]);

#endif
