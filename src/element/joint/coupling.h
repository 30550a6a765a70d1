/* coupling.h: the share of one joint in a constraint between free coordinates of several joints.

   A coupling is the row Phi = sum_k f_k(x_k) = 0 with one multiplier lambda. x_k is a free
   coordinate of a joint (joint_coordinate), and the term f_k is the share of this joint. In the
   columns of the joint's nodes the gradient G = dPhi/dq is f_k' dx_k/dq, and no second derivative
   of Phi mixes two joints. Hence each share needs only the nodes of its own joint. A joint may have
   several shares in one coupling. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_COUPLING_H
#define FS_ELEMENT_JOINT_COUPLING_H

#include "joint.h"

/* CouplingShareState - The share f(x) of one joint in a coupling (an equation between coordinates x
   of several joints), at a state of the joint's two nodes. */
typedef struct {
  double f[3];                           /* f(x), its first and second derivative by x */
  double gradient[JOINT_DOFS];           /* dx/dq, from joint_coordinate */
  double slope[JOINT_DOFS * JOINT_DOFS]; /* row i is the derivative of gradient[i] */
  double v[JOINT_DOFS];                  /* velocities of both nodes, 0 for ground */
  double a[JOINT_DOFS];                  /* accelerations of both nodes, 0 for ground */
} CouplingShareState;

/* coupling_motion - Reads velocities v[JOINT_DOFS] and accelerations a[JOINT_DOFS] of a joint's two
   nodes, which are 0 for ground. */
void coupling_motion(const JointState *s, double v[], double a[]);

/* The share in Phi is f[0]. The functions below compute its derivatives.
     coupling_gradient            computes the share G[JOINT_DOFS] in dPhi/dq
     coupling_velocity            returns the share in dPhi/dt
     coupling_velocity_slope      computes D[JOINT_DOFS], the derivative of the share in dPhi/dt by
                                  displacements and spins, at fixed v
     coupling_acceleration        returns the share in d^2 Phi/dt^2
     coupling_acceleration_slope  computes D[JOINT_DOFS], the derivative of the share in
                                  d^2 Phi/dt^2 by v
     coupling_stiffness           adds the derivative of G^T lambda by displacements and spins to
                                  K[JOINT_DOFS][JOINT_DOFS], with fixed lambda */
void   coupling_gradient(const CouplingShareState *s, double G[]);
double coupling_velocity(const CouplingShareState *s);
void   coupling_velocity_slope(const CouplingShareState *s, double D[]);
double coupling_acceleration(const CouplingShareState *s);
void   coupling_acceleration_slope(const CouplingShareState *s, double D[]);
void   coupling_stiffness(const CouplingShareState *s, double lambda, double K[]);

#endif
