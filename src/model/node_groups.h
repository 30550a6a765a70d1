/* node_groups.h: groups of nodes that something connects, on all ranks, and loops of constraints.

   A group is a tree in parent[nnodes + 1], with an entry for each node of this rank and a last one
   for ground. The entry of a root is its own index. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_NODE_GROUPS_H
#define FS_MODEL_NODE_GROUPS_H

#include "model/components.h"

/* node_groups_find - Returns the root of the group of entry i, and shortens its way there. */
static inline PetscInt node_groups_find(PetscInt parent[], PetscInt i)
{
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/* node_groups_unite - Makes one group of those of the entries i and j. */
static inline void node_groups_unite(PetscInt parent[], PetscInt i, PetscInt j)
{
  parent[node_groups_find(parent, i)] = node_groups_find(parent, j);
}

/* NodeGroupsLabel - Gives all entries of a group, on all ranks, the least label that one has.

   Input/Output:
     parent  the groups of this rank; their trees become flatter
     label   [nnodes + 1] labels of this rank's nodes and of ground; on return, those of their
   groups Collective. */
PetscErrorCode NodeGroupsLabel(Model model, PetscInt parent[], PetscInt label[]);

/* ModelHasLoops - Determines whether joints and supports may form kinematic loops.

   *has_loops is always PETSC_TRUE in a model with couplings or sliders. The constraint rows of a
   model without loops are independent in every configuration. Collective. */
PetscErrorCode ModelHasLoops(Model model, PetscBool *has_loops);

#endif
