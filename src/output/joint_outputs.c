/* joint_outputs.c: lists the results of a joint that the output file has, and computes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_outputs.h"
#include "assembly/constraints/joint_results.h"

static const char *const friction_names[JOINT_COORDINATES] = {
  "displacement_friction", "angle_friction", "second_displacement_friction",
  "second_angle_friction"};

static PetscBool has_power(const Joint *joint)
{
  for (int k = 0; k < JOINT_COORDINATES; k++)
    if (joint->driver[k] || joint->law[k].motor) return PETSC_TRUE;
  return PETSC_FALSE;
}

JointResult joint_result(const Joint *joint, int k)
{
  if (k == 0) return (JointResult){"reaction", COMPONENTS};
  if (k >= JOINT_FRICTION)
    return (JointResult){friction_acts(&joint->law[k - JOINT_FRICTION].friction)
                           ? friction_names[k - JOINT_FRICTION]
                           : NULL,
                         1};
  if (k == JOINT_POWER) return (JointResult){has_power(joint) ? "motor_power" : NULL, 1};
  return (JointResult){joint->type->free[k - 1] ? joint_coordinate_names[k - 1] : NULL, 1};
}

PetscErrorCode JointResultValue(const Evaluation *ev, PetscInt joint, PetscInt e, int k,
                                PetscReal value[])
{
  PetscFunctionBeginUser;
  if (k == 0) PetscCall(JointReaction(ev, joint, e, value));
  else if (k >= JOINT_FRICTION)
    PetscCall(JointFrictionValue(ev, joint, e, (JointCoordinateKind)(k - JOINT_FRICTION), value));
  else if (k == JOINT_POWER) PetscCall(JointPower(ev, joint, e, value));
  else value[0] = JointCoordinateValue(ev, joint, e, (JointCoordinateKind)(k - 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}
