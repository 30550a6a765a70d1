/* equilibrium_check.c: determines whether a state is in equilibrium, up to round-off. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "equilibrium.h"
#include "assembly/assembly.h"
#include "diagnosis/mechanism_report.h"
#include "system/force_units.h"

PetscErrorCode EquilibriumCheck(FsSystem sys, FsStage stage, const FsLoading *loading,
                                const FsState *s, Vec r, PetscBool *balanced)
{
  PetscReal rounding, most;

  PetscFunctionBeginUser;
  PetscCall(FsStageUnbalancedForces(stage, loading, s, r, &rounding));
  PetscCall(FsSystemForceNorm(sys, r, NORM_INFINITY, &most));
  *balanced = (PetscBool)(most <= rounding);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibriumCheckLoads(FsSystem sys, FsStage stage, const FsLoading *loads,
                                     const FsState *s, PetscBool *in_equilibrium,
                                     PetscBool *unloaded)
{
  const FsLoading none = FsLoadingOfEquilibrium(0);
  PetscReal       rounding, most;
  Vec             r, difference;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->q, &r));
  PetscCall(VecDuplicate(s->q, &difference));
  PetscCall(EquilibriumCheck(sys, stage, loads, s, r, in_equilibrium));
  PetscCall(FsStageUnbalancedForces(stage, &none, s, difference, &rounding));
  PetscCall(VecAXPY(difference, -1, r));
  PetscCall(FsSystemForceNorm(sys, difference, NORM_INFINITY, &most));
  *unloaded = (PetscBool)(most <= rounding);
  PetscCall(VecDestroy(&difference));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibriumCheckJoints(FsSystem sys, FsStage stage, const FsLoading *loads,
                                      FsState *s, PetscBool *in_equilibrium)
{
  FsState     rest = *s;
  FsStage     mass;
  FsStageInfo info = {.ok = PETSC_TRUE};
  Vec         a;
  PetscBool   unloaded;

  PetscFunctionBeginUser;
  *in_equilibrium = PETSC_FALSE;
  if (!sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(s->a, &rest.a));
  PetscCall(VecZeroEntries(rest.a));
  PetscCall(FsStageCreate(sys, &mass)); /* a separate stage, because its matrix differs */
  PetscCall(FsStageAcceleration(mass, &rest, &info));
  PetscCall(FsStageDestroy(&mass));
  if (info.ok) {
    PetscCall(VecDuplicate(s->a, &a));
    PetscCall(VecZeroEntries(a));
    PetscCall(sys->constraints->add_multipliers(sys, 1, rest.a, a));
    PetscCall(VecCopy(a, rest.a));
    PetscCall(EquilibriumCheckLoads(sys, stage, loads, &rest, in_equilibrium, &unloaded));
    if (*in_equilibrium) PetscCall(VecCopy(a, s->a));
    PetscCall(VecDestroy(&a));
  }
  PetscCall(VecDestroy(&rest.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibriumCheckTurn(FsSystem sys, PetscReal from, const FsLoading *before,
                                    PetscReal to, const FsLoading *after, FsStageInfo *info)
{
  const PetscReal LIMIT = 0.99 * PETSC_PI;
  PetscReal       turn  = 0;

  PetscFunctionBeginUser;
  if (sys->traits.linear || !sys->ops.geometry.turn) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(sys->ops.geometry.turn(sys, from, before, to, after, &turn));
  if (turn < LIMIT) PetscFunctionReturn(PETSC_SUCCESS);
  info->ok     = PETSC_FALSE;
  info->reason = "a support or driver turns by half a turn or more in a load step";
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- failure --------------------------------------------------------------------------------- */

/* Writes what may be wrong with a model that has no equilibrium, and a remedy. m is a motion that
   nothing resists at the last equilibrium. Returns in *certain whether this motion is the cause: a
   model that large motions change may fail for another one. */
static PetscErrorCode DescribeRemedy(const LoadPath *path, const Mechanism *m, char text[],
                                     size_t size, PetscBool *certain)
{
  PetscInt n;
  char     lost[128];

  PetscFunctionBeginUser;
  PetscCall(FsStageCountFreeMotions(path->stage, path->trial.t, &n));
  PetscCall(ModelDescribeLostFixes(AssemblyModel(AssemblyOf(path->sys)), lost, sizeof lost));
  *certain = (PetscBool)(m->found && (!m->rigid || (n && path->sys->traits.linear)));
  if (m->found && !m->rigid) PetscCall(PetscStrncpy(text, m->text, size));
  else if (n)
    PetscCall(PetscSNPrintf(text, size,
                            "the model is a mechanism: no support prevents %" PetscInt_FMT
                            " rigid motion%s of all of it, or "
                            "only springs below 1e-9 of its stiffness: add supports, or hold the "
                            "motions with -hold_rigid%s",
                            n, n == 1 ? "" : "s", lost));
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
  PetscBool          certain;

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
  PetscCall(DescribeRemedy(path, &m, remedy, sizeof remedy, &certain));
  /* what the solver says of a mechanism is a consequence, and its options are no remedy */
  PetscCheck(!certain, path->sys->comm, PETSC_ERR_NOT_CONVERGED,
             "no equilibrium beyond %s with steps down to %s: %s", level, least, remedy);
  SETERRQ(path->sys->comm, PETSC_ERR_NOT_CONVERGED,
          "no equilibrium beyond %s with steps down to %s: %s%s; %s", level, least, solve->reason,
          solve->place, remedy);
}

PetscErrorCode LoadPathCheckJump(LoadPath *path, const FsState *s, PetscReal extrapolation,
                                 FsStageInfo *info)
{
  /* The solution is rejected if its distance from the prediction exceeds FAR times the predicted
     change, and LARGE times the model size (root mean square). Short steps can still pass a kink of
     the path. In no step of inputs and of the verification manual both are exceeded; the jumps of
     tests/analysis/arc_steps.py have 1.6 to 5. The snap of a small part of a model is not LARGE. If
     the caller can follow the path in another way where short steps fail, PART of all displacements
     is enough. */
  const PetscReal FAR = 1.5, LARGE = 0.02, PART = 0.1;
  const Vec       deviation = path->trial.v;
  PetscReal       predicted, jump, total;
  PetscInt        n;

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(deviation, -1, s->q, path->trial.q));
  PetscCall(VecAXPY(deviation, -extrapolation, path->last));
  PetscCall(FsSystemNorm(path->sys, deviation, &jump));
  PetscCall(FsSystemNorm(path->sys, path->last, &predicted));
  PetscCall(FsSystemNorm(path->sys, s->q, &total));
  PetscCall(VecGetSize(deviation, &n));
  if (jump > FAR * extrapolation * predicted &&
      (jump > LARGE * FsSystemCharacteristicLength(path->sys) * PetscSqrtReal((PetscReal)n) ||
       (path->step_difficult > 0 && jump > PART * total))) {
    path->jumped = PETSC_TRUE;
    *info        = (FsStageInfo){.newton = info->newton,
                                 .linear = info->linear,
                                 .reason = "the path jumps to another equilibrium"};
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
