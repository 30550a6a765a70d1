/* bushing.h: a linear spring and damper between the points of a joint, in all six directions.

   A bushing has the strains y = (x, theta), in the axes of the first node. x = R_1^T P is the
   displacement of the second point, and theta = log(R_1^T R_2) is the rotation vector of the second
   node. Both are relative to the first node; joint.h defines P, R_1 and R_2. With J = dy/dq,
     the energy is            y . stiffness y / 2
     the dissipated power is  y' . damping y'
     the forces on nodes are  -J^T (stiffness y + damping y')
   The formulas hold for any displacement, and for rotations up to half a turn. If the stiffness has
   no part along one axis of the joint, theta is the swing of this axis (bushing.c), and only
   the swing is limited. A bushing with equal
   stiffness in the three directions and no rotational stiffness is a spring of zero natural length.
   The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_BUSHING_H
#define FS_ELEMENT_JOINT_BUSHING_H

#include "joint.h"

enum { BUSHING_STRAINS = 6 };

/* Which rotations of a bushing have springs. With a FREE axis the rotation vector is the swing of
   this axis (bushing.c), and the nodes may turn any number of times about the axis. */
typedef enum { BUSHING_HELD, BUSHING_FREE, BUSHING_NO_ROTATION } BushingRotation;

/* Symmetric matrices, row by row, in the axes of the first node. */
typedef struct {
  BushingRotation rotation;
  double          axis[3];                                      /* the free axis, of length 1 */
  double          stiffness[BUSHING_STRAINS * BUSHING_STRAINS]; /* [N/m, N, N m/rad] */
  double          damping[BUSHING_STRAINS * BUSHING_STRAINS];   /* [N s/m, N s, N m s/rad] */
} Bushing;

/* bushing_forces - Adds the forces of a bushing, a linear spring and damper in six directions, on
   its two nodes, and their derivatives.

   The forces are NAN if a step rotated a BUSHING_HELD through half a turn.
   Output:
     r  [JOINT_DOFS] += J^T (stiffness y + damping y'), with the matrices of b
     K  [JOINT_DOFS][JOINT_DOFS] += derivatives of r by displacements and spins
     C  [JOINT_DOFS][JOINT_DOFS] += derivatives of r by velocities
   K and C may be NULL, but only both. */
void bushing_forces(const Bushing *b, const JointState *s, double r[], double K[], double C[]);

/* bushing_balance - Adds the strain energy [J] of a bushing (a spring and damper in six directions)
   at the state s of its nodes to *energy, and its dissipated power [W] to *power. */
void bushing_balance(const Bushing *b, const JointState *s, double *energy, double *power);

/* bushing_gradient - Computes J, the derivative of the six strains of a bushing by displacements
   and spins of its two nodes. */
void bushing_gradient(const Bushing *b, const JointState *s, double J[BUSHING_STRAINS][JOINT_DOFS]);

#endif
