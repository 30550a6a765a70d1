/* system_check.c: checks that a system has what solvers and schemes call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/system.h>
#include "user/user_system.h"

/* Input error: what a system needs is missing. */
static PetscErrorCode Need(FsSystem sys, PetscBool exists, const char kind[], const char name[])
{
  PetscFunctionBeginUser;
  PetscCheck(exists, sys->comm, PETSC_ERR_USER_INPUT,
             "the system is %s and has no %s, which such a system needs (fs/system.h)", kind, name);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* NEED - Checks that a member of the system is not NULL, and names it as programs write it. */
#define NEED(kind, member) PetscCall(Need(sys, (PetscBool)(sys->member != NULL), kind, #member))

static PetscErrorCode CheckConstraints(FsSystem sys)
{
  PetscFunctionBeginUser;
  NEED("constrained", constraints->rows);
  NEED("constrained", constraints->gradient);
  NEED("constrained", constraints->force);
  NEED("constrained", constraints->tangent);
  NEED("constrained", constraints->flip_indicator);
  NEED("constrained", constraints->position_errors);
  NEED("constrained", constraints->position_error_gradient);
  NEED("constrained", constraints->lengths);
  NEED("constrained", constraints->add_multipliers);
  NEED("constrained", constraints->name_joints);
  NEED("constrained", ops.geometry.measure);
  if (sys->traits.has_ties) NEED("a model with ties", constraints->ties);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CheckRotations(FsSystem sys)
{
  PetscFunctionBeginUser;
  NEED("one with rotations", rotations->velocity);
  NEED("one with rotations", rotations->commutator_correction);
  NEED("one with rotations", rotations->rotation_increment);
  if (!sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  NEED("one with rotations and constraints", rotations->rate);
  NEED("one with rotations and constraints", rotations->compose);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemSetUp(FsSystem sys)
{
  PetscFunctionBeginUser;
  if (sys->set_up) PetscFunctionReturn(PETSC_SUCCESS);
  if (UserSystemOf(sys)) PetscCall(UserSystemSetUp(sys));
  NEED("incomplete", vec);
  if (!sys->ops.matrix.create) NEED("one without ops.matrix.create", matrices.pattern);
  if (sys->traits.linear) {
    NEED("linear", ops.matrix.combine);
    NEED("linear", ops.linear.product);
    NEED("linear", ops.linear.load);
  } else {
    NEED("nonlinear", ops.nonlinear.residual);
    NEED("nonlinear", ops.nonlinear.tangent);
  }
  if (sys->traits.velocity_independent) NEED("velocity-independent", ops.matrix.combine);
  if (sys->constraints) PetscCall(CheckConstraints(sys));
  if (sys->rotations) PetscCall(CheckRotations(sys));
  sys->set_up = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}
