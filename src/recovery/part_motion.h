/* part_motion.h: computes the motion of the mass center, the momentum and the kinetic energy of a
   part or of the whole model.

   All mass belongs to elements. Therefore the sum over all parts is the motion of the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_PART_MOTION_H
#define FS_RECOVERY_PART_MOTION_H

#include "momentum.h"

/* PartMotion - Sums over the elements of a part on this rank.

   The arms of angular momenta are the current positions of the nodes, or their positions in the
   mesh if the model is linear. */
typedef struct {
  /* sum of mass times position of the mass [kg m], which is the mass center times the mass of the
     part */
  PetscReal moment[3];
  /* linear momentum [kg m/s], then angular momentum about the origin [kg m2/s]; 0 in components in
     which nodes have no dofs */
  PetscReal momentum[MOMENTA];
  PetscReal kinetic; /* kinetic energy [J] */
} PartMotion;

/* PartMasses - The masses of the elements of a part, or of all elements. */
typedef struct _n_PartMasses *PartMasses;

/* PartMassesCreate - Computes the masses of the elements of a part.

   Input:
     a     the assembly of the model, borrowed
     part  name of the part, borrowed; NULL for all parts
   Output:
     masses  the caller destroys it by PartMassesDestroy()
   Not collective. */
PetscErrorCode PartMassesCreate(Assembly a, const char part[], PartMasses *masses);

/* PartMassesAdd - Adds mass center, momentum and kinetic energy of a part's elements on this rank
   at a state to *to.

   Input:
     ev  evaluation of the state; ev->nodes must not be NULL
   Not collective. */
PetscErrorCode PartMassesAdd(PartMasses masses, const Evaluation *ev, PartMotion *to);
PetscErrorCode PartMassesDestroy(PartMasses *masses);

#endif
