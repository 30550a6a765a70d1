/* joint_results.h: forces, energies and coordinates of joints, couplings and sliders at a state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_RESULTS_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_RESULTS_H

#include "assembly/evaluation.h"
#include "model/ties/ties.h"

/* Arguments of the functions of joints:
     ev     an evaluation with nodes; ev->s->a contains the multipliers
     joint  index of the joint in the model
     e      index of a cell of the joint on this rank
   These functions are not collective. */

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

/* JointNodalForces - Computes what the joint adds to the residual of its two nodes.

   Output:
     r  [JOINT_DOFS] minus the forces in global axes [N], minus the moments in the axes of the nodes
        [N m] */
PetscErrorCode JointNodalForces(const Evaluation *ev, PetscInt joint, PetscInt e, double r[]);

/* JointCoordinateValue - Returns a free coordinate [m] or [rad]. Angles include whole turns. */
double JointCoordinateValue(const Evaluation *ev, PetscInt joint, PetscInt e,
                            JointCoordinateKind kind);

/* JointsCheckLaws - Checks that the laws of all coordinates have finite values at a state.

   Collective. If a law has no finite value, an input error names the law and the joint. */
PetscErrorCode JointsCheckLaws(Assembly a, const FsState *s);

/* JointsCallMotors - Lets the functions of motors compute their forces in the step from a state.

   Call it before each step, if joint_with_step_motor() (joints.h) finds a joint. At the same t, u
   and v as before no function is called.
   Collective. Input error: a force is not finite. */
PetscErrorCode JointsCallMotors(Assembly a, const FsState *s);

/* CouplingForce - Computes the force [N] or moment [N m] of coupling i on its last coordinate.

   Input:
     ev  ev->s->a contains the multipliers
     e   index of a cell, on this rank, of the first joint of the coupling
   Not collective. */
PetscErrorCode CouplingForce(const Evaluation *ev, PetscInt i, PetscInt e, PetscReal *force);

/* SlidersGetResults - Computes the position and the force of each slider.

   Input:
     ev            an evaluation with nodes; ev->s->a contains the multipliers
   Output:
     displacement  [number of sliders] distance of the sliding node along the path [m]
     force         [number of sliders] force of the path on the sliding node [N]
   On ranks that do not own a sliding node, its values are 0. Collective. */
PetscErrorCode SlidersGetResults(const Evaluation *ev, PetscReal displacement[],
                                 PetscReal force[][3]);

/* StopsShortestContact - Finds the shortest of all contacts with stops that have ended.

   Output:
     shortest  number of accepted states during this contact; PETSC_MAX_INT if no contact has ended
     joint     name of the joint of the stop, borrowed; "" if no contact has ended
   Collective. */
PetscErrorCode StopsShortestContact(Assembly a, PetscInt *shortest, const char **joint);

/* TiesGetForces - Computes this rank's share of the force of each tie.

   Output:
     force  [nties] see TieForce (tie_kind.h)
   Collective. */
PetscErrorCode TiesGetForces(const Evaluation *ev, PetscReal force[][COMPONENTS]);

#endif
