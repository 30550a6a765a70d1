/* coupling.h: the share of one joint in a constraint between free coordinates of several joints.

   A coupling is the row Phi = sum_k f_k(x_k) = 0 with one multiplier lambda. In the columns of
   joint k the gradient G = dPhi/dq is f_k' dx_k/dq, and no second derivative of Phi mixes two
   joints. Hence each share needs only the nodes of its own joint. A joint may have several shares
   in one coupling. The coordinates are those of joint_coordinate. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_COUPLING_H
#define FS_ELEMENT_JOINT_COUPLING_H

#include "joint.h"

/* A share at a state of the joint's two nodes. */
typedef struct {
  double f[3];                           /* f, its first and second derivative by x */
  double gradient[JOINT_DOFS];           /* of x, from joint_coordinate */
  double slope[JOINT_DOFS * JOINT_DOFS]; /* row i: derivative of gradient[i] */
  double v[JOINT_DOFS];                  /* velocities of both nodes, 0 for ground */
  double a[JOINT_DOFS];                  /* accelerations of both nodes, 0 for ground */
} CouplingShareState;

/* coupling_motion - Reads v[JOINT_DOFS] and a[JOINT_DOFS] from the nodes of a joint. */
void coupling_motion(const JointState *s, double v[], double a[]);

/* The share in Phi is f[0]. The functions below compute its derivatives.
     coupling_gradient            the share G[JOINT_DOFS] in the gradient
     coupling_velocity            returns the share in dPhi/dt
     coupling_velocity_slope      its derivative D[JOINT_DOFS] by displacements and spins, at fixed
                                  v
     coupling_acceleration        returns the share in the second time derivative
     coupling_acceleration_slope  its derivative D[JOINT_DOFS] by v
     coupling_stiffness           adds the derivative of G^T lambda by displacements and spins to
                                  K[JOINT_DOFS][JOINT_DOFS] */
void   coupling_gradient(const CouplingShareState *s, double G[]);
double coupling_velocity(const CouplingShareState *s);
void   coupling_velocity_slope(const CouplingShareState *s, double D[]);
double coupling_acceleration(const CouplingShareState *s);
void   coupling_acceleration_slope(const CouplingShareState *s, double D[]);
void   coupling_stiffness(const CouplingShareState *s, double lambda, double K[]);

#endif
