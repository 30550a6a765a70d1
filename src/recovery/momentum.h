/* momentum.h: computes this rank's share of the linear and angular momentum of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_MOMENTUM_H
#define FS_RECOVERY_MOMENTUM_H

#include "assembly/evaluation.h"
#include "assembly/vectors.h"

/* Components of the momentum: linear momentum [kg m/s], then angular momentum about the origin
   [kg m2/s], in global axes. */
enum { MOMENTA = 6 };

/* MomentumOfNodes - Adds this rank's share of the momentum of the nodes, for nonlinear models.

   M v are the momenta of the dofs. For rotations they are moments of momentum in body axes.
   Input:
     ev        an evaluation with nodes, or with displacements if no node rotates
     global    M v of the free dofs that this rank owns
     local     [nlocal] this rank's share of M v of the constrained dofs
   Input and output:
     momentum  += the share
   Not collective. */
void MomentumOfNodes(const Evaluation *ev, const PetscScalar global[], const PetscScalar local[],
                     PetscReal momentum[MOMENTA]);

/* Computes the momentum of linear models by dot products, with the nodes at their positions in the
   mesh. */
typedef struct _n_RigidMomentum *RigidMomentum;

/* RigidMomentumCreate - Computes the products of the mass matrix and the six rigid motions.

   It borrows the model of a. Collective. */
PetscErrorCode RigidMomentumCreate(Assembly a, RigidMomentum *rm);
PetscErrorCode RigidMomentumDestroy(RigidMomentum *rm);

/* RigidMomentumAdd - Adds this rank's share of the momentum to momentum.

   Input:
     v        velocities of the free dofs
     motions  prescribed motions, which give the velocities of the moved dofs
   Collective. */
PetscErrorCode RigidMomentumAdd(RigidMomentum rm, Vec v, const PrescribedMotion *motions,
                                PetscReal momentum[MOMENTA]);

#endif
