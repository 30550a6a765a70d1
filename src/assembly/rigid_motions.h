/* rigid_motions.h: computes the rigid body motions of a model for solvers.

   A model without supports can do these motions without energy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_RIGID_MOTIONS_H
#define FS_ASSEMBLY_RIGID_MOTIONS_H

#include "assembly.h"

/* RigidMotions_Assembly - Implements FsSystemOps.rigid_motions.

   The rotations are about the mean of the nodes in the state s. Collective. */
PetscErrorCode RigidMotions_Assembly(FsSystem sys, const FsState *s, const FsLoading *loading,
                                     const Vec motion[FS_RIGID_MOTIONS]);

#endif
