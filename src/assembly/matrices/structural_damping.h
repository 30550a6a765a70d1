/* structural_damping.h: computes structural (hysteretic) damping: stiffness times a loss factor.

   H is the matrix of structural damping. In a harmonic motion the damping force is in phase with
   the velocity, and its size does not depend on the frequency. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_MATRICES_STRUCTURAL_DAMPING_H
#define FS_ASSEMBLY_MATRICES_STRUCTURAL_DAMPING_H

#include "assembly/assembly.h"

/* StructuralDampingCreate - Creates the matrix H of structural damping, the sum over all elements
   of loss factor times stiffness, at a state.

   Input:
     like  a matrix with the pattern of the tangents of the system
   Output:
     H     the matrix, which the caller destroys; NULL if no part has a loss factor
   Collective. Input error if a part with a loss factor has no stiffness. */
PetscErrorCode StructuralDampingCreate(Assembly a, const FsState *s, const FsLoading *loading,
                                       Mat like, Mat *H);

/* HasStructuralDamping - Determines whether some part of the model has a loss factor, that is,
   structural damping. */
PetscBool HasStructuralDamping(Assembly a);

/* StructuralDampingCompute - Computes the matrix H of structural damping at a state.

   H is the sum over all elements of loss factor times stiffness. H must have the pattern of the
   tangents of the system. Collective. Input error if a part with a loss factor has no stiffness. */
PetscErrorCode StructuralDampingCompute(Assembly a, const FsState *s, const FsLoading *loading,
                                        Mat H);

/* StructuralDampingOfMotions - Computes the structural damping forces that harmonic motions of
   supports cause.

   The matrix of structural damping does not contain these forces, because it has no columns for
   constrained dofs. The forces are loss factor times stiffness times the motion of the supports,
   divided by loading->harmonic.size.
   Input:
     loading  its harmonic.size is a small number > 0, because the motion is a finite difference
   Output:
     y        forces on the free dofs
   Collective. */
PetscErrorCode StructuralDampingOfMotions(Assembly a, const FsState *s, const FsLoading *loading,
                                          Vec y);

#endif
