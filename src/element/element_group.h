/* element_group.h: for kernels that compute several elements at once (ElementType.group_forces), and one as all of a group. Inside of this folder. */
#ifndef FS_ELEMENT_ELEMENT_GROUP_H
#define FS_ELEMENT_ELEMENT_GROUP_H

#include <stddef.h>
#include "kernels.h"

/* The group of which every lane is the element e. Loads, which have a factor, are of no group. */
ElementGroup element_group_of_one(const ElementState *e);

/* ElementType.forces by ElementType.group_forces. */
int element_group_forces(const ElementState *e, double r[], double K[], double C[], double M[]);

/* to[n] = a member of the states of a node of each element, which begins at number first: NODE_MEMBER(x) */
#define NODE_MEMBER(member) ((int)(offsetof(NodeState, member) / sizeof(double)))
static ALWAYS_INLINE void node_gather(const NodeState *const node[LANES], int first, int n,
                                      Lanes to[])
{
  const double *from[LANES];

  for (int k = 0; k < LANES; k++) from[k] = (const double *)node[k];
  for (int i = 0; i < n; i++) to[i] = lanes_gather(from, first + i);
}

/* inertia_forces.c: forces of a mass that turns with node number i of each element, whose nodes all have six dofs: its first moment s [kg m]
   and inertia J[9] [kg m2] about the node, in the node's axes. Adds to r[nd] and, unless K is NULL, to K, C, M [nd][nd]. */
void inertia_forces(const ElementGroup *e, int i, const Lanes s[3], const Lanes J[9], Lanes r[],
                    Lanes K[], Lanes C[], Lanes M[]);

#endif
