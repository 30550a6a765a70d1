/* joint_outputs.h: lists the results of a joint that the output file has, and computes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_OUTPUT_JOINT_OUTPUTS_H
#define FS_OUTPUT_JOINT_OUTPUTS_H

#include "assembly/assembly.h"
#include "assembly/evaluation.h"

/* Numbers of the results of a joint. Result 0 is the reaction. Results 1 to JOINT_COORDINATES are
   the free coordinates, the relative displacements and angles that the joint allows. */
enum {
  JOINT_POWER = 1 + JOINT_COORDINATES,               /* power of drivers and motors */
  JOINT_FRICTION,                                    /* friction in the first free coordinate */
  JOINT_RESULTS = JOINT_FRICTION + JOINT_COORDINATES /* number of all results */
};
/* JointResult - The name of a result in the file, and its size. */
typedef struct {
  const char *name;    /* NULL if the joint does not have the result */
  PetscInt    columns; /* number of values of the result */
} JointResult;

/* joint_result - Returns the name and the size of result number k of a joint. */
JointResult joint_result(const Joint *joint, int k);

/* JointResultValue - Computes one result of one joint cell on this rank.

   Input:
     ev        evaluation of a state; ev->nodes must not be NULL
     joint, e  index of the joint in the model, and index of the cell among this rank's cells of the
               joint
     k         number of a result that the joint has
   Output:
     value     [columns] values of the result; columns is a member of JointResult
   Not collective. */
PetscErrorCode JointResultValue(const Evaluation *ev, PetscInt joint, PetscInt e, int k,
                                PetscReal value[]);

#endif
