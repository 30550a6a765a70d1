/* joint_start.h: initial values and rates of the free coordinates of joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MODEL_JOINTS_JOINT_START_H
#define FS_MODEL_JOINTS_JOINT_START_H

#include <fs/options.h>

/* Initial values of one coordinate, the same in each cell of the joint. */
typedef struct {
  PetscBool is_kept;             /* it does not change while positions are assembled */
  PetscBool has_value, has_rate; /* value, rate are given by options */
  PetscReal value, rate;         /* [m], [rad]; [m/s], [rad/s] */
} JointStart;

typedef struct _n_Model *Model;

/* JointStartsFromOptions - Reads Joint.start of all joints.

   Initial values switch on the assembly of positions. Collective. Input errors: a coordinate is not
   free, or is both kept and given. In joint_starts.c. */
PetscErrorCode           JointStartsFromOptions(FsOptions o, Model model);
extern const FsOptionDoc joint_start_options[];

/* joint_rate_name - Returns the name of the rate of a coordinate, such as "angular_velocity". */
const char *joint_rate_name(int kind);

#endif
