/* joint_start_options.h: what the options say about initial values of joint coordinates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_START_OPTIONS_H
#define FS_MODEL_JOINTS_JOINT_START_OPTIONS_H

#include "joint_options.h"
#include "model/ends/member_joint_options.h"

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

#endif
