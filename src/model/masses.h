/* masses.h: mass, center of mass and inertia of the parts of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_MASSES_H
#define FS_MODEL_MASSES_H

#include "model/components.h"

/* PartMass - The mass of one part, or of all parts together. */
typedef struct {
  PetscReal mass, center[3]; /* mass [kg]; position of the center of mass [m] */
  PetscReal inertia[3][3];   /* inertia about the center of mass, in global axes [kg m2] */
} PartMass;

/* ModelMasses - Computes the masses of all parts in the reference configuration.

   Output:
     part  [nparts + 1] mass of each part, then that of all parts together, the same on all ranks
   Collective. */
PetscErrorCode ModelMasses(Model model, PartMass part[]);

#endif
