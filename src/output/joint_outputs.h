/* joint_outputs.h: lists the results of a joint that the output file has, and computes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_JOINT_OUTPUTS_H
#define FS_OUTPUT_JOINT_OUTPUTS_H

#include "assembly/assembly.h"
#include "assembly/evaluation.h"

/* Result 0 is the reaction. The free coordinates, the power of drivers and motors, and the friction
   of each coordinate follow. */
enum {
  JOINT_POWER = 1 + JOINT_COORDINATES,
  JOINT_FRICTION,
  JOINT_RESULTS = JOINT_FRICTION + JOINT_COORDINATES
};
typedef struct {
  const char *name; /* NULL if the joint does not have the result */
  PetscInt    columns;
} JointResult;

/* Returns the name and size of result k of a joint. */
JointResult joint_result(const Joint *joint, int k);

/* JointResultValue - Computes one result of one joint cell on this rank.

   Input:
     ev        evaluation of a state, with the states of nodes
     joint, e  number of the joint in the model and of the cell in the joint
     k         number of the result, which the joint has
   Output:
     value     value[columns]
   Not collective. */
PetscErrorCode JointResultValue(const Evaluation *ev, PetscInt joint, PetscInt e, int k,
                                PetscReal value[]);

#endif
