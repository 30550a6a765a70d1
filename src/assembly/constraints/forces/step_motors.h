/* step_motors.h: keeps the forces of motors whose functions are called once a step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ASSEMBLY_CONSTRAINTS_FORCES_STEP_MOTORS_H
#define FS_ASSEMBLY_CONSTRAINTS_FORCES_STEP_MOTORS_H

#include "assembly/constraints/joint_state.h"

/* The forces of motors whose functions are called once in each time step, for all free coordinates
   of joints: [njoints][ncells][JOINT_COORDINATES]. The pointer of a joint is NULL if it has no such
   motor, or no cells. */
typedef StepMotor (**StepMotors)[JOINT_COORDINATES];

/* StepMotorsCreate - Allocates the forces, at first 0, of those motors of joints whose functions
   are called once in each step.

   Output:
     motors  destroy it with StepMotorsDestroy()
   Not collective. */
PetscErrorCode StepMotorsCreate(Model model, StepMotors *motors);
PetscErrorCode StepMotorsDestroy(Model model, StepMotors *motors);

/* step_motors_forget - Makes the next step call the functions of all motors again, even at an
   unchanged state. The forces stay until then. */
void step_motors_forget(Model model, StepMotors motors);

/* step_motors_call - Calls the functions of the motors of one joint cell and stores the forces for
   the step. A function is not called again at the state of its last call.

   Input:
     at     the cell at the start of a step
   Output:
     motor  [JOINT_COORDINATES] motors of the cell
     text   [size] which force is not finite; unchanged if all are finite, or if text is not
            empty */
void step_motors_call(Model model, const JointEvaluation *at, StepMotor motor[], char text[],
                      size_t size);

#endif
