/* vectors.h: computes norms, weights and products of vectors by the kind of their entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_VECTORS_H
#define FS_ASSEMBLY_VECTORS_H

#include "assembly.h"

/* The operations on finite rotations in vectors (FsSystem.rotations). */
extern const FsSystemRotations model_rotations;

/* Measure_Assembly - Implements FsSystemGeometryOps.measure. Not collective. */
PetscErrorCode Measure_Assembly(FsSystem sys, Vec x, PetscReal square[FS_MEASURES]);

/* ConstraintWeights - Implements FsSystemGeometryOps.weights. */
PetscErrorCode ConstraintWeights(FsSystem sys, Vec w);

/* AddMultipliers - Implements FsSystemConstraints.add_multipliers. */
PetscErrorCode AddMultipliers(FsSystem sys, PetscReal factor, Vec x, Vec y);

/* AddLocalToGlobal - Adds a local vector (model/layout.h) to a global one; entries of supported
   dofs are left out. Collective. */
PetscErrorCode AddLocalToGlobal(Model model, Vec local, Vec global);

/* LocalDot - Computes this rank's share of x . y. Not collective. */
PetscErrorCode LocalDot(Vec x, Vec y, PetscReal *dot);

#endif
