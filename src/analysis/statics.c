/* statics.c: computes equilibria from -t_start to -t_end by load steps.
   t is the load factor of loads without a time function, see equilibrium.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "equilibrium.h"
#include "analysis/run/change_point_report.h"
#include "analysis/run/model_analysis.h"
#include "assembly/constraints/joint_results.h"

static const FsOptionDoc static_options[] = {
  {"-t_start, -t_end", "0, 1",
   "interval of the load factor t of a static analysis; it multiplies loads without a time "
   "function"                                                                                    },
  {"-dt",              "interval/10",
   "step of t; rows are at its multiples after -t_start, and at the ends of steps that were cut "
   "back; in linear models the whole interval"                                                   },
  {"-dt_min",          "dt/1024",           "shortest step when Newton's method fails"           },
  {"-dt_max",          "dt, else interval",
   "longest step, of several -dt, when Newton's method is fast; defaults to -dt if that is given"},
  {NULL,               NULL,                NULL                                                 }
};

enum { MAX_LOAD_STEPS = 1000000 };

typedef struct {
  LoadPath path;
  PetscInt newton, linear, failed; /* sums over the run */
} Statics;

static PetscErrorCode StepsFromOptions(FsOptions o, MPI_Comm comm, PetscBool linear,
                                       PetscReal interval, LoadPath *path)
{
  PetscBool set;

  PetscFunctionBeginUser;
  path->step = linear ? interval : interval / 10;
  PetscCall(FsOptionsPositive(o, "-dt", &path->step, &set));
  path->step     = PetscMin(path->step, interval);
  path->grid     = path->step;
  path->step_min = path->step / 1024;
  path->step_max = set ? path->step : interval; /* the path must hit all levels of a given -dt */
  PetscCall(FsOptionsPositive(o, "-dt_min", &path->step_min, NULL));
  PetscCall(FsOptionsPositive(o, "-dt_max", &path->step_max, NULL));
  PetscCheck(path->step_min <= path->step && path->step <= path->step_max, comm,
             PETSC_ERR_USER_INPUT,
             "-dt_min %.6g, -dt %.6g, -dt_max %.6g: each must be at most the next",
             (double)path->step_min, (double)path->step, (double)path->step_max);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LevelsFromOptions(FsOptions o, MPI_Comm comm, Run *run)
{
  PetscFunctionBeginUser;
  run->t_end = 1;
  PetscCall(FsOptionsReal(o, "-t_start", &run->t_start, NULL));
  PetscCall(FsOptionsReal(o, "-t_end", &run->t_end, NULL));
  PetscCheck(run->t_end > run->t_start, comm, PETSC_ERR_USER_INPUT,
             "-t_end %.6g must be after -t_start %.6g", (double)run->t_end, (double)run->t_start);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode LoadStep(Run *run, Statics *statics, FsStepInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(LoadPathStep(&statics->path, &run->s, info));
  statics->newton += info->solve.newton;
  statics->linear += info->solve.linear;
  statics->failed += info->failed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscBool has_initial_displacement(Model model)
{
  for (PetscInt i = 0; i < model->ninitials; i++)
    for (int c = 0; c < COMPONENTS; c++)
      if (model->initial[i].displacement[c]) return PETSC_TRUE;
  return PETSC_FALSE;
}

/* Finds the first equilibrium, which is the first row: that under the loads at t_start.

   Initial displacements without loads are not an equilibrium. They are a guess of the first one
   beyond t_start, for structures without initial stiffness or with several equilibria. */
static PetscErrorCode FindInitialEquilibrium(Run *run, Statics *statics)
{
  PetscBool  in_equilibrium, unloaded;
  FsStepInfo info;

  PetscFunctionBeginUser;
  PetscCall(
    EquilibriumCheckLoads(run->stage, &run->kind.loading, &run->s, &in_equilibrium, &unloaded));
  if (in_equilibrium) PetscFunctionReturn(PETSC_SUCCESS);
  if (run->sys->traits.linear || !unloaded || !has_initial_displacement(run->model)) {
    PetscCall(EquilibriumFind(run->sys, run->stage, &run->s));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(LoadStep(run, statics, &info));
  if (!info.solve.ok) PetscCall(LoadPathRaise(&statics->path, &info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Archive_Static(void *context, FsArchive a)
{
  Statics *statics = context;

  PetscFunctionBeginUser;
  PetscCall(LoadPathArchive(&statics->path, a));
  PetscCall(FsArchiveInt(a, "sum_newton", &statics->newton));
  PetscCall(FsArchiveInt(a, "sum_linear", &statics->linear));
  PetscCall(FsArchiveInt(a, "sum_failed", &statics->failed));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Static(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Statics  *statics = data;
  LoadPath *path    = &statics->path;
  RunKind   kind;

  PetscFunctionBeginUser;
  PetscCall(LevelsFromOptions(o, comm, run));
  kind = (RunKind){
    .dt                = (run->t_end - run->t_start) / 10,
    .friction_may_slip = PETSC_TRUE,
    .load_time         = "t",
    .loading           = FsLoadingOfEquilibrium(1),
    .output            = {.path = PETSC_TRUE, .solves = 1},
    .archive           = Archive_Static,
    .context           = statics
  };
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCheck(!run->model->assemble.velocities || run->model->assemble.positions, comm,
             PETSC_ERR_USER_INPUT,
             "-assemble velocities has no effect in a static analysis: nothing moves");
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  *path =
    (LoadPath){.sys = run->sys, .stage = run->stage, .level = run->t_start, .end = run->t_end};
  PetscCall(StepsFromOptions(o, comm, run->sys->traits.linear, run->t_end - run->t_start, path));
  PetscCall(RunAssemble(run));
  PetscCall(JointsCheckLaws(AssemblyOf(run->sys), &run->s));
  PetscCall(LoadPathSetUp(path));
  /* also evaluates formulas, so that those without a finite value raise their error before output
     exists */
  PetscCall(FindInitialEquilibrium(run, statics));
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscCall(RunRestore(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Static(Run *run, void *data, FsStepInfo *info)
{
  Statics  *statics = data;
  LoadPath *path    = &statics->path;
  PetscBool stop    = PETSC_FALSE;

  PetscFunctionBeginUser;
  while (info->solve.ok && !stop && path->level < run->t_end) {
    PetscCheck(run->step < MAX_LOAD_STEPS, run->comm, PETSC_ERR_NOT_CONVERGED,
               "t = %.6g of %.6g is reached after %d load steps, which is the limit; use longer "
               "steps (-dt, -dt_max)",
               (double)run->s.t, (double)run->t_end, (int)MAX_LOAD_STEPS);
    PetscCall(LoadStep(run, statics, info));
    if (!info->solve.ok) break;
    run->step++;
    PetscCall(RunAcceptAndRecord(run, info));
    if (info->solve.ok) PetscCall(RunPollInterrupt(run, &stop));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Static(const Run *run, const void *data)
{
  const Layout *l         = &run->model->layout;
  char          grows[96] = "";

  PetscFunctionBeginUser;
  (void)data;
  if (run->model->loads.time_used && run->t_end != 1)
    PetscCall(PetscSNPrintf(grows, sizeof grows,
                            " (loads without a time function end at %.6g times their values)",
                            (double)run->t_end));
  PetscCall(PetscPrintf(run->comm,
                        "static: load factor t from %.6g to %.6g%s, %" PetscInt_FMT " dofs, %s\n",
                        (double)run->t_start, (double)run->t_end, grows, l->nfree - l->nmultipliers,
                        FsStageSolverName(run->stage)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Static(const Run *run, const void *data)
{
  const Statics *statics    = data;
  char           linear[64] = "", points[64], saves[96];

  PetscFunctionBeginUser;
  if (FsStageIsIterative(run->stage))
    PetscCall(
      PetscSNPrintf(linear, sizeof linear, " and %" PetscInt_FMT " linear", statics->linear));
  PetscCall(ChangePointReportOthers(run, sizeof points, points));
  PetscCall(InterruptCheckpointCost(&run->interrupt, run->seconds, saves, sizeof saves));
  PetscCall(PetscPrintf(run->comm,
                        "done: %" PetscInt_FMT " load steps (%" PetscInt_FMT
                        " cut back)%s, %" PetscInt_FMT " Newton%s iterations, %.3g s%s\n",
                        run->step, statics->failed, points, statics->newton, linear,
                        (double)run->seconds, saves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Static(const Run *run, const void *data, const FsStepInfo *info)
{
  const Statics *statics = data;

  PetscFunctionBeginUser;
  (void)run;
  if (!info->solve.ok) PetscCall(LoadPathRaise(&statics->path, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Static(void *data)
{
  Statics *statics = data;

  PetscFunctionBeginUser;
  PetscCall(LoadPathDestroy(&statics->path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis static_model_analysis = {.size     = sizeof(Statics),
                                                    .setup    = SetUp_Static,
                                                    .announce = Announce_Static,
                                                    .steps    = Steps_Static,
                                                    .check    = Check_Static,
                                                    .conclude = Conclude_Static,
                                                    .destroy  = Destroy_Static};

const Analysis static_analysis = {.name    = "static",
                                  .title   = "Static analysis",
                                  .options = static_options,
                                  .model   = &static_model_analysis};
