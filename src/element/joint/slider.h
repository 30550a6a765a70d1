/* slider.h: a point of a node that slides along a curve through the nodes of a line of beams.

   Between the nodes a and b of one line the curve c(xi), 0 <= xi <= 1, is the cubic through x_a and
   x_b with the end tangents R_a u_a and R_b u_b. If neighbours have the same direction u / |u| at
   their common node, the curve has no corner. P is the point on the sliding node, d = P - c and h =
   dc/dxi. The foot is at d . h = 0. The rows are
     Phi_j = e_j . n, n = h x d / L0   [m]   j = 1, 2, or 1 in a plane, whose normal is e_1
   with two directions e_j across the curve that move with the nodes. n is orthogonal to h, and so
   is d. Hence n = 0 means d = 0. The rows do not need the derivatives of e_j: the row of level k is
   e_j . (kth time derivative of n). If the lower levels hold, these rows are derivatives of each
   other. The functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_JOINT_SLIDER_H
#define FS_ELEMENT_JOINT_SLIDER_H

#include "element/element.h"

/* The sliding node, then the first and the second node of the line. */
enum { SLIDER_NODES = 3, SLIDER_DOFS = 18, SLIDER_ROWS = 2 };

/* A slider at a state of its nodes. */
typedef struct {
  const NodeState *node[SLIDER_NODES];
  const double    *offset;     /* of the point from the sliding node, in the node's axes [m] */
  const double    *tangent[2]; /* [3] u_a, u_b in the axes of their nodes [m] */
  /* [SLIDER_ROWS][3] unit vectors orthogonal to the tangent of the node, in its axes */
  const double (*across[2])[3];
  double length; /* L0 [m] */
  int    nrows;
  double xi; /* of the foot */
} SliderState;

/* slider_find_foot - Finds the foot by Newton's method from s->xi, and writes it to s->xi.

   xi may be outside [0, 1], where the cubic continues. Returns 0, or 1 if there is no foot nearby
   because the distance of the point reaches the radius of curvature. */
int slider_find_foot(SliderState *s);

/* The functions below are evaluated at the foot. Vectors [SLIDER_DOFS] have displacements and spins
   (in body axes) of the three nodes; v and a are those of the nodes' states.
     slider_gap                 the vector d[3] from the curve to the point
     slider_position            phi[nrows]
     slider_gradient            G[nrows][SLIDER_DOFS]
     slider_velocity            rate[nrows]
     slider_velocity_slope      D[nrows][SLIDER_DOFS], its derivative by displacements and spins, at
                                fixed v
     slider_acceleration        acceleration[nrows]
     slider_acceleration_slope  D[nrows][SLIDER_DOFS], its derivative by v
     slider_stiffness           adds the derivative of G^T lambda by displacements and spins to
                                K[SLIDER_DOFS][SLIDER_DOFS]
     slider_foot_rate           returns the velocity of the foot along the line [1/s] */
void   slider_gap(const SliderState *s, double d[3]);
void   slider_position(const SliderState *s, double phi[]);
void   slider_gradient(const SliderState *s, double G[][SLIDER_DOFS]);
void   slider_velocity(const SliderState *s, double rate[]);
void   slider_velocity_slope(const SliderState *s, double D[][SLIDER_DOFS]);
void   slider_acceleration(const SliderState *s, double acceleration[]);
void   slider_acceleration_slope(const SliderState *s, double D[][SLIDER_DOFS]);
void   slider_stiffness(const SliderState *s, const double lambda[], double K[]);
double slider_foot_rate(const SliderState *s);

#endif
