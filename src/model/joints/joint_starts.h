/* joint_starts.h: initial values of joint coordinates, and coordinates that the assembly of the
   initial configuration must not change. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_STARTS_H
#define FS_MODEL_JOINTS_JOINT_STARTS_H

#include "joint_start_options.h"
#include "model/model.h"

/* JointStartsSet - Sets Joint.start of the user's joints. Call it after JointsCreate(), because
   joints at the ends of members may have initial values, too.

   If an option gives an initial value, the function also sets Model.assemble.positions, so that the
   nodes are moved there. Not collective, but all ranks raise the same error. Input errors: no joint
   has the name; a coordinate is not free, or has a driver; a coordinate has an initial value and is
   also in -assemble_keep. */
PetscErrorCode JointStartsSet(Model model, const JointStartOptions *starts);

#endif
