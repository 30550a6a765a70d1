/* node_groups.h: groups of nodes that something connects, on all ranks, and loops of constraints.

   The groups are a union-find structure: the array parent[nnodes + 1] has an entry for each node of
   this rank, and a last one for ground. Each entry is the index of its parent in a tree; a root is
   its own parent. The entries of a tree form a group. Before nodes are connected, each entry is its
   own parent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_NODE_GROUPS_H
#define FS_MODEL_NODE_GROUPS_H

#include "model/components.h"

/* node_groups_find - Returns the root of the tree that stands for the group of node i, and shortens
   the path to it. */
static inline PetscInt node_groups_find(PetscInt parent[], PetscInt i)
{
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

/* node_groups_unite - Unites the groups of the entries i and j to one group. */
static inline void node_groups_unite(PetscInt parent[], PetscInt i, PetscInt j)
{
  parent[node_groups_find(parent, i)] = node_groups_find(parent, j);
}

/* NodeGroupsLabel - Unites the groups of all ranks that share nodes, and gives all entries of such
   a group the smallest label of any of its entries.

   Changed:
     parent  [nnodes + 1] the groups of this rank; paths in the trees become shorter
     label   [nnodes + 1] on entry, labels of the nodes of this rank and of ground; on return, the
             label of the group of each entry
   Collective. */
PetscErrorCode NodeGroupsLabel(Model model, PetscInt parent[], PetscInt label[]);

/* ModelHasLoops - Determines whether joints and supports may form kinematic loops.

   The constraints of a model without loops are linearly independent in every configuration.
   Output:
     has_loops  the same on all ranks; always PETSC_TRUE if the model has couplings or sliders
   Collective. */
PetscErrorCode ModelHasLoops(Model model, PetscBool *has_loops);

#endif
