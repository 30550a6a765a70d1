/* friction_state.c: creates, resets and archives the state of friction of all joints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "friction_state.h"
#include "model/joints/presliding.h"
#include "model/joints/joint_cell_iterator.h"

void friction_states_reset(Model model, FrictionStates b)
{
  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c))
    for (int k = 0; k < JOINT_COORDINATES && b[c.i]; k++)
      b[c.i][c.e][k] = friction_new_bristle(&c.joint->law[k].friction);
}

PetscInt friction_states_set_mode(Model model, FrictionStates b, FsFrictionMode mode)
{
  PetscInt n = 0;

  for (JointCell c = FirstJointCell(model); c.joint; NextJointCell(&c))
    for (int k = 0; k < JOINT_COORDINATES && b[c.i]; k++)
      n += friction_set_mode(&c.joint->law[k].friction, mode, &b[c.i][c.e][k]);
  return n;
}

PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *out, FrictionKinds *kinds)
{
  FrictionStates b;

  PetscFunctionBeginUser;
  *kinds = (FrictionKinds){PETSC_FALSE, PETSC_FALSE};
  PetscCall(PetscCalloc1(model->njoints, &b));
  for (PetscInt i = 0; i < model->njoints; i++) {
    if (!joint_has_friction(&model->joint[i])) continue;
    kinds->any = PETSC_TRUE;
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (model->joint[i].law[k].friction.mu_static > 0) kinds->by_normal_force = PETSC_TRUE;
    PetscCall(PetscMalloc1(model->joint[i].ncells, &b[i]));
  }
  friction_states_reset(model, b);
  *out = b;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrictionStatesDestroy(Model model, FrictionStates *b)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) PetscCall(PetscFree((*b)[i]));
  PetscCall(PetscFree(*b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FrictionStatesArchive(Model model, FrictionStates b, FsArchive a)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    if (joint_has_friction(&model->joint[i]))
      PetscCall(
        JointArchive(model, a, "bristle", i, BRISTLE_NUMBERS * JOINT_COORDINATES, (double *)b[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
