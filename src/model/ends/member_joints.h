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

#endif
