/* equilibrium_failure.c: raises the error of a load path without an equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "equilibrium.h"

/* Writes what may be wrong with a model that has no equilibrium, and a remedy. */
static PetscErrorCode DescribeRemedy(const LoadPath *path, char text[], size_t size)
{
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(FsStageCountFreeMotions(path->stage, path->trial.t, &n));
  if (n)
    PetscCall(PetscSNPrintf(text, size,
                            "the model is a mechanism: no support prevents %" PetscInt_FMT
                            " rigid motion%s of all of it, or "
                            "only springs below 1e-9 of its stiffness: add supports, or hold the "
                            "motions with -hold_rigid",
                            n, n == 1 ? "" : "s"));
  else
    PetscCall(PetscStrncpy(text,
                           "the structure may buckle there or be a mechanism (flat membranes and "
                           "cables may need a prestress)",
                           size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LoadPathRaise(const LoadPath *path, const FsStepInfo *info)
{
  const FsStageInfo *solve = &info->solve;
  char               level[64], least[64], remedy[240];

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(level, sizeof level, path->factor ? "the load factor %.6g" : "t = %.6g",
                          (double)path->level));
  PetscCall(PetscSNPrintf(least, sizeof least, path->factor ? "%.3g" : "%.3g (-dt_min)",
                          (double)path->step_min));
  PetscCheck(!solve->unbalanced, path->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "no equilibrium beyond %s: %s%s", level, solve->reason, solve->place);
  PetscCall(DescribeRemedy(path, remedy, sizeof remedy));
  SETERRQ(path->sys->comm, PETSC_ERR_NOT_CONVERGED,
          "no equilibrium beyond %s with steps down to %s: %s%s; %s", level, least, solve->reason,
          solve->place, remedy);
}
