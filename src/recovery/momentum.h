/* momentum.h: computes this rank's share of the linear and angular momentum of a model. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RECOVERY_MOMENTUM_H
#define FS_RECOVERY_MOMENTUM_H

#include "assembly/term.h"
#include "assembly/vectors.h"

/* number of components of the momentum: three of linear momentum [kg m/s], then three of angular
   momentum about the origin [kg m2/s], in global axes */
enum { MOMENTA = 6 };

/* MomentumOfNodes - Computes the momentum of the nodes of a nonlinear model on this rank, from the
   product M v of the mass matrix and the velocities.

   The entry of M v at a displacement is a linear momentum; at a rotation it is an angular momentum
   in body axes. The sum of the results of all ranks is the momentum of the model.
   Input:
     ev      evaluation of the state; ev->nodes must not be NULL if some node rotates, otherwise
             ev->displacements must not be NULL
     global  this rank's part of the global vector M v of the free dofs
     local   [nlocal] entries of M v at dofs that supports fix or move, from the elements of this
             rank
   Changed:
     momentum  the momentum of this rank is added
   Not collective. */
void MomentumOfNodes(const Evaluation *ev, const PetscScalar global[], const PetscScalar local[],
                     PetscReal momentum[MOMENTA]);

/* RigidMomentum - Computes the momentum of a linear model by dot products of the velocities with
   six vectors, the products of the mass matrix and the six rigid motions of the mesh. Arms of the
   angular momentum are the positions of the nodes in the mesh. */
typedef struct _n_RigidMomentum *RigidMomentum;

/* RigidMomentumCreate - Computes the products of the mass matrix and the six rigid motions, for the
   momentum of a linear model.

   Input:
     a   the assembly, whose model is borrowed
   Output:
     rm  the caller destroys it by RigidMomentumDestroy()
   Collective. */
PetscErrorCode RigidMomentumCreate(Assembly a, RigidMomentum *rm);
PetscErrorCode RigidMomentumDestroy(RigidMomentum *rm);

/* RigidMomentumAdd - Computes the momentum of the dofs of this rank; the sum over all ranks is the
   momentum of the model.

   Input:
     v        global vector of the velocities of the free dofs
     motions  prescribed motions, which give the velocities of the dofs that supports move
   Changed:
     momentum  the momentum of this rank is added
   Collective. */
PetscErrorCode RigidMomentumAdd(RigidMomentum rm, Vec v, const PrescribedMotion *motions,
                                PetscReal momentum[MOMENTA]);

#endif
