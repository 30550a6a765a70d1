/* joint_start_options.h: what the options say about initial values of joint coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_START_OPTIONS_H
#define FS_MODEL_JOINTS_JOINT_START_OPTIONS_H

#include "model/model.h"

/* JointStartsFromOptions - Reads Joint.start of the user's joints.

   Call it after JointsCreate(), because the ends of members are joints, too. If an option gives an
   initial value, the function sets Model.assemble.positions. Collective. Input errors: a coordinate
   is not free; it has an initial value and shall also be kept. */
PetscErrorCode           JointStartsFromOptions(FsOptions o, Model model);
extern const FsOptionDoc joint_start_options[];

#endif
