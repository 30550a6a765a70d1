/* bushing_swing.h: the rotation of a bushing that turns freely about one axis.

   R = R_1^T R_2 turns the axis e of the second node to a = R e, in the axes of the first node. The
   swing is the rotation vector of the shortest rotation from e to a, which is orthogonal to e. It
   does not depend on the turns about the axis, and is smooth up to half a turn of the axis. The
   twist is the rest; only its rate is computed. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_BUSHING_SWING_H
#define FS_ELEMENT_JOINT_BUSHING_SWING_H

#include "joint.h"

/* BushingSwing - The rotation at a state, in the axes of the first node. */
typedef struct {
  double R[9], e[3], a[3];
  double ea[3];     /* e x a */
  double c;         /* e . a */
  double g[3];      /* the swing is g[0] ea; g[1], g[2] are derivatives of g[0] by c */
  double turned[3]; /* R w_2 */
  double w[3];      /* R w_2 - w_1 */
} BushingSwing;

/* bushing_swing - Computes the rotation of a bushing with the free axis e. */
void bushing_swing(const JointState *s, const double e[3], BushingSwing *b);

/* bushing_swing_gradient - Computes J, the derivatives of the swing, plus e times those of the
   twist. */
void bushing_swing_gradient(const BushingSwing *b, const JointState *s, double J[3][JOINT_DOFS]);

/* bushing_swing_stiffness - Adds the derivative of J^T f at fixed f to K[JOINT_DOFS][JOINT_DOFS].
 */
void bushing_swing_stiffness(const BushingSwing *b, const JointState *s, const double f[3],
                             double K[]);

/* bushing_swing_rate_slope - Computes D, the derivative of J v at fixed velocities v. */
void bushing_swing_rate_slope(const BushingSwing *b, const JointState *s, double D[3][JOINT_DOFS]);

#endif
