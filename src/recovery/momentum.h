/* momentum.h: computes this rank's share of the linear and angular momentum of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_MOMENTUM_H
#define FS_RECOVERY_MOMENTUM_H

#include "assembly/evaluation.h"
#include "assembly/vectors.h"

/* Components of the momentum: linear momentum [kg m/s], then angular momentum about the origin
   [kg m2/s], in global axes. */
enum { MOMENTA = 6 };

/* MomentumOfNodes - Adds the momentum of the nodes, from M v with moments in body axes.

   Input:
     ev      an evaluation with nodes, or with displacements if no node rotates
     global  M v of the free dofs that this rank owns
     local   [nlocal] this rank's share of M v of constrained dofs
   Not collective. */
void MomentumOfNodes(const Evaluation *ev, const PetscScalar global[], const PetscScalar local[],
                     PetscReal momentum[MOMENTA]);

/* The momentum of linear models. */
typedef struct _n_RigidMomentum *RigidMomentum;

/* RigidMomentumCreate - Creates the products of the mass matrix with the rigid motions.
   Collective. */
PetscErrorCode RigidMomentumCreate(Assembly a, RigidMomentum *rm);
PetscErrorCode RigidMomentumDestroy(RigidMomentum *rm);

/* RigidMomentumAdd - Adds the momentum at the velocities v of free dofs and those of motions.
   Collective. */
PetscErrorCode RigidMomentumAdd(RigidMomentum rm, Vec v, const PrescribedMotion *motions,
                                PetscReal momentum[MOMENTA]);

#endif
