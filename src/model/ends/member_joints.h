/* member_joints.h: joints at the ends of members with releases, offsets or rigid zones. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_ENDS_MEMBER_JOINTS_H
#define FS_MODEL_ENDS_MEMBER_JOINTS_H

#include "member_joint_options.h"
#include "model/model.h"

/* MemberJointsCount - Returns the largest number of joints that MemberJointsCreate() adds.

   Not collective. */
PetscInt MemberJointsCount(const MemberJointOptions *ends);

/* MemberJointsCreate - Adds the joints at the ends of members to model->joint.

   The joint <member>.start or <member>.end has the rows of the components that are not released.
   If released components have a stiffness, they are a bushing, <member>.start_spring. The first
   node of a joint is at the end of the beam, and the axes are those of the beam's section there.
   Collective. It does not set the rows. Input error: the member has no beams.
   Warning: a member moves freely between its two ends. */
PetscErrorCode MemberJointsCreate(Model model, const MemberJointOptions *ends);

/* ---- bare points ----------------------------------------------------------------------------- */

/* KeepFirstLines - Moves one line at each bare point from a set of joint cells to another set.

   A point is bare if its node is in no element of a part, in no support, in no tie and in no joint
   of model->joint. At least two cells of the set end there. If all of them were released, the node
   could turn freely. The cell with the lowest number moves.
   Input:
     set   the cells of the joint; the second node of each is that of the point
     name  name of the other set
   Output:
     kept  the other set; -1 if no point is bare
   Collective. */
PetscErrorCode KeepFirstLines(Model model, PetscInt set, const char name[], PetscInt *kept);

#endif
