/* structural_damping.h: computes structural (hysteretic) damping: stiffness times a loss factor.

   This force is in phase with the velocity and does not depend on the frequency. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_STRUCTURAL_DAMPING_H
#define FS_ASSEMBLY_STRUCTURAL_DAMPING_H

#include "assembly.h"

/* StructuralDampingCreate - Creates the matrix of structural damping.

   Input:
     like  matrix with the pattern of H
   Output:
     H     the caller destroys it; NULL if no part has a loss factor
   Collective. Input error as for StructuralDampingCompute(). */
PetscErrorCode StructuralDampingCreate(Assembly a, const FsState *s, const FsLoading *loading,
                                       Mat like, Mat *H);

/* HasStructuralDamping - Determines whether some part has a loss factor. */
PetscBool HasStructuralDamping(Assembly a);

/* StructuralDampingCompute - Computes H, the sum of the loss factor times the stiffness of all
   elements at a state.

   H has the pattern of the tangents of the system. Collective. Input error if a part with a loss
   factor has no stiffness. */
PetscErrorCode StructuralDampingCompute(Assembly a, const FsState *s, const FsLoading *loading,
                                        Mat H);

/* StructuralDampingOfMotions - Computes the structural damping forces of prescribed harmonic
   motions.

   H does not contain these forces. They are loss factor times stiffness times the motion of
   supports at loading->harmonic, by differences of its size, and per unit of the size.
   Output:
     y  forces on the free dofs
   Collective. */
PetscErrorCode StructuralDampingOfMotions(Assembly a, const FsState *s, const FsLoading *loading,
                                          Vec y);

#endif
