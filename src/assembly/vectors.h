/* vectors.h: computes norms, weights and products of vectors by the kind of their entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_VECTORS_H
#define FS_ASSEMBLY_VECTORS_H

#include "assembly.h"

/* The functions for finite rotations in the vectors of a system (FsSystem.rotations). */
extern const FsSystemRotations model_rotations;

/* Measure_Assembly - Computes the sums of squares of the entries of x for each kind of entry, such
   as displacements and rotations, on this rank (FsSystemGeometryOps.measure). Not collective. */
PetscErrorCode Measure_Assembly(FsSystem sys, Vec x, PetscReal square[FS_MEASURES]);

/* ConstraintWeights - Computes the weight of each entry of a vector, by which rotations count as
   lengths (FsSystemGeometryOps.weights). */
PetscErrorCode ConstraintWeights(FsSystem sys, Vec w);

/* AddMultipliers - Adds factor times the Lagrange multipliers in x to those in y
   (FsSystemConstraints.add_multipliers). */
PetscErrorCode AddMultipliers(FsSystem sys, PetscReal factor, Vec x, Vec y);

/* AddLocalToGlobal - Adds a local vector, which has the dofs of this rank and its ghosts, to a
   global one; entries of supported dofs are left out. Collective. */
PetscErrorCode AddLocalToGlobal(Model model, Vec local, Vec global);

/* LocalDot - Computes the part of the scalar product x . y that the entries of this rank
   contribute. Not collective. */
PetscErrorCode LocalDot(Vec x, Vec y, PetscReal *dot);

#endif
