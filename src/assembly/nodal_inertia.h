/* nodal_inertia.h: computes accelerations node by node, without a mass matrix.

   This is possible if all inertia is fixed to single nodes (lumped masses, bodies, sections that
   rotate with them), and if only forces of such inertia depend on velocities. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_NODAL_INERTIA_H
#define FS_ASSEMBLY_NODAL_INERTIA_H

#include "element/node_inertia.h"
#include "assembly.h"

typedef struct _n_NodalInertia *NodalInertia;

/* Nodal_Assembly - Implements FsSystemOps.nodal for models whose velocities appear in inertia
   forces only.

   Collective. */
PetscErrorCode Nodal_Assembly(FsSystem sys, PetscBool *nodal);
/* NodalInertiaAccelerate - Computes a = -M^-1 residual and v += h a.

   Input:
     nodes     the states of this rank's nodes at the residual; NULL if no node rotates
     residual  computed with a = 0
   Output:
     norm      the 2-norm of a; NaN if some node has no acceleration
   Collective. */
PetscErrorCode NodalInertiaAccelerate(NodalInertia nodal, const NodeState nodes[], PetscReal h,
                                      Vec residual, Vec v, Vec a, PetscReal *norm);
/* HasNodalInertia - Returns the result of Nodal_Assembly(); PETSC_FALSE if nodal is NULL. */
PetscBool      HasNodalInertia(NodalInertia nodal);
PetscErrorCode NodalInertiaDestroy(NodalInertia *nodal);

#endif
