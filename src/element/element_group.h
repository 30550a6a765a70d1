/* element_group.h: helpers of kernels that compute several elements at once in an ElementGroup.

   It is for the files of this folder alone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_ELEMENT_GROUP_H
#define FS_ELEMENT_ELEMENT_GROUP_H

#include <stddef.h>
#include "kernels.h"

/* element_group_of_one - Returns the group whose lanes are all the element e.

   Loads cannot use groups, because a group has no factor. */
ElementGroup element_group_of_one(const ElementState *e);

/* element_group_forces - Computes ElementType.forces by ElementType.group_forces. */
int element_group_forces(const ElementState *e, double r[], double K[], double C[], double M[]);

/* Offset of a member in the state of a node, in doubles, for node_gather. */
#define NODE_MEMBER(member) ((int)(offsetof(NodeState, member) / sizeof(double)))

/* node_gather - Reads n numbers of the node states, from number first on: to[n], element by
   lane. */
static ALWAYS_INLINE void node_gather(const NodeState *const node[LANES], int first, int n,
                                      Lanes to[])
{
  const double *from[LANES];

  for (int k = 0; k < LANES; k++) from[k] = (const double *)node[k];
  for (int i = 0; i < n; i++) to[i] = lanes_gather(from, first + i);
}

/* inertia_forces - Adds the forces of a mass that rotates with node i of each element.

   All nodes have six dofs. The forces are added to r[nd]. Unless K is NULL, their derivatives are
   added to K, C, M [nd][nd].
   Input:
     s  first moment about the node [kg m], in the node's axes
     J  inertia about the node [kg m2], in the node's axes */
void inertia_forces(const ElementGroup *e, int i, const Lanes s[3], const Lanes J[9], Lanes r[],
                    Lanes K[], Lanes C[], Lanes M[]);

#endif
