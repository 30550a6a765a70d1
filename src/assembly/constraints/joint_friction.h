/* joint_friction.h: computes dry friction in a joint from the states of its nodes.

   The normal force is the joint's own reaction, therefore friction depends on multipliers. It
   depends on the multipliers of the constraints that keep the two points of the joint together. It
   does not depend on those of drivers, nor on moments. The law is in element/joint/friction.h.
   lambda[nrows] are the multipliers of the joint, N = JOINT_DOFS. No function here is collective or
   fails. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_JOINT_FRICTION_H
#define FS_ASSEMBLY_CONSTRAINTS_JOINT_FRICTION_H

#include "joint_state.h"

/* JointFrictionForces - Adds the friction forces on the nodes and their derivatives.

   Output:
     r        [N] forces
     K, C, L  [N][N], [N][N], [N][JOINT_ROWS] derivatives by displacements and spins, by velocities
              and by multipliers; either all three are NULL or none */
void JointFrictionForces(const JointEvaluation *at, const double lambda[], double r[], double K[],
                         double C[], double L[][JOINT_ROWS]);

/* JointFrictionAlong - Returns the friction on the second node along a coordinate [N] or [N m].

   Returns 0 if the coordinate has no friction. */
double JointFrictionAlong(const JointEvaluation *at, const double lambda[],
                          JointCoordinateKind kind);

/* JointFrictionPower - Returns the power that friction takes, less what the bristles return [W]. */
double JointFrictionPower(const JointEvaluation *at, const double lambda[]);

/* JointFrictionAccept - Moves the anchors of the bristles after a step that ends at this state.

   Input and output:
     bristle  [JOINT_COORDINATES], may be at->bristle */
void JointFrictionAccept(const JointEvaluation *at, Bristle bristle[]);

/* JointFrictionInitialize - Bends the bristles such that friction at rest equals friction here.

   The next accepted state sets their anchors.
   Output:
     bristle  [JOINT_COORDINATES], may be at->bristle */
void JointFrictionInitialize(const JointEvaluation *at, Bristle bristle[]);

#endif
