/* equilibrium_failure.c: raises the error of a load path without an equilibrium. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "equilibrium.h"
#include "diagnosis/mechanism_report.h"

/* Writes what may be wrong with a model that has no equilibrium, and a remedy. m is a motion that
   nothing resists at the last equilibrium. */
static PetscErrorCode DescribeRemedy(const LoadPath *path, const Mechanism *m, char text[],
                                     size_t size)
{
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(FsStageCountFreeMotions(path->stage, path->trial.t, &n));
  if (m->found && !m->rigid) PetscCall(PetscStrncpy(text, m->text, size));
  else if (n)
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

PetscErrorCode LoadPathRaise(const LoadPath *path, const FsState *s, const FsStepInfo *info)
{
  const FsStageInfo *solve   = &info->solve;
  const FsLoading    loading = load_path_loading(path, path->level);
  char               level[64], least[64], remedy[400];
  Mechanism          m;

  PetscFunctionBeginUser;
  PetscCall(PetscSNPrintf(level, sizeof level, path->factor ? "the load factor %.6g" : "t = %.6g",
                          (double)path->level));
  PetscCall(PetscSNPrintf(least, sizeof least, path->factor ? "%.3g" : "%.3g (-dt_min)",
                          (double)path->step_min));
  PetscCall(MechanismFind(path->sys, s, &loading, &m));
  if (solve->unbalanced) {
    PetscCheck(m.found && !m.rigid, path->sys->comm, PETSC_ERR_NOT_CONVERGED,
               "no equilibrium beyond %s: %s%s", level, solve->reason, solve->place);
    SETERRQ(path->sys->comm, PETSC_ERR_NOT_CONVERGED,
            "no equilibrium beyond %s: -hold_rigid holds rigid motions of the whole model alone; "
            "%s",
            level, m.text);
  }
  PetscCall(DescribeRemedy(path, &m, remedy, sizeof remedy));
  SETERRQ(path->sys->comm, PETSC_ERR_NOT_CONVERGED,
          "no equilibrium beyond %s with steps down to %s: %s%s; %s", level, least, solve->reason,
          m.found && !m.rigid ? "" : solve->place, remedy);
}
