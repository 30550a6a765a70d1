/* friction_state.c: see friction_state.h. */
#include "friction_state.h"
#include "model/joints/friction_options.h"

PetscErrorCode FrictionStatesCreate(Model model, FrictionStates *out, PetscBool *any)
{
  FrictionStates b;

  PetscFunctionBeginUser;
  *any = PETSC_FALSE;
  PetscCall(PetscCalloc1(model->njoints, &b));
  for (PetscInt i = 0; i < model->njoints; i++) {
    if (!joint_has_friction(&model->joint[i])) continue;
    *any = PETSC_TRUE;
    PetscCall(PetscMalloc1(model->joint[i].ncells, &b[i]));
    for (PetscInt e = 0; e < model->joint[i].ncells; e++)
      for (int k = 0; k < JOINT_COORDINATES; k++) b[i][e][k] = (Bristle){NAN, 0};
  }
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
      PetscCall(JointArchive(model, a, "bristle", i, 2 * JOINT_COORDINATES, (double *)b[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
