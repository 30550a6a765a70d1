/* nodal_inertia.h: computes accelerations node by node, without a mass matrix.

   This is possible if all inertia belongs to single nodes: lumped masses, bodies, and sections that
   rotate with their node. No force except the inertia forces may depend on velocities. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_NODAL_INERTIA_H
#define FS_ASSEMBLY_NODAL_INERTIA_H

#include "element/inertia/node_inertia.h"
#include "assembly.h"

typedef struct _n_NodalInertia *NodalInertia;

/* Nodal_Assembly - Determines whether accelerations can be computed node by node, without a mass
   matrix (implements FsSystemNodalOps.applies).

   Use it for models in which only inertia forces depend on velocities. The first call computes the
   inertia of the nodes.
   Output:
     nodal  whether all inertia belongs to nodes and every free dof has inertia
   Collective. */
PetscErrorCode Nodal_Assembly(FsSystem sys, PetscBool *nodal);
/* NodalInertiaAccelerate - Computes the accelerations a = -M^-1 residual node by node, and advances
   the velocities by v += h a.

   Input:
     nodes     states of this rank's nodes with which residual was computed; NULL if no node rotates
     h         time by which v advances [s]
     residual  residual of the system for a = 0
   Output:
     norm      the 2-norm of a; NaN if the equations of a node have no solution
   Collective. */
PetscErrorCode NodalInertiaAccelerate(NodalInertia nodal, const NodeState nodes[], PetscReal h,
                                      Vec residual, Vec v, Vec a, PetscReal *norm);
/* HasNodalInertia - Returns whether accelerations can be computed node by node, the result of
   Nodal_Assembly(); PETSC_FALSE if nodal is NULL. */
PetscBool      HasNodalInertia(NodalInertia nodal);
PetscErrorCode NodalInertiaDestroy(NodalInertia *nodal);

#endif
