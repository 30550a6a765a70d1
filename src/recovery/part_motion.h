/* part_motion.h: how a part, or all of a model, moves as a whole. Mass belongs to elements, so that sums over parts are those of the
   model (energy_meter.c). Used by output/history/mass_center_probe.c. */
#ifndef FS_RECOVERY_PART_MOTION_H
#define FS_RECOVERY_PART_MOTION_H

#include "momentum.h"

/* This rank's share. Of linear elements places are to first order in displacements and rotations; arms of angular momenta are as
   in momentum.c. */
typedef struct {
  PetscReal moment[3];         /* mass times place of its center [kg m] */
  PetscReal momentum[MOMENTA]; /* without components that nodes lack */
  PetscReal kinetic;           /* [J] */
} PartMotion;

/* The masses of a part's elements; part NULL: of all. Borrows the assembly and part. Add: *to += that at ev, which has nodes. Not
   collective. */
typedef struct _n_PartMasses *PartMasses;
PetscErrorCode                PartMassesCreate(Assembly a, const char part[], PartMasses *masses);
PetscErrorCode PartMassesAdd(PartMasses masses, const Evaluation *ev, PartMotion *to);
PetscErrorCode PartMassesDestroy(PartMasses *masses);

#endif
