/* element_group.h: helpers of kernels that compute several elements at once in an ElementGroup.

   It is for the files of this folder alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_GROUP_H
#define FS_ELEMENT_ELEMENT_GROUP_H

#include <stddef.h>
#include "kernels.h"

/* element_group_of_one - Returns a group, LANES elements that are computed at once, all of which
   are the element e. Loads cannot use groups, because a group has no factor. */
ElementGroup element_group_of_one(const ElementState *e);

/* element_group_forces - Computes the forces r[nd] of one element and their derivatives K, C, M by
   the function ElementType.group_forces, which computes LANES elements. Types that have only
   group_forces use it as their function forces. */
int element_group_forces(const ElementState *e, double r[], double K[], double C[], double M[]);

/* Offset of a member of NodeState, which counts doubles. node_gather uses it. */
#define NODE_MEMBER(member) ((int)(offsetof(NodeState, member) / sizeof(double)))

/* node_gather - Reads n consecutive doubles, from the offset first on, out of the states of LANES
   nodes into to[n]. */
static ALWAYS_INLINE void node_gather(const NodeState *const node[LANES], int first, int n,
                                      Lanes to[])
{
  const double *from[LANES];

  for (int k = 0; k < LANES; k++) from[k] = (const double *)node[k];
  for (int i = 0; i < n; i++) to[i] = lanes_gather(from, first + i);
}

/* inertia_forces - Adds the inertial forces of a mass that rotates with node i of each of LANES
   elements.

   All nodes have six dofs. The forces are added to r[nd]. Unless K is NULL, the derivatives of the
   forces are added to K, C, M [nd][nd]: by displacements and spins, velocities, accelerations.
   Input:
     s  first moment about the node [kg m], in the node's axes
     J  inertia about the node [kg m2], in the node's axes */
void inertia_forces(const ElementGroup *e, int i, const Lanes s[3], const Lanes J[9], Lanes r[],
                    Lanes K[], Lanes C[], Lanes M[]);

#endif
