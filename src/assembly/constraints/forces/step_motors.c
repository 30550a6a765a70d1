/* step_motors.c: calls the functions of motors of joints that are called once a step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_term.h"
#include "assembly/constraints/joint_state.h"
#include "model/joints/joint_cell_iterator.h"

PetscErrorCode StepMotorsCreate(Model model, StepMotors *out)
{
  StepMotors motors;

  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->njoints, &motors));
  for (PetscInt i = 0; i < model->njoints; i++)
    if (JointHasStepMotor(&model->joint[i]))
      PetscCall(PetscCalloc1(model->joint[i].ncells, &motors[i]));
  *out = motors;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StepMotorsDestroy(Model model, StepMotors *motors)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) PetscCall(PetscFree((*motors)[i]));
  PetscCall(PetscFree(*motors));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void step_motors_forget(Model model, StepMotors motors)
{
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c))
    for (int k = 0; k < JOINT_COORDINATES && motors[c.i]; k++)
      motors[c.i][c.e][k].known = PETSC_FALSE;
}

/* Calls a function at a state of its coordinate, unless it was called there before. Returns whether
   the force is finite. */
static PetscBool call_motor(Expression f, const CoordinateState *now, StepMotor *motor)
{
  const PetscReal x[]  = {now->t, now->u, now->v};
  const PetscBool same = (PetscBool)(motor->known && motor->at.t == now->t &&
                                     motor->at.u == now->u && motor->at.v == now->v);

  if (!same) *motor = (StepMotor){ExpressionValue(f, x), *now, PETSC_TRUE};
  return (PetscBool)(isfinite(motor->force) != 0);
}

void step_motors_call(Model model, const JointEvaluation *at, StepMotor motor[], char text[],
                      size_t size)
{
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    const CoordinateLaw *law = &at->joint->law[k];
    CoordinateState      now;
    double               gradient[JOINT_DOFS];
    char                 place[160], formula[512];

    if (!law->motor_per_step) continue;
    JointCoordinateState(at, (JointCoordinateKind)k, gradient, NULL, &now);
    if (call_motor(law->motor, &now, &motor[k]) || text[0]) continue;
    JointDescribePlace(model, at->joint, at->e, place, sizeof place);
    ExpressionErrorText(law->motor, (const PetscReal[]){now.t, now.u, now.v}, formula,
                        sizeof formula);
    snprintf(text, size, "%s, where %s", place, formula);
  }
}
