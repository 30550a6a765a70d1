/* vectors.h: operations on a model's vectors that know what their entries are; see system.h. */
#ifndef VECTORS_H
#define VECTORS_H

#include "assembly.h"

extern const FsSystemRotations model_rotations;

PetscErrorCode Measure_Assembly(FsSystem sys, Vec x, PetscReal square[FS_MEASURES]);
PetscErrorCode ConstraintWeights(FsSystem sys, Vec w);
PetscErrorCode AddMultipliers(FsSystem sys, PetscReal factor, Vec x, Vec y);

/* This rank's share of x . y. Not collective. */
PetscErrorCode LocalDot(Vec x, Vec y, PetscReal *dot);

#endif
