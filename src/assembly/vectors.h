/* vectors.h: operations on a model's vectors that know what their entries are. assembly.c and assembly/constraints/constraints.c
   put them into the FsSystem, whose contracts are in fs/system.h. */
#ifndef FS_ASSEMBLY_VECTORS_H
#define FS_ASSEMBLY_VECTORS_H

#include "assembly.h"

extern const FsSystemRotations model_rotations;

/* FsSystemOps.measure, FsSystemConstraints.weights and .add_multipliers. */
PetscErrorCode Measure_Assembly(FsSystem sys, Vec x, PetscReal square[FS_MEASURES]);
PetscErrorCode ConstraintWeights(FsSystem sys, Vec w);
PetscErrorCode AddMultipliers(FsSystem sys, PetscReal factor, Vec x, Vec y);

/* *dot = this rank's share of x . y. Not collective. */
PetscErrorCode LocalDot(Vec x, Vec y, PetscReal *dot);

#endif
