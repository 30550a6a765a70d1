/* stable_equilibrium.c: chooses how to count unstable directions, and when an equilibrium has to be
   stable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stable_equilibrium.h"
#include "base/memory_check.h"
#include "continuation/descent.h"
#include "continuation/stability.h"
#include "linear/factor_cost.h"
#include "node_polynomials.h"
#include <petsctime.h>

/* Part of the run that a count may cost. A single count may always take a second, so that short
   runs have one. */
static const PetscReal COST = 0.2, SECOND = 1;

PetscErrorCode StaticStabilityCreate(const StabilityOptions *options, StaticStability *x)
{
  PetscFunctionBeginUser;
  *x = (StaticStability){.count    = options->count,
                         .stable   = options->stable,
                         .by_user  = options->stable_given,
                         .negative = -1,
                         .unknown  = "-static_count none"};
  PetscCall(PetscTime(&x->started));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- counts ---------------------------------------------------------------------------------- */

/* Determines whether a successful factorization by CHOLMOD, which does not pivot, has proved that
   the constant matrix of a linear system is positive definite. */
static PetscErrorCode IsProvedDefinite(const Run *run, KSP ksp, PetscBool *proved)
{
  PetscBool     cholesky, cholmod = PETSC_FALSE;
  MatSolverType library;
  PC            pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCCHOLESKY, &cholesky));
  if (cholesky) {
    PetscCall(PCFactorGetMatSolverType(pc, &library));
    PetscCall(PetscStrcmp(library, MATSOLVERCHOLMOD, &cholmod));
  }
  *proved = (PetscBool)(run->sys->traits.linear && cholmod);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CountByFactors(StaticStability *x, const Run *run, const FsLoading *loading,
                                     const FsState *s)
{
  Pencil p;
  Vec    weights;

  PetscFunctionBeginUser;
  PetscCall(NodeWeightsCreate(run, &weights));
  PetscCall(PencilCreateStiffness(run->sys, s, loading, &p));
  PetscCall(StabilityByFactors(p, weights, &x->negative, &x->zero));
  x->unknown = x->negative < 0 ? "the stiffness cannot be factored" : NULL;
  PetscCall(PencilDestroy(&p));
  PetscCall(VecDestroy(&weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts by factors if they cost little beside the linear iterations so far, else by LOBPCG with
   the preconditioner of the run. */
static PetscErrorCode CountByIteration(StaticStability *x, const Run *run, KSP ksp,
                                       const FsLoading *loading, const FsState *s, PetscInt linear)
{
  PetscLogDouble now, seconds;
  PetscBool      fits, cheap, all;
  FactorCost     cost;
  Mat            A;
  Vec            weights;
  PC             pc;

  PetscFunctionBeginUser;
  PetscCall(FsSystemCreateMatrix(run->sys, PETSC_TRUE, &A));
  if (run->sys->traits.linear)
    PetscCall(run->sys->ops.matrix.combine(run->sys, (FsShift){.ck = 1}, A));
  else
    PetscCall(FsSystemTangent(run->sys, s, loading,
                              &(FsConstraintRows){FS_CONSTRAINT_POSITION, 1, 1}, (FsShift){.ck = 1},
                              A));
  PetscCall(FactorCostEstimate(A, &cost));
  PetscCall(MemoryFits(run->comm, cost.bytes, &fits));
  cheap = (PetscBool)(fits && cost.iterations <= COST * (PetscReal)linear);
  if (cheap) {
    PetscCall(MatDestroy(&A));
    PetscCall(CountByFactors(x, run, loading, s));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(NodeWeightsCreate(run, &weights));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscTime(&now));
  seconds = COST * (now - x->started);
  if (x->count != COUNT_ALL) seconds = PetscMax(seconds, SECOND);
  PetscCall(StabilityByIteration(A, pc, weights, seconds, &x->negative, &all));
  x->more = (PetscBool)(x->negative > 0 && !all);
  x->unknown =
    x->negative < 0 ? "that would take more than a second and 20 % of the time of the run" : NULL;
  PetscCall(VecDestroy(&weights));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StaticStabilityCount(StaticStability *x, const Run *run, FsStage stage,
                                    const FsLoading *loading, const FsState *s, PetscInt linear)
{
  const KSP ksp    = FsStageLinearSolver(stage);
  PetscBool direct = PETSC_FALSE, proved = PETSC_FALSE;

  PetscFunctionBeginUser;
  x->negative = -1;
  x->zero     = 0;
  x->more     = PETSC_FALSE;
  if (run->sys->traits.multiplier_dependent) {
    x->unknown = "friction has no energy";
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (FsStageIsInChangePoint(stage)) {
    x->unknown = "the last equilibrium is in a change point";
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  PetscCall(IsProvedDefinite(run, ksp, &proved));
  if (proved) {
    x->negative = 0;
    x->unknown  = NULL;
  } else if (direct || run->sys->constraints) {
    PetscCall(CountByFactors(x, run, loading, s));
  } else {
    PetscCall(CountByIteration(x, run, ksp, loading, s, linear));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- stable equilibria ----------------------------------------------------------------------- */

/* Returns in *reason why no direction leads from s to a stable equilibrium, or NULL. */
static PetscErrorCode FindObstacle(const Run *run, const FsLoading *loading, const FsState *s,
                                   const char **reason)
{
  Pencil p;

  PetscFunctionBeginUser;
  *reason = NULL;
  if (run->sys->traits.linear) *reason = "a linear model has one equilibrium only";
  if (run->sys->traits.multiplier_dependent) *reason = "friction has no energy";
  if (*reason) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PencilCreateStiffness(run->sys, s, loading, &p));
  if (!p->symmetric)
    *reason = "the loads are not conservative, so that no direction leads to a stable one";
  PetscCall(PencilDestroy(&p));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Goes downhill from s to a stable equilibrium, see DescentRun. */
static PetscErrorCode GoDownhill(const Run *run, FsStage stage, const FsLoading *loading,
                                 PetscBool leave, FsState *s, FsStageInfo *info)
{
  const NodeFields fields = NodePolynomials(run);
  Vec              weights;

  PetscFunctionBeginUser;
  PetscCall(NodeWeightsCreate(run, &weights));
  PetscCall(DescentRun(run->sys, stage, loading, weights, &fields, leave, s, info));
  PetscCall(VecDestroy(&weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StaticStabilityLeave(StaticStability *x, const Run *run, FsStage stage,
                                    const FsLoading *loading, FsState *s, FsStageInfo *info)
{
  const char *reason;

  PetscFunctionBeginUser;
  PetscCall(FindObstacle(run, loading, s, &reason));
  if (reason && x->by_user) {
    info->ok     = PETSC_FALSE;
    info->reason = reason;
  }
  if (reason) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GoDownhill(run, stage, loading, PETSC_TRUE, s, info));
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  x->negative = 0; /* of the stable one */
  x->more     = PETSC_FALSE;
  x->zero     = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StaticStabilityRescue(void *context, const FsLoading *loading, FsState *s,
                                     FsStageInfo *info)
{
  const StableStart *start = context;

  PetscFunctionBeginUser;
  info->ok = (PetscBool)!start->run->sys->traits.multiplier_dependent; /* friction has no energy */
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(GoDownhill(start->run, start->stage, loading, PETSC_FALSE, s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StaticStabilityStart(StaticStability *x, Run *run, FsStage stage, PetscBool *hard)
{
  const FsLoading   loading = FsLoadingOfEquilibrium(1);
  StableStart       start   = {run, stage};
  EquilibriumRescue rescue  = {StaticStabilityRescue, &start};
  const PetscBool   refused = (PetscBool)(x->by_user && !x->stable);
  FsStageInfo       info    = {.ok = PETSC_TRUE};
  PetscBool         steps;

  PetscFunctionBeginUser;
  PetscCall(EquilibriumFind(run->sys, stage, refused || run->sys->traits.linear ? NULL : &rescue,
                            &run->s, &steps));
  *hard = (PetscBool)(*hard || steps);
  if (run->hold != FS_HOLD_NONE && !x->by_user) PetscFunctionReturn(PETSC_SUCCESS);
  if (refused || !(x->stable || *hard) || run->sys->traits.linear)
    PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StaticStabilityCount(x, run, stage, &loading, &run->s, 0));
  if (x->negative <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StaticStabilityLeave(x, run, stage, &loading, &run->s, &info));
  PetscCheck(info.ok, run->comm, PETSC_ERR_NOT_CONVERGED,
             "the initial equilibrium is unstable, with %" PetscInt_FMT
             " negative eigenvalue%s: %s; -static_stable false accepts it",
             x->negative, x->negative == 1 ? "" : "s", info.reason);
  if (x->negative > 0)
    PetscCall(
      PetscFPrintf(run->comm, stderr,
                   "fsolve: warning: the initial equilibrium is unstable: its stiffness has "
                   "%" PetscInt_FMT " negative eigenvalue%s\n",
                   x->negative, x->negative == 1 ? "" : "s"));
  PetscFunctionReturn(PETSC_SUCCESS);
}
