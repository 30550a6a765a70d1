/* joint_start.h: what the start asks of the free coordinates of joints: a part of Joint (model.h). */
#ifndef FS_MODEL_JOINTS_JOINT_START_H
#define FS_MODEL_JOINTS_JOINT_START_H

#include <fs/options.h>

/* Of one coordinate, in each cell of the joint. */
typedef struct {
  PetscBool is_kept;             /* it stays as it is while positions are assembled */
  PetscBool has_value, has_rate; /* value, rate are given */
  PetscReal value, rate;         /* [m], [rad]; [m/s], [rad/s] */
} JointStart;

/* joint_starts.c: Joint.start of all joints; what they place is assembled. Collective. Input errors: what is asked for is not free, or
   asked for twice. */
typedef struct _n_Model *Model;
PetscErrorCode           JointStartsFromOptions(FsOptions o, Model model);
extern const FsOptionDoc joint_start_options[];

/* joint_coordinates.c: "velocity", "angular_velocity", ...: the rate of a coordinate (JointCoordinateKind). */
const char *joint_rate_name(int kind);

#endif
