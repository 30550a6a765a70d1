/* joint_memory.c: stores what the laws of joint coordinates remember of the last accepted state,
   and finds kinks of these laws that a step crosses. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "joint_memory.h"

enum { N = JOINT_DOFS };

PetscErrorCode JointMemoryCreate(Model model, JointMemory **memory, TermTraits *traits)
{
  PetscFunctionBeginUser;
  PetscCall(PetscCalloc1(model->njoints, memory));
  for (PetscInt i = 0; i < model->njoints; i++) {
    const Joint *j = &model->joint[i];

    if (j->remembers) traits->has_memory = PETSC_TRUE;
    if (j->remembers) PetscCall(PetscCalloc1(j->ncells, &(*memory)[i]));
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (j->law[k].uniaxial && uniaxial_law_has_kinks(j->law[k].uniaxial))
        traits->has_kinks = PETSC_TRUE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode JointMemoryDestroy(Model model, JointMemory **memory)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++) PetscCall(PetscFree((*memory)[i]));
  PetscCall(PetscFree(*memory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gets the state of a coordinate that has a law. Returns PETSC_FALSE if it has none. */
static PetscBool state_with_law(const JointEvaluation *at, int kind, CoordinateState *point)
{
  double gradient[N];

  return (PetscBool)(at->joint->law[kind].uniaxial &&
                     JointCoordinateState(at, (JointCoordinateKind)kind, gradient, NULL, point));
}

void JointMemoryAccept(const JointEvaluation *at, double memory[][LAW_MAX_MEMORY])
{
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    CoordinateState point;

    if (state_with_law(at, k, &point))
      (void)coordinate_law_memory(&at->joint->law[k], &point, memory[k]);
  }
}

PetscErrorCode JointMemoryArchive(Model model, JointMemory memory[], FsArchive a)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->njoints; i++)
    if (model->joint[i].remembers)
      PetscCall(JointArchive(model, a, "law_memory", i, JOINT_COORDINATES * LAW_MAX_MEMORY,
                             (double *)memory[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal JointLawLoss(const JointEvaluation *at)
{
  PetscReal sum = 0;

  for (int k = 0; k < JOINT_COORDINATES && at->joint->remembers; k++) {
    CoordinateState point;

    if (state_with_law(at, k, &point))
      sum += coordinate_law_memory(&at->joint->law[k], &point, NULL);
  }
  return sum;
}

void JointCellKinkMargin(const JointEvaluation *at, double kept[][2], PetscReal *margin)
{
  for (int k = 0; k < JOINT_COORDINATES; k++) {
    CoordinateState now, before;

    if (!state_with_law(at, k, &now)) continue;
    before   = now;
    before.u = kept[k][0];
    before.v = kept[k][1];
    if (margin) {
      *margin = PetscMin(*margin, coordinate_kink_margin(&at->joint->law[k], &before, &now));
      continue;
    }
    kept[k][0] = now.u;
    kept[k][1] = now.v;
  }
}
