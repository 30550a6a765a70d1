/* masses.h: mass, center of mass and inertia of the parts of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MASSES_H
#define FS_MODEL_MASSES_H

#include "model/components.h"

typedef struct {
  PetscReal mass, center[3]; /* [kg], [m] */
  PetscReal inertia[3][3];   /* about the center [kg m2] */
} PartMass;

/* ModelMasses - Computes the masses of all parts in the reference configuration.

   Output:
     part  [nparts + 1] of each part, then of all parts together
   Collective. */
PetscErrorCode ModelMasses(Model model, PartMass part[]);

#endif
