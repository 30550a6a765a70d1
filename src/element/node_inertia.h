/* node_inertia.h: the inertia of all that is fixed to one node, and the acceleration of nodes under forces. Pure functions; the equations are those
   of inertia.c. Called by assembly/nodal_inertia.c. */
#ifndef FS_ELEMENT_NODE_INERTIA_H
#define FS_ELEMENT_NODE_INERTIA_H

#include "element.h"

/* Sums over the elements of a node: mass in its displacements [kg]; first moment s [kg m] and inertia J [kg m2] about the node, in its axes. Of
   components that are not free nothing is read. */
typedef struct {
  double mass[3], s[3], J[9];
} NodeInertia;

/* Whether forces on the free components (bits 1, 2, 4 of displacements, 8, 16, 32 of rotations) all have an inertia to move. */
int node_inertia_is_regular(const NodeInertia *inertia, int free);

/* Of LANES nodes, each with its own arrays: a[6] = accelerations of the free components, 0 in the others, under forces -r[6]: r is the residual
   where these accelerations are 0 and the node has the state node. The angular velocity there is node->w + h w', with w' the three last of a; h [s].
   Newton's method in w' alone: where the node has a first moment its displacements follow. Returns the bits of the nodes for which that finds
   nothing, as with h beyond any step that follows the motion. What a node gets does not depend on the others. */
int node_accelerations(const NodeInertia *const inertia[LANES], const int free[LANES],
                       const NodeState *const node[LANES], double h, const double *const r[LANES],
                       double *const a[LANES]);

#endif
