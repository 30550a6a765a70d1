/* node_inertia.h: the inertia of all that is fixed to one node, and the node's acceleration under forces. Pure functions; the equations are those
   of inertia.c. Called by assembly/nodal.c. */
#ifndef NODE_INERTIA_H
#define NODE_INERTIA_H

#include "element.h"

/* Sums over the elements of a node: mass in its displacements [kg]; first moment s [kg m] and inertia J [kg m2] about the node, in its axes. Of
   components that are not free nothing is read. */
typedef struct {
  double mass[3], s[3], J[9];
} NodeInertia;

/* Whether forces on the free components (bits 1, 2, 4 of displacements, 8, 16, 32 of rotations) all have an inertia to move. */
int node_inertia_resists(const NodeInertia *inertia, int free);

/* a[6] = accelerations of the free components of a node, 0 in the others, under forces -r[6]: r is the residual where these accelerations are 0 and the
   node has the state node. The angular velocity there is node->w + h w', with w' the three last of a; h [s]. Newton's method in w' alone: where the
   node has a first moment its displacements follow. Returns 1 where that finds nothing, as with h beyond any step that follows the motion. */
int node_acceleration(const NodeInertia *inertia, int free, const NodeState *node, double h, const double r[6],
                      double a[6]);

#endif
