/* equilibrium_loading.c: finds the equilibrium under constant loads, by load steps from another
   loading. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "equilibrium.h"
#include "base/printing.h"

PetscErrorCode EquilibriumFind(FsSystem sys, FsStage stage, const EquilibriumRescue *rescue,
                               FsState *s, EquilibriumWay *way)
{
  const FsLoading none = FsLoadingOfEquilibrium(0), loads = FsLoadingOfEquilibrium(1);

  PetscFunctionBeginUser;
  PetscCall(EquilibriumChangeLoading(sys, stage, &none, &loads, rescue, s, way));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Warns that the equilibrium at the end of a path lies beyond a level at which load steps fail.
   before: the last level that they reached. */
static PetscErrorCode WarnBeyond(const LoadPath *path, PetscReal before)
{
  char where[64];

  PetscFunctionBeginUser;
  if (!path->passed && (!path->started || path->regularized)) PetscFunctionReturn(PETSC_SUCCESS);
  if (path->passed)
    PetscCall(PetscSNPrintf(where, sizeof where, "below %.3g", (double)path->step_min));
  else PetscCall(PetscSNPrintf(where, sizeof where, "just above %.4g", (double)before));
  PetscCall(PetscFPrintf(path->sys->comm, stderr,
                         "fsolve: warning: t = %.6g: the loads are larger than a limit load, which "
                         "is %s of them: there the structure snaps through or collapses, and the "
                         "equilibrium under all of the loads lies beyond (-analysis static from "
                         "smaller loads follows the path)\n",
                         (double)path->trial.t, where));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes the load steps to the end of a path, or lets rescue find the equilibrium there. */
static PetscErrorCode FollowLoadPath(LoadPath *path, const EquilibriumRescue *rescue, FsState *s)
{
  FsStepInfo info;
  PetscInt   nfree;

  PetscFunctionBeginUser;
  PetscCall(LongPhaseStart(path->sys->comm, "equilibrium"));
  while (path->level < 1) {
    FsStageInfo rescued = {.ok = PETSC_TRUE};

    PetscCall(LongPhaseReport(path->level > 0 ? path->level : -1, "load factor %.4g of 1",
                              (double)path->level));
    PetscCall(LoadPathStep(path, s, &info));
    if (info.solve.ok) continue;
    /* on the way downhill the orientations of nodes are lost, by which a message finds them */
    PetscCall(FsStageCountFreeMotions(path->stage, s->t, &nfree));
    if (rescue && !info.solve.mechanism && !info.solve.unbalanced)
      PetscCall(rescue->find(rescue->context, &path->to, s, &rescued));
    else rescued.ok = PETSC_FALSE;
    if (!rescued.ok) PetscCall(LoadPathRaise(path, s, &info));
    if (!path->passed) PetscCall(WarnBeyond(path, path->level));
    path->rescued = PETSC_TRUE;
    break;
  }
  if (path->passed) PetscCall(WarnBeyond(path, 0));
  PetscCall(LongPhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibriumChangeLoading(FsSystem sys, FsStage stage, const FsLoading *from,
                                        const FsLoading *to, const EquilibriumRescue *rescue,
                                        FsState *s, EquilibriumWay *way)
{
  LoadPath path = {
    .sys = sys, .stage = stage, .factor = PETSC_TRUE, .from = *from, .to = *to, .end = 1};
  PetscBool   in_equilibrium, unloaded;
  FsStageInfo info = {.ok = PETSC_TRUE};

  PetscFunctionBeginUser;
  path.step     = sys->traits.linear ? 1 : 0.1;
  path.grid     = path.step;
  path.step_min = path.step / 1024;
  path.step_max = 1;
  PetscCall(LoadPathSetUp(&path));
  path.trial.t = s->t;
  PetscCall(LoadPathResetTrial(&path, s));
  PetscCall(EquilibriumCheckLoads(sys, stage, to, &path.trial, &in_equilibrium, &unloaded));
  /* a support that has turned by whole turns has to get there */
  PetscCall(EquilibriumCheckTurn(sys, s->t, from, s->t, to, &info));
  if (!info.ok) in_equilibrium = PETSC_FALSE;
  else if (!in_equilibrium) PetscCall(EquilibriumCheckJoints(sys, stage, to, s, &in_equilibrium));
  if (!in_equilibrium) PetscCall(FollowLoadPath(&path, rescue, s));
  if (way)
    *way = in_equilibrium     ? EQUILIBRIUM_GIVEN
           : path.rescued     ? EQUILIBRIUM_RESCUED
           : path.regularized ? EQUILIBRIUM_REGULARIZED
                              : EQUILIBRIUM_STEPS;
  PetscCall(LoadPathDestroy(&path));
  PetscFunctionReturn(PETSC_SUCCESS);
}
