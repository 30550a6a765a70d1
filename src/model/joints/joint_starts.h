/* joint_starts.h: what the options say about initial values of joint coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_STARTS_H
#define FS_MODEL_JOINTS_JOINT_STARTS_H

#include "joint_options.h"
#include "model/ends/member_joints.h"
#include "model/model.h"

/* NamedJointStart - The initial values of the coordinates of a joint. */
typedef struct {
  char       name[2 * SET_NAME_SIZE]; /* name of the joint */
  JointStart coordinate[JOINT_COORDINATES];
} NamedJointStart;

/* JointStartOptions - The initial values of all joints that have a name. */
typedef struct {
  PetscInt         n;     /* number of joints for which options were looked up */
  NamedJointStart *joint; /* [n] */
  int              nkept; /* number of coordinates that -assemble_keep names */
  char           **kept;  /* [nkept] these coordinates, such as "crank.angle" */
} JointStartOptions;

/* JointStartOptionsRead - Reads -initial_<joint>_... and -assemble_keep.

   Input:
     joints, ends  joints of -joints and at ends of members, whose names are used
   Output:
     starts        the caller frees its arrays by JointStartOptionsFree()
   Collective. Input error: a value is not a number. */
PetscErrorCode           JointStartOptionsRead(FsOptions o, const JointsOptions *joints,
                                               const MemberJointOptions *ends, JointStartOptions *starts);
PetscErrorCode           JointStartOptionsFree(JointStartOptions *starts);
extern const FsOptionDoc joint_start_options[];

/* ---- joint starts ---------------------------------------------------------------------------- */

/* JointStartsSet - Sets Joint.start of the user's joints. Call it after JointsCreate(), because
   joints at the ends of members may have initial values, too.

   If an option gives an initial value, the function also sets Model.assemble.positions, so that the
   nodes are moved there. Not collective, but all ranks raise the same error. Input errors: no joint
   has the name; a coordinate is not free, or has a driver; a coordinate has an initial value and is
   also in -assemble_keep. */
PetscErrorCode JointStartsSet(Model model, const JointStartOptions *starts);

#endif
