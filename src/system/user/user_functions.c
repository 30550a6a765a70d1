/* user_functions.c: what a program sets and reads of a system from its own functions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "user_system.h"
#include <fs/user_system.h>
#include <math.h>

static PetscErrorCode Destroy(FsSystem sys);

UserSystem UserSystemOf(FsSystem sys)
{
  return sys->ops.destroy == Destroy ? (UserSystem)sys->data : NULL;
}

static PetscErrorCode Destroy(FsSystem sys)
{
  UserSystem u = (UserSystem)sys->data;

  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&u->q));
  PetscCall(VecDestroy(&u->v));
  PetscCall(VecDestroy(&u->a));
  PetscCall(VecDestroy(&u->r));
  PetscCall(VecDestroy(&u->lambda));
  PetscCall(VecDestroy(&u->errors));
  PetscCall(VecDestroy(&u->rate));
  PetscCall(VecDestroy(&u->second));
  PetscCall(MatDestroy(&u->J));
  PetscCall(MatDestroy(&u->G));
  PetscCall(MatDestroy(&u->D));
  PetscCall(MatDestroy(&u->H));
  PetscCall(MatDestroy(&u->Gt));
  PetscCall(MatDestroy(&u->first_G));
  PetscCall(MatDestroy(&u->change_of_G));
  PetscCall(PetscFree(u));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemSetResidual(FsSystem sys, Vec q, FsResidualFunction residual, void *context)
{
  UserSystem u;

  PetscFunctionBeginUser;
  PetscCheck(!sys->data && !sys->ops.destroy, sys->comm, PETSC_ERR_USER_INPUT,
             "FsSystemSetResidual: the system already has a residual");
  PetscCall(PetscNew(&u));
  u->residual         = residual;
  u->residual_context = context;
  PetscCall(VecDuplicate(q, &u->q));
  PetscCall(VecDuplicate(q, &u->v));
  PetscCall(VecDuplicate(q, &u->a));
  PetscCall(VecDuplicate(q, &u->r));
  PetscCall(VecGetLayout(u->q, &u->layout[UNKNOWNS]));
  sys->data        = u;
  sys->ops.destroy = Destroy;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemSetTangent(FsSystem sys, Mat J, FsTangentFunction tangent, void *context)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCheck(u, sys->comm, PETSC_ERR_USER_INPUT,
             "FsSystemSetTangent: call FsSystemSetResidual first");
  PetscCall(PetscObjectReference((PetscObject)J));
  PetscCall(MatDestroy(&u->J));
  u->J               = J;
  u->tangent         = tangent;
  u->tangent_context = context;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemSetConstraints(FsSystem sys, Mat G, FsConstraintFunction phi,
                                      FsGradientFunction gradient, FsCurvatureFunction curvature,
                                      void *context)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCheck(u && !u->G, sys->comm, PETSC_ERR_USER_INPUT,
             "FsSystemSetConstraints: call it once, after FsSystemSetResidual");
  PetscCall(PetscObjectReference((PetscObject)G));
  u->G                  = G;
  u->phi                = phi;
  u->gradient           = gradient;
  u->curvature          = curvature;
  u->constraint_context = context;
  PetscCall(MatCreateVecs(G, NULL, &u->lambda));
  PetscCall(VecDuplicate(u->lambda, &u->errors));
  PetscCall(VecDuplicate(u->lambda, &u->rate));
  PetscCall(VecDuplicate(u->lambda, &u->second));
  u->first_t = u->last_t = NAN;
  PetscCall(VecGetLayout(u->lambda, &u->layout[MULTIPLIERS]));
  if (curvature) {
    PetscCall(MatDuplicate(G, MAT_DO_NOT_COPY_VALUES, &u->D));
    PetscCall(MatTransposeMatMult(G, G, MAT_INITIAL_MATRIX, PETSC_DEFAULT, &u->H));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemSetConstraintRates(FsSystem sys, FsConstraintRatesFunction rates)
{
  UserSystem u = UserSystemOf(sys);

  PetscFunctionBeginUser;
  PetscCheck(u && u->G && !u->rates, sys->comm, PETSC_ERR_USER_INPUT,
             "FsSystemSetConstraintRates: call it once, after FsSystemSetConstraints");
  u->rates = rates;
  PetscCall(MatDuplicate(u->G, MAT_DO_NOT_COPY_VALUES, &u->Gt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemGetUnknowns(FsSystem sys, Vec global, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(CopyUnknowns(UserSystemOf(sys), global, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemSetUnknowns(FsSystem sys, Vec x, Vec global)
{
  PetscFunctionBeginUser;
  PetscCall(PutUnknowns(UserSystemOf(sys), x, global));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemGetMultipliers(FsSystem sys, Vec global, Vec lambda)
{
  PetscFunctionBeginUser;
  PetscCall(CopyMultipliers(UserSystemOf(sys), global, lambda));
  PetscFunctionReturn(PETSC_SUCCESS);
}
