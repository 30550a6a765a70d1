/* slider.h: a point of a node that slides along a curve through the nodes of a line of beams: pure functions, as those of
   joint.h. Called by src/model, which places it, and by src/assembly. Begin at struct SliderState.

   Between the nodes a and b of one line the curve is c(xi), 0 <= xi <= 1, the cubic through x_a and x_b with the end
   tangents R_a u_a and R_b u_b. Where neighbours have the same direction u / |u| at the node that they share, the
   curve has no corner. With P the point on the sliding node, d = P - c and h = dc/dxi, the foot is where d . h = 0, and
   the rows are
     Phi_j = e_j . n, n = h x d / L0   [m]   j = 1, 2, or 1 in a plane, whose normal is e_1
   with two directions e_j across the curve, carried by the nodes. n is square to h, and so is d: n = 0 where d = 0. No
   row needs the derivatives of e_j: that of level k has e_j . (kth time derivative of n), which are the derivatives of
   each other where the levels below are kept. */
#ifndef FS_ELEMENT_JOINT_SLIDER_H
#define FS_ELEMENT_JOINT_SLIDER_H

#include "element/element.h"

enum {
  SLIDER_NODES = 3,
  SLIDER_DOFS  = 18,
  SLIDER_ROWS  = 2
}; /* the sliding node, the line's first and second node */

typedef struct {
  const NodeState *node[SLIDER_NODES];
  const double    *offset;     /* of the point from the sliding node, in the node's axes [m] */
  const double    *tangent[2]; /* [3] u_a, u_b in the axes of their nodes [m] */
  const double (*across[2])
    [3];         /* [SLIDER_ROWS][3] unit vectors square to the tangent of the node, in its axes */
  double length; /* L0 [m] */
  int    nrows;
  double xi; /* of the foot */
} SliderState;

/* s->xi becomes that of the foot, by Newton's method from s->xi, also outside of [0, 1], where the cubic goes on. Returns 0, or 1
   where there is none nearby: the point is as far away as the curve's radius. */
int slider_find_foot(SliderState *s);

/* At the foot. Vectors [SLIDER_DOFS] have displacements and spins (body axes) of the three nodes; v and a are those of the
   nodes' states.
     slider_gap               d[3], from the curve to the point
     slider_position            phi[nrows]
     slider_gradient            G[nrows][SLIDER_DOFS]
     slider_velocity            rate[nrows]
     slider_velocity_slope      D[nrows][SLIDER_DOFS] = its derivative by displacements and spins, at fixed v
     slider_acceleration        acceleration[nrows]
     slider_acceleration_slope  D = its derivative by v
     slider_stiffness           K[SLIDER_DOFS][SLIDER_DOFS] += derivative of G^T lambda by displacements and spins
     slider_foot_rate                returns the velocity of the foot along the line, xi per second */
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
