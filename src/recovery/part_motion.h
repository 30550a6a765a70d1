/* part_motion.h: computes the motion of the mass center of a part or of the whole model.

   All mass belongs to elements. Therefore the sum over all parts is the motion of the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_PART_MOTION_H
#define FS_RECOVERY_PART_MOTION_H

#include "momentum.h"

/* PartMotion - Sums over the elements of a part on this rank.

   The positions of linear elements are linear in displacements and rotations. The arms of angular
   momenta are the current positions of the nodes, or those in the mesh if the model is linear. */
typedef struct {
  PetscReal moment[3];         /* mass times the position of its center [kg m] */
  PetscReal momentum[MOMENTA]; /* in components in which nodes have dofs, see momentum.h */
  PetscReal kinetic;           /* kinetic energy [J] */
} PartMotion;

/* The masses of the elements of a part, or of all elements. */
typedef struct _n_PartMasses *PartMasses;

/* PartMassesCreate - Computes the masses of the elements of a part.

   part is the name of the part, or NULL for all parts. The masses borrow the assembly and this
   name. Not collective. */
PetscErrorCode PartMassesCreate(Assembly a, const char part[], PartMasses *masses);

/* PartMassesAdd - Adds this rank's share of the motion to *to.

   Input:
     ev  an evaluation with nodes
   Not collective. */
PetscErrorCode PartMassesAdd(PartMasses masses, const Evaluation *ev, PartMotion *to);
PetscErrorCode PartMassesDestroy(PartMasses *masses);

#endif
