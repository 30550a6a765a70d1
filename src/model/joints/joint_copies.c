/* joint_copies.c: finds how a pattern turns the axes and moves the points of copies of a joint. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/vector.h"
#include "model/model.h"

/* Sets the axes and the bushing of a copy that the pattern has turned by R. */
static void turn_copy(const JointCopy *first, const double R[9], JointCopy *copy)
{
  *copy = *first;
  for (int k = 0; k < 3; k++) {
    mat_vec(R, first->frame[k], copy->frame[k]);
    mat_vec(R, first->other[k], copy->other[k]);
  }
  bushing_turn(&first->bushing, R, &copy->bushing);
}

/* Returns whether R is the identity up to round-off. */
static PetscBool is_identity(const double R[9])
{
  /* Relative to entries of a rotation matrix, which are at most 1. A product of a few such matrices
     has a round-off of 1e-16 to 1e-15. The test tests/model/joint_copies.py has copies that are
     turned, and copies that are only moved. */
  const double rounding = 1e-14;

  return (PetscBool)(fabs(R[0] - 1) < rounding && fabs(R[4] - 1) < rounding &&
                     fabs(R[8] - 1) < rounding && fabs(R[1] - R[3]) < rounding &&
                     fabs(R[2] - R[6]) < rounding && fabs(R[5] - R[7]) < rounding);
}

PetscErrorCode JointFindCopies(Model model, Joint *j, PatternMotion motion[])
{
  PetscBool moved, turned = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(PatternCopiesMotions(model->mesh->copies, model->comm, &model->mesh->g, (int)j->ncells,
                                 j->cells, motion, &moved));
  for (PetscInt e = 0; e < j->ncells && moved; e++)
    if (!is_identity(motion[e].R)) turned = PETSC_TRUE;
  if (!turned) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscMalloc1(j->ncells, &j->turned));
  for (PetscInt e = 0; e < j->ncells; e++) turn_copy(&j->first, motion[e].R, &j->turned[e]);
  PetscFunctionReturn(PETSC_SUCCESS);
}
