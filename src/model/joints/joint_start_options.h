/* joint_start_options.h: what the options say about initial values of joint coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_START_OPTIONS_H
#define FS_MODEL_JOINTS_JOINT_START_OPTIONS_H

#include "joint_options.h"
#include "model/ends/member_joint_options.h"
#include "model/model.h"

/* NamedJointStart - The initial values of the coordinates of a joint. */
typedef struct {
  char       name[2 * SET_NAME_SIZE];
  JointStart coordinate[JOINT_COORDINATES];
} NamedJointStart;

/* JointStartOptions - The initial values of all joints that have a name. */
typedef struct {
  PetscInt         n;
  NamedJointStart *joint; /* [n] */
  int              nkept;
  char           **kept; /* [nkept] words of -assemble_keep, such as "crank.angle" */
} JointStartOptions;

/* JointStartOptionsRead - Reads -initial_<joint>_... and -assemble_keep.

   Input:
     joints, ends  their names
   Output:
     starts        the caller frees its arrays by JointStartOptionsFree()
   Collective. Input error: a value is no number. */
PetscErrorCode           JointStartOptionsRead(FsOptions o, const JointsOptions *joints,
                                               const MemberJointOptions *ends, JointStartOptions *starts);
PetscErrorCode           JointStartOptionsFree(JointStartOptions *starts);
extern const FsOptionDoc joint_start_options[];

/* ---- joint starts ---------------------------------------------------------------------------- */

/* JointStartsSet - Sets Joint.start of the user's joints.

   Call it after JointsCreate(), because the ends of members are joints, too. If an option gives an
   initial value, the function sets Model.assemble.positions. Not collective, but all ranks raise
   the same error. Input errors: no joint has the name; a coordinate is not free, or has a driver;
   it has an initial value and shall also be kept. */
PetscErrorCode JointStartsSet(Model model, const JointStartOptions *starts);

#endif
