/* node_inertia.h: the total inertia at a node, and the accelerations of nodes under forces.

   The functions are pure. The equations are those of inertia_forces.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_INERTIA_NODE_INERTIA_H
#define FS_ELEMENT_INERTIA_NODE_INERTIA_H

#include "element/element_node.h"
#include "math/lanes.h"

/* NodeInertia - The inertia of a node, as sums over its elements in the axes of the node: the mass
   for displacements in x, y, z [kg], the first moment of mass s [kg m] about the node, and the
   inertia J [kg m2] about the node. Entries of constrained components are not read. */
typedef struct {
  double mass[3], s[3], J[9];
} NodeInertia;

/* node_inertia_is_regular - Returns whether every free component of a node has inertia, so that its
   acceleration is defined.

   Input:
     free  bits of the free components: 1, 2, 4 for displacements and 8, 16, 32 for rotations */
int node_inertia_is_regular(const NodeInertia *inertia, int free);

/* node_accelerations - Computes the accelerations of LANES nodes under forces.

   Newton's method computes the angular acceleration w'. Then the accelerations of displacements
   follow directly. The result of a node does not depend on the other nodes.
   Input:
     inertia  inertia of each node
     free     bits of the free components of each node: 1, 2, 4 displacements, 8, 16, 32 rotations
     node     states of the nodes
     h        time [s]; gyroscopic forces use the angular velocity node->w + h w'
     r        [6] residual of each node at zero accelerations; the forces are -r
   Output:
     a        [6] accelerations of each node; 0 in constrained components
   Returns bits 1 << k of the lanes k whose iteration fails. It can fail if h is much larger than a
   time step that resolves the motion. */
int node_accelerations(const NodeInertia *const inertia[LANES], const int free[LANES],
                       const NodeState *const node[LANES], double h, const double *const r[LANES],
                       double *const a[LANES]);

#endif
