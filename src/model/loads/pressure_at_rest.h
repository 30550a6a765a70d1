/* pressure_at_rest.h: the forces of a pressure in the mesh, for linear models. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_LOADS_PRESSURE_AT_REST_H
#define FS_MODEL_LOADS_PRESSURE_AT_REST_H

#include "placed_load.h"

/* PressureAtRest - Computes the forces of a pressure on the nodes of a linear model, along the
   normals of the surfaces in the mesh. The factor g(t) is not included.

   The function prints a warning if nodes of the set have no dof in a direction of the pressure.
   Changed:
     f  [nlocal] array of a local vector, to which the forces are added
   Collective. Input error: the set has no surfaces. */
PetscErrorCode PressureAtRest(Model model, const PlacedLoad *placed, PetscScalar f[]);

#endif
