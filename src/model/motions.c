/* motions.c: what a model prescribes as functions of time. */
#include "model.h"

PetscErrorCode MotionsCreate(Model model, Motions *motions)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc2(model->nsupports, &motions->support, model->njoints, &motions->driver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MotionsDestroy(Motions *motions)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(motions->support, motions->driver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Displacement, velocity and acceleration (rotation vector and its derivatives) of a component that a support moves. */
static PetscErrorCode MotionOfSupport(Model model, const Support *support, PetscInt component, PetscReal t,
                                      PetscReal qva[3])
{
  const Expression motion = support->motion[component];

  PetscFunctionBeginUser;
  qva[0] = ExpressionValue(motion, &t);
  ExpressionDerivatives(motion, t, model->dt, &qva[1], &qva[2]);
  for (int k = 0; k < 3; k++) PetscCall(ExpressionCheck(motion, &t, qva[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static void scale(PetscReal factor, PetscBool still, PetscReal qva[3])
{
  for (int k = 0; k < 3; k++) qva[k] *= factor;
  if (still) qva[1] = qva[2] = 0;
}

PetscErrorCode MotionsAt(Model model, PetscReal t, PetscReal factor, PetscBool still, const Motions *motions)
{
  PetscFunctionBeginUser;
  for (PetscInt s = 0; s < model->nsupports; s++)
    for (PetscInt c = 0; c < COMPONENTS; c++) {
      if (!model->support[s].motion[c]) continue;
      PetscCall(MotionOfSupport(model, &model->support[s], c, t, motions->support[s][c]));
      scale(factor, still, motions->support[s][c]);
    }
  for (PetscInt j = 0; j < model->njoints; j++)
    for (int k = 0; k < JOINT_FREE; k++) {
      if (!model->joint[j].driver[k]) continue;
      PetscCall(DriverValue(model->joint[j].driver[k], t, motions->driver[j][k]));
      scale(factor, still, motions->driver[j][k]);
    }
  PetscFunctionReturn(PETSC_SUCCESS);
}
