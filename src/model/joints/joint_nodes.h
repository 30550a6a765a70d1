/* joint_nodes.h: gives dofs to nodes that belong to no part but are connected by joints, such as
   the point of a frame at which all members have hinges. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_NODES_H
#define FS_MODEL_JOINTS_JOINT_NODES_H

#include "model/model.h"

/* joint_holds_rotations - Returns whether a joint needs nodes with rotations.

   Joints that constrain rotations need them, and so do bushings. At the end of a member only
   constraints are considered that the nodes can violate: a hinge in a plane model does not need a
   node with rotations.
   Input:
     components  bits of all components that nodes of the model have, or of more components */
PetscBool joint_holds_rotations(const Joint *joint, int components);

/* JointNodesSetComponents - Gives components to nodes that are in no part, if several joints, or a
   joint and a support, connect them.

   Such a node has the displacements of the model. It also has the rotations of the model if the
   constraints of one of its joints depend on them. A node that is only in one joint gets no
   components. Call the function when all joints of -joints and of members have cells, axes and
   points. Collective. */
PetscErrorCode JointNodesSetComponents(Model model);

#endif
