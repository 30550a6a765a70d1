/* step_motors.h: keeps the forces of motors whose functions are called once a step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FORCES_STEP_MOTORS_H
#define FS_ASSEMBLY_CONSTRAINTS_FORCES_STEP_MOTORS_H

#include "assembly/constraints/joint_state.h"

/* The motors (joint_state.h) of all free coordinates: [njoints][ncells][JOINT_COORDINATES]. The
   pointer of a joint is NULL if it has no motor that is called once a step, or no cells. */
typedef StepMotor (**StepMotors)[JOINT_COORDINATES];

/* StepMotorsCreate - Allocates the motors of all joints, whose forces are 0.

   Output:
     motors  destroy it with StepMotorsDestroy()
   Not collective. */
PetscErrorCode StepMotorsCreate(Model model, StepMotors *motors);
PetscErrorCode StepMotorsDestroy(Model model, StepMotors *motors);

/* step_motors_forget - Lets the next step call all functions. The forces stay until then. */
void step_motors_forget(Model model, StepMotors motors);

/* step_motors_call - Calls the functions of one cell, except at the state of their last call.

   Input:
     at     the cell at the start of a step
   Output:
     motor  [JOINT_COORDINATES] motors of the cell
     text   which force is not finite; unchanged if all are finite, or if it is not empty */
void step_motors_call(Model model, const JointEvaluation *at, StepMotor motor[], char text[],
                      size_t size);

#endif
