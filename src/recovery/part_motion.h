/* part_motion.h: computes the motion of the mass center of a part or of the whole model.

   Mass belongs to elements, so that the sums over all parts are those of the model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_PART_MOTION_H
#define FS_RECOVERY_PART_MOTION_H

#include "momentum.h"

/* This rank's share of the motion. Positions of linear elements are of first order in displacements
   and rotations. The arms of angular momenta are those of momentum.c. */
typedef struct {
  PetscReal moment[3];         /* mass times the position of its center [kg m] */
  PetscReal momentum[MOMENTA]; /* without components that nodes do not have */
  PetscReal kinetic;           /* [J] */
} PartMotion;

/* The masses of the elements of a part, or of all elements. */
typedef struct _n_PartMasses *PartMasses;

/* PartMassesCreate - Creates the masses of a part, or of all parts if part is NULL.

   It borrows the assembly and part. Not collective. */
PetscErrorCode PartMassesCreate(Assembly a, const char part[], PartMasses *masses);

/* PartMassesAdd - Adds the motion at an evaluation with nodes to *to. Not collective. */
PetscErrorCode PartMassesAdd(PartMasses masses, const Evaluation *ev, PartMotion *to);
PetscErrorCode PartMassesDestroy(PartMasses *masses);

#endif
