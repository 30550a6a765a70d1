/* coupling.h: one joint's share in a constraint that ties free coordinates of several joints: pure functions, as those of
   joint.h, which has the coordinates. Called by src/assembly. Begin at coupling_gradient.

   A coupling is the row Phi = sum_k f_k(x_k) = 0 with one multiplier lambda. The sum separates: G = dPhi/dq has in the
   columns of joint k's nodes f_k' dx_k/dq, and no second derivative of Phi mixes two joints. So each share needs the
   nodes of its own joint alone, wherever the others are. A joint may have several shares in one coupling. */
#ifndef FS_ELEMENT_JOINT_COUPLING_H
#define FS_ELEMENT_JOINT_COUPLING_H

#include "joint.h"

/* A share at a state of the joint's two nodes. */
typedef struct {
  double f[3];                 /* f and its first and second derivative by the coordinate x */
  double gradient[JOINT_DOFS]; /* of x, as joint_coordinate gives them */
  double slope[JOINT_DOFS * JOINT_DOFS]; /* row i: derivative of gradient[i] */
  double v[JOINT_DOFS],
    a[JOINT_DOFS]; /* velocities and accelerations of both nodes, 0 for ground */
} CouplingShareState;

/* v[JOINT_DOFS], a[JOINT_DOFS] of the nodes of a joint. */
void coupling_motion(const JointState *s, double v[], double a[]);

/* The share of Phi is f[0]. Of the others:
     coupling_gradient            G[JOINT_DOFS]
     coupling_velocity            returns the share of dPhi/dt
     coupling_velocity_slope      D[JOINT_DOFS] = its derivative by displacements and spins, at fixed v
     coupling_acceleration        returns the share of the second time derivative
     coupling_acceleration_slope  D = its derivative by v
     coupling_stiffness           K[JOINT_DOFS][JOINT_DOFS] += derivative of G^T lambda by displacements and spins */
void   coupling_gradient(const CouplingShareState *s, double G[]);
double coupling_velocity(const CouplingShareState *s);
void   coupling_velocity_slope(const CouplingShareState *s, double D[]);
double coupling_acceleration(const CouplingShareState *s);
void   coupling_acceleration_slope(const CouplingShareState *s, double D[]);
void   coupling_stiffness(const CouplingShareState *s, double lambda, double K[]);

#endif
