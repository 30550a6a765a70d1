/* joint_starts.h: initial values of joint coordinates, and coordinates that are kept. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_STARTS_H
#define FS_MODEL_JOINTS_JOINT_STARTS_H

#include "joint_start_options.h"
#include "model/model.h"

/* JointStartsSet - Sets Joint.start of the user's joints.

   Call it after JointsCreate(), because the ends of members are joints, too. If an option gives an
   initial value, the function sets Model.assemble.positions. Not collective, but all ranks raise
   the same error. Input errors: no joint has the name; a coordinate is not free, or has a driver;
   it has an initial value and shall also be kept. */
PetscErrorCode JointStartsSet(Model model, const JointStartOptions *starts);

#endif
