/* stable_equilibrium.c: chooses how to count unstable directions, and when an equilibrium has to be
   stable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stable_equilibrium.h"
#include "base/memory_check.h"
#include "continuation/descent/descent.h"
#include "continuation/stability.h"
#include "large_move.h"
#include "linear/factor_cost.h"
#include "model/initial/initial.h"
#include "node_polynomials.h"
#include <petsctime.h>

/* Part of the run that a count may cost. A single count may always take a second, so that short
   runs have one. */
static const PetscReal COST = 0.2, SECOND = 1;

PetscErrorCode StaticStabilityCreate(const StabilityOptions *options, StaticStability *x)
{
  PetscFunctionBeginUser;
  *x = (StaticStability){.options = *options, .negative = -1, .unknown = "-static_count none"};
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
  if (!p->symmetric) x->obstacle = "the loads are not conservative";
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
  if (x->options.count != COUNT_ALL) seconds = PetscMax(seconds, SECOND);
  PetscCall(StabilityByIteration(A, pc, weights, seconds, &x->negative, &all));
  x->more = (PetscBool)(x->negative > 0 && !all);
  x->unknown =
    x->negative < 0 ? "that would take more than a second and 20 % of the time of the run" : NULL;
  PetscCall(VecDestroy(&weights));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the negative and zero eigenvalues of the stiffness at s. */
static PetscErrorCode Count(StaticStability *x, const Run *run, FsStage stage,
                            const FsLoading *loading, const FsState *s, PetscInt linear)
{
  const KSP ksp    = FsStageLinearSolver(stage);
  PetscBool direct = PETSC_FALSE, proved = PETSC_FALSE;

  PetscFunctionBeginUser;
  x->obstacle = run->sys->traits.linear ? "a linear model has one equilibrium only" : NULL;
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
  if (proved || !run->model->layout.nfree) {
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

/* Reports that the run has left an unstable equilibrium, by a warning if nodes have moved far and
   the user has not asked for a stable equilibrium. */
static PetscErrorCode ReportLeft(const StaticStability *x, const Run *run, PetscReal t, Vec before,
                                 Vec after)
{
  const PetscBool asked = (PetscBool)(x->options.stable == STABLE_ALWAYS);
  char            line[256], place[FS_PLACE_SIZE];
  PetscBool       far;
  PetscReal       move;

  PetscFunctionBeginUser;
  PetscCall(LargeMoveFind(run, before, after, PETSC_FALSE, &far, &move, place, sizeof place));
  PetscCall(PetscSNPrintf(
    line, sizeof line,
    "t = %.6g: %s is unstable, with %s%" PetscInt_FMT
    " negative eigenvalue%s of the stiffness; the run continues from a stable one with less "
    "energy",
    (double)t,
    asked ? "the equilibrium of the load steps" : "the first equilibrium, which is a guess,",
    x->more ? "at least " : "", x->negative, x->negative == 1 ? "" : "s"));
  if (far && !asked)
    PetscCall(PetscFPrintf(
      run->comm, stderr,
      "fsolve: warning: %s, in which %s has moved by %.3g m (the model's size is %.3g m): support "
      "or brace what can fall over (a plane model: -directions xz); -static_stable false keeps the "
      "unstable one\n",
      line, place, (double)move, (double)run->sys->scales.model_size));
  else if (!run->quiet)
    PetscCall(PetscPrintf(run->comm, "%s, in which %s has moved by %.3g m%s\n", line, place,
                          (double)move,
                          asked ? "" : " (-static_stable false keeps the unstable one)"));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Changes s from an unstable equilibrium to a stable one, and prints a line that names both. */
static PetscErrorCode Leave(StaticStability *x, const Run *run, FsStage stage,
                            const FsLoading *loading, FsState *s, FsStageInfo *info)
{
  Vec before;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->q, &before));
  PetscCall(VecCopy(s->q, before));
  PetscCall(GoDownhill(run, stage, loading, PETSC_TRUE, s, info));
  if (info->ok) {
    PetscCall(ReportLeft(x, run, s->t, before, s->q));
    x->negative = x->zero = 0; /* of the stable one */
    x->more               = PETSC_FALSE;
  }
  PetscCall(VecDestroy(&before));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool has_initial_displacement(Model model)
{
  for (PetscInt i = 0; i < model->ninitials; i++)
    for (int c = 0; c < COMPONENTS; c++)
      if (model->initial[i].displacement[c]) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Whether an equilibrium must be stable; guessed: see StaticStabilityCheck. */
static PetscBool must_be_stable(const StaticStability *x, const Run *run, PetscBool guessed)
{
  if (x->options.stable == STABLE_BY_NEED)
    return (PetscBool)(guessed && run->hold == FS_HOLD_NONE && !run->sys->traits.linear);
  return (PetscBool)(x->options.stable == STABLE_ALWAYS);
}

PetscErrorCode StaticStabilityCheck(StaticStability *x, const Run *run, FsStage stage,
                                    const FsLoading *loading, PetscInt linear, PetscBool guessed,
                                    PetscBool wanted, FsState *s, PetscBool *changed,
                                    FsStageInfo *info)
{
  const PetscBool must = must_be_stable(x, run, guessed);

  PetscFunctionBeginUser;
  *changed    = PETSC_FALSE;
  x->negative = -1;
  x->zero     = 0;
  if (wanted || must) PetscCall(Count(x, run, stage, loading, s, linear));
  if (guessed && !(x->negative > 0 && must) && !has_initial_displacement(run->model))
    PetscCall(LargeMoveWarnTrusses(run, s));
  if (x->negative <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (must && !x->obstacle) {
    *changed = PETSC_TRUE;
    PetscCall(Leave(x, run, stage, loading, s, info));
  } else if (x->options.stable == STABLE_ALWAYS) {
    info->ok     = PETSC_FALSE;
    info->reason = x->obstacle;
  }
  if (x->negative <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (!x->nunstable++) x->first = s->t;
  x->last = s->t;
  x->most = PetscMax(x->most, x->negative);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StaticStabilityWarn(const StaticStability *x, const Run *run, const char what[])
{
  char which[160], remedy[200];

  PetscFunctionBeginUser;
  if (!x->nunstable) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscSNPrintf(which, sizeof which, "%s at t = %.6g is unstable: its stiffness has",
                          what, (double)x->first));
  if (x->nunstable > 1)
    PetscCall(PetscSNPrintf(which, sizeof which,
                            "%" PetscInt_FMT " equilibria, from t = %.6g to t = %.6g, are "
                            "unstable: the stiffness has up to",
                            x->nunstable, (double)x->first, (double)x->last));
  if (x->obstacle)
    PetscCall(PetscSNPrintf(remedy, sizeof remedy, "nothing leads to a stable one, because %s",
                            x->obstacle));
  else
    PetscCall(PetscStrncpy(remedy,
                           "-static_stable true continues to a stable one, and -analysis path "
                           "shows where the structure buckles",
                           sizeof remedy));
  PetscCall(PetscFPrintf(
    run->comm, stderr, "fsolve: warning: %s %s%" PetscInt_FMT " negative eigenvalue%s; %s\n", which,
    x->more ? "at least " : "", x->most, x->most == 1 ? "" : "s", remedy));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StaticStabilityRescue(void *context, const FsLoading *loading, FsState *s,
                                     FsStageInfo *info)
{
  const StableStart *start = context;
  const Run         *run   = start->run;

  PetscFunctionBeginUser;
  info->ok = (PetscBool)!run->sys->traits.multiplier_dependent; /* friction has no energy */
  if (info->ok) PetscCall(GoDownhill(run, start->stage, loading, PETSC_FALSE, s, info));
  if (info->ok && !run->quiet)
    PetscCall(PetscPrintf(run->comm,
                          "t = %.6g: load steps do not lead to this equilibrium; the run went "
                          "downhill in the energy to a stable one (-static_stable false ends "
                          "here)\n",
                          (double)s->t));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StaticStabilityStart(StaticStability *x, Run *run, FsStage stage, PetscBool wanted,
                                    EquilibriumWay *way)
{
  const FsLoading loading = FsLoadingOfEquilibrium(1);
  const PetscBool stays = (PetscBool)(x->options.stable == STABLE_NEVER || run->sys->traits.linear);
  StableStart     start = {run, stage};
  const EquilibriumRescue rescue = {StaticStabilityRescue, &start};
  FsStageInfo             info   = {.ok = PETSC_TRUE};
  EquilibriumWay          found;
  PetscBool               guessed, changed;

  PetscFunctionBeginUser;
  PetscCall(EquilibriumFind(run->sys, stage, stays ? NULL : &rescue, &run->s, &found));
  if (way) *way = found;
  guessed = (PetscBool)(found == EQUILIBRIUM_REGULARIZED ||
                        (found == EQUILIBRIUM_STEPS && has_initial_displacement(run->model)));
  PetscCall(
    StaticStabilityCheck(x, run, stage, &loading, 0, guessed, wanted, &run->s, &changed, &info));
  PetscCheck(info.ok, run->comm, PETSC_ERR_NOT_CONVERGED,
             "the initial equilibrium is unstable, with %" PetscInt_FMT
             " negative eigenvalue%s: %s; -static_stable false accepts it",
             x->negative, x->negative == 1 ? "" : "s", info.reason);
  PetscFunctionReturn(PETSC_SUCCESS);
}
