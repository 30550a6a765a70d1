/* joint_results.h: forces, energies and coordinates of joints, couplings and sliders at a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_RESULTS_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_RESULTS_H

#include "assembly/evaluation.h"

/* Arguments of the functions of joints:
     ev     an evaluation with nodes; ev->s->a contains the multipliers
     joint  index of the joint in the model
     e      index of a cell of this rank
   They are not collective. */

/* JointAddEnergies - Adds the energy of springs and stops [J] to energies[JOINT_ENERGIES], and the
   power that dampers, stops and friction dissipate [W]. */
PetscErrorCode JointAddEnergies(const Evaluation *ev, PetscInt joint, PetscInt e,
                                PetscReal energies[JOINT_ENERGIES]);

/* JointFrictionValue - Computes the force [N] or moment [N m] of friction on the second node along
   a free coordinate. */
PetscErrorCode JointFrictionValue(const Evaluation *ev, PetscInt joint, PetscInt e,
                                  JointCoordinateKind kind, double *value);

/* JointPower - Computes the power of drivers and motors [W]. */
PetscErrorCode JointPower(const Evaluation *ev, PetscInt joint, PetscInt e, double *power);

/* JointReaction - Computes the force [N] and the moment [N m] of the joint on its second node.

   Springs, dampers, friction and drivers are included. The moment is about the point of the joint
   on the second node. Axes are global. */
PetscErrorCode JointReaction(const Evaluation *ev, PetscInt joint, PetscInt e,
                             double reaction[COMPONENTS]);

/* JointNodalForces - Computes the residual r[JOINT_DOFS] of the two nodes: forces in global axes,
   moments in the axes of the node. */
PetscErrorCode JointNodalForces(const Evaluation *ev, PetscInt joint, PetscInt e, double r[]);

/* JointCoordinateValue - Returns a free coordinate [m] or [rad]. Angles count whole turns. */
double JointCoordinateValue(const Evaluation *ev, PetscInt joint, PetscInt e,
                            JointCoordinateKind kind);

/* JointsCheckLaws - Checks that the laws of all coordinates have finite values at a state.

   Collective. Input error, which names the place, if one has not. */
PetscErrorCode JointsCheckLaws(Assembly a, const FsState *s);

/* CouplingForce - Computes the force [N] or moment [N m] of coupling i on its last coordinate.

   e is a cell of its first joint on this rank. Not collective. */
PetscErrorCode CouplingForce(const Evaluation *ev, PetscInt i, PetscInt e, PetscReal *force);

/* SlidersGetResults - Computes the position and the force of each slider.

   Output:
     displacement  distance of the sliding node along the path [m]
     force         force on the sliding node [N]
   Both are 0 on ranks that do not own the sliding node. Collective. */
PetscErrorCode SlidersGetResults(const Evaluation *ev, PetscReal displacement[],
                                 PetscReal force[][3]);

/* StopsShortestContact - Finds the shortest contact with a stop that has ended.

   Output:
     shortest  number of accepted states; PETSC_MAX_INT if no contact has ended
     joint     name of the joint, borrowed
   Collective. */
PetscErrorCode StopsShortestContact(Assembly a, PetscInt *shortest, const char **joint);

#endif
