/* joint_results.h: forces, energies and coordinates of joints, couplings and sliders at a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_RESULTS_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_RESULTS_H

#include "assembly/term.h"
#include "constraint_kind.h"
#include "model/ties/ties.h"

/* Arguments of the functions of joints:
     ev     an evaluation with nodes; ev->s->a contains the multipliers
     joint  index of the joint in the model
     e      index of a cell of the joint on this rank
   These functions are not collective. */

/* JointAddEnergies - Adds to energies[JOINT_ENERGIES] the energy of the springs and stops of joint
   cell e [J], and the power that its dampers, stops and friction dissipate [W]. */
PetscErrorCode JointAddEnergies(const Evaluation *ev, PetscInt joint, PetscInt e,
                                PetscReal energies[JOINT_ENERGIES]);

/* JointNodalForces - Computes what cell e of a joint adds to the residual of its two nodes.

   Output:
     r  [JOINT_DOFS] minus the forces in global axes [N], minus the moments in the axes of the nodes
        [N m] */
PetscErrorCode JointNodalForces(const Evaluation *ev, PetscInt joint, PetscInt e, double r[]);

/* JointResult - Returns the name and the size of result k of a joint in the output file.

   Result 0 is the reaction, the force [N] and the moment [N m] on the second node. Results 1 to
   JOINT_COORDINATES are the free coordinates, the relative displacements [m] and angles [rad] that
   the joint allows. The power of drivers and motors [W] follows, and then the friction in each free
   coordinate. */
ConstraintResult JointResult(Model model, PetscInt joint, int k);

/* JointResultValue - Computes value[columns], output result k (JointResult) of cell e of a joint.
   The joint must have this result. ev->s->a must contain the Lagrange multipliers. */
PetscErrorCode JointResultValue(const Evaluation *ev, PetscInt joint, PetscInt e, int k,
                                PetscReal value[]);

/* JointLawBeyond - Returns how far a coordinate of cell e of a joint is beyond the range of its
   law, see coordinate_law_beyond().

   Output:
     coordinate  the index of the coordinate that is farthest beyond its law
     u           its value [m or rad] */
PetscReal JointLawBeyond(const Evaluation *ev, PetscInt joint, PetscInt e, int *coordinate,
                         PetscReal *u);

/* CouplingForce - Computes the force [N] or moment [N m] with which coupling number i (an equation
   between coordinates of several joints) acts on its last coordinate.

   Input:
     ev        a state of the model, whose ev->s->a contains the multipliers
     equation  index of an equation of the coupling on this rank
   Not collective. */
PetscErrorCode CouplingForce(const Evaluation *ev, PetscInt i, PetscInt equation, PetscReal *force);

/* TiesGetForces - Computes this rank's share of the force that each tie (a connection of nodes to
   points of elements) transmits.

   Output:
     force  [nties] force and moment of each tie, as TieForce (tie_kind.h) defines them
   Collective. */
PetscErrorCode TiesGetForces(const Evaluation *ev, PetscReal force[][COMPONENTS]);

#endif
