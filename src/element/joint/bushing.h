/* bushing.h: a linear spring and damper between the points of a joint, in all six directions.

   Its strains are y = (x, theta), in the axes of the first node. x = R_1^T P is the displacement of
   the second point, theta = log(R_1^T R_2) the rotation vector of the second node, both relative to
   the first node. It has the energy y . K y / 2 and the power y' . C y', so it exerts the forces
   -J^T (K y + C y') on the nodes, with J = dy/dq. This holds for any displacement and up to half a
   turn. Equal stiffness in three directions without rotational stiffness is a spring of zero
   natural length. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_BUSHING_H
#define FS_ELEMENT_JOINT_BUSHING_H

#include "joint.h"

enum { BUSHING_STRAINS = 6 };

/* Symmetric matrices, row by row, in the axes of the first node. */
typedef struct {
  double stiffness[BUSHING_STRAINS * BUSHING_STRAINS]; /* K [N/m, N, N m/rad] */
  double damping[BUSHING_STRAINS * BUSHING_STRAINS];   /* C [N s/m, N s, N m s/rad] */
} Bushing;

/* bushing_forces - Adds the forces of a bushing and their derivatives.

   The forces are NAN if a step rotated the bushing through half a turn.
   Output:
     r  [JOINT_DOFS] += J^T (K y + C y')
     K  [JOINT_DOFS][JOINT_DOFS] += derivatives by displacements and spins
     C  [JOINT_DOFS][JOINT_DOFS] += derivatives by velocities; K and C are NULL if not needed */
void bushing_forces(const Bushing *b, const JointState *s, double r[], double K[], double C[]);

/* bushing_balance - Adds the energy y . K y / 2 [J] and the power y' . C y' [W]. */
void bushing_balance(const Bushing *b, const JointState *s, double *energy, double *power);

/* bushing_gradient - Computes J = dy/dq. */
void bushing_gradient(const JointState *s, double J[BUSHING_STRAINS][JOINT_DOFS]);

#endif
