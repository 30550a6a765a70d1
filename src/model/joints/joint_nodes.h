/* joint_nodes.h: the components of nodes that belong to no part, and that joints hold. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_NODES_H
#define FS_MODEL_JOINTS_JOINT_NODES_H

#include "model/model.h"

/* joint_holds_rotations - Returns whether a joint needs nodes that rotate.

   Joints with rows of rotations need them, and bushings. At the end of a member only those rows
   count that the nodes can change: a hinge in a plane does not need a node that rotates.
   Input:
     components  all components that nodes of the model have, or more */
PetscBool joint_holds_rotations(const Joint *joint, int components);

/* JointNodesSetComponents - Gives dofs to nodes without a part, if joints or supports hold them.

   Such a node has the displacements of the model. It has the rotations of the model, too, if the
   rows of one of its joints depend on them. A node that one joint alone holds gets no dofs.
   Call it when all joints of -joints and of members have cells, axes and points. Collective. */
PetscErrorCode JointNodesSetComponents(Model model);

#endif
