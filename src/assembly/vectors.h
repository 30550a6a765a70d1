/* vectors.h: operations on a model's vectors that know what their entries are; see system.h. */
#ifndef VECTORS_H
#define VECTORS_H

#include "assembly.h"

extern const SystemRotations model_rotations;

PetscErrorCode Measure_Assembly(System sys, Vec x, PetscReal square[MEASURES]);
PetscErrorCode ConstraintWeights(System sys, Vec w);
PetscErrorCode AddMultipliers(System sys, PetscReal factor, Vec x, Vec y);

/* This rank's share of x . y. Not collective. */
PetscErrorCode LocalDot(Vec x, Vec y, PetscReal *dot);

#endif
