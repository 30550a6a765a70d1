/* system_operations.h: the operations of the FsSystem of an assembly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_SYSTEM_OPERATIONS_H
#define FS_ASSEMBLY_SYSTEM_OPERATIONS_H

#include "assembly/term.h"
#include "assembly.h"

/* AssemblySetOperations - Sets the functions by which a system computes residuals, tangents and the
   rest, except ops.matrix.create.

   Set sys->traits.linear and sys->constraints first.
   Input:
     all      the combined traits of all kinds of forces on all ranks, from TermsSumTraits()
     rotates  whether some node rotates freely by finite angles
   Not collective. */
void AssemblySetOperations(FsSystem sys, const TermTraits *all, PetscBool rotates);

/* CreateMatrix_Assembly - Creates a matrix with the pattern of the tangents of a system, or a
   matrix-free operator unless assembled is true; the caller destroys it (implements
   FsSystemMatrixOps.create). */
PetscErrorCode CreateMatrix_Assembly(FsSystem sys, PetscBool assembled, Mat *A);

/* SwitchMargins_Assembly, KinkMargin_Assembly - Compute the least margins of switches and of kinks
   (implement members of FsSystemHistoryOps). In switch_margins.c. */
PetscErrorCode SwitchMargins_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                      PetscReal margin[FS_SWITCHES]);
PetscErrorCode KinkMargin_Assembly(FsSystem sys, const FsState *from, const FsState *to,
                                   const FsLoading *loading, PetscReal *margin);

/* ---- rigid motions --------------------------------------------------------------------------- */

/* Computes the rigid body motions of a model for solvers.
   In a model without supports these motions need no energy. */

/* RigidMotions_Assembly - Computes the rigid body motions of a model at a state as vectors
   (implements FsSystemGeometryOps.rigid_motions).

   The center of the rotations is the mean of the positions of the nodes in the state s.
   Collective. */
PetscErrorCode RigidMotions_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     const Vec motion[FS_RIGID_MOTIONS]);

/* SupportedMotions_Assembly - Measures which rigid body motions the supports of a model prevent
   (implements FsSystemGeometryOps.supported). Collective. */
PetscErrorCode SupportedMotions_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                         PetscReal length,
                                         PetscReal gram[FS_RIGID_MOTIONS][FS_RIGID_MOTIONS]);

/* RigidCenter_Assembly - Computes the center of the rotations of the rigid body motions (implements
   FsSystemGeometryOps.center). Collective. */
PetscErrorCode RigidCenter_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                    PetscReal center[3]);

/* DofNumbers_Assembly - Fills x with numbers of the dofs that do not depend on the number of ranks
   (implements FsSystemGeometryOps.numbers). Not collective. */
PetscErrorCode DofNumbers_Assembly(FsSystem sys, Vec x);

#endif
