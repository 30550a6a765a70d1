/* joint_start.h: initial values and rates of the free coordinates of joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_START_H
#define FS_MODEL_JOINTS_JOINT_START_H

#include <fs/options.h>

/* Initial value and rate of one coordinate, the same in each cell of the joint. */
typedef struct {
  PetscBool is_kept;             /* the assembly of positions does not change the coordinate */
  PetscBool has_value, has_rate; /* whether options give value and rate */
  PetscReal value, rate;         /* [m], [rad]; [m/s], [rad/s] */
} JointStart;

typedef struct _n_Model *Model;

/* JointStartsFromOptions - Reads Joint.start of all joints.

   If an option gives an initial value, the function sets Model.assemble.positions. Collective.
   Input errors: a coordinate is not free; it has an initial value and shall also be kept. In
   joint_starts.c. */
PetscErrorCode           JointStartsFromOptions(FsOptions o, Model model);
extern const FsOptionDoc joint_start_options[];

/* joint_rate_name - Returns the name of the rate of a coordinate, such as "angular_velocity".

   Input:
     kind  the coordinate, a JointCoordinateKind */
const char *joint_rate_name(int kind);

#endif
