/* slider.h: a point of a node that slides along a curve through the nodes of a line of beams.

   Between the nodes a and b of one line the curve c(xi), 0 <= xi <= 1, is a cubic. It starts at x_a
   with the tangent R_a u_a, and ends at x_b with the tangent R_b u_b. If two consecutive lines have
   the same direction u / |u| at their common node, the curve has no corner there. P is the position
   of the sliding point, d = P - c and h = dc/dxi. The foot is the point of the curve with
   d . h = 0. The rows are
     Phi_j = e_j . n, n = h x d / L0   [m]   j = 1, 2, or 1 in a plane, whose normal is e_1
   L0 is the reference length of the line. The directions e_j are across the curve and move with the
   nodes. At the foot both n and d are orthogonal to h, so n = 0 means d = 0. The rows of velocities
   are e_j . dn/dt, those of accelerations e_j . d^2 n/dt^2, both without derivatives of e_j. If the
   rows Phi_j hold, the rows of velocities are their time derivatives. If both hold, the rows of
   accelerations are the second time derivatives. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_SLIDER_H
#define FS_ELEMENT_JOINT_SLIDER_H

#include "element/element_node.h"

/* The sliding node, then the first and the second node of the line. */
enum { SLIDER_NODES = 3, SLIDER_DOFS = 18, SLIDER_ROWS = 2 };

/* SliderState - A slider, whose sliding point P moves along a curve through two nodes, at a state
   of its nodes. */
typedef struct {
  const NodeState *node[SLIDER_NODES];
  const double    *offset;     /* vector from the sliding node to P, in the node's axes [m] */
  const double    *tangent[2]; /* [3] u_a, u_b in the axes of their nodes [m] */
  /* [SLIDER_ROWS][3] unit vectors e_j orthogonal to the tangent of the curve at each of its nodes,
     in the axes of this node */
  const double (*across[2])[3];
  double length; /* reference length L0 of the line [m] */
  int    nrows;  /* 2, or 1 in a plane */
  double xi;     /* position of the foot on the line */
} SliderState;

/* slider_find_foot - Finds the foot, the point of the curve nearest to the sliding point, by
   Newton's method from s->xi, and writes its position to s->xi.

   xi may be outside [0, 1], where the cubic continues. Returns 0, or 1 if it finds no foot, because
   the distance of P from the curve reaches the radius of curvature. */
int slider_find_foot(SliderState *s);

/* The functions below are evaluated at the foot. Vectors [SLIDER_DOFS] have displacements and spins
   (in the axes of each node) of the three nodes. The velocities v and the accelerations are those
   of the node states.
     slider_gap                 computes d[3], the vector from the foot to P [m]
     slider_position            computes phi[nrows]
     slider_gradient            computes G[nrows][SLIDER_DOFS], the gradient of phi
     slider_velocity            computes rate[nrows], e_j . dn/dt
     slider_velocity_slope      computes D[nrows][SLIDER_DOFS], the derivative of rate by
                                displacements and spins, at fixed v
     slider_acceleration        computes acceleration[nrows], e_j . d^2 n/dt^2
     slider_acceleration_slope  computes D[nrows][SLIDER_DOFS], the derivative of acceleration by v
     slider_stiffness           adds the derivative of G^T lambda by displacements and spins to
                                K[SLIDER_DOFS][SLIDER_DOFS], with fixed lambda[nrows] */
void slider_gap(const SliderState *s, double d[3]);
void slider_position(const SliderState *s, double phi[]);
void slider_gradient(const SliderState *s, double G[][SLIDER_DOFS]);
void slider_velocity(const SliderState *s, double rate[]);
void slider_velocity_slope(const SliderState *s, double D[][SLIDER_DOFS]);
void slider_acceleration(const SliderState *s, double acceleration[]);
void slider_acceleration_slope(const SliderState *s, double D[][SLIDER_DOFS]);
void slider_stiffness(const SliderState *s, const double lambda[], double K[]);

#endif
