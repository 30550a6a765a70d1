/* statics.c: computes equilibria from -t_start to -t_end by load steps.
   t is the load factor of loads without a time function, see equilibrium.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "analysis_options.h"
#include "equilibrium.h"
#include "analysis/combinations/combination_run.h"
#include "analysis/path/arc_steps.h"
#include "diagnosis/diagnosis.h"
#include "analysis/run/model_analysis.h"
#include "analysis/run/start/stable_equilibrium.h"
#include "assembly/constraints/joint_checks.h"
#include "model/loads/along/load_course.h"

enum { MAX_LOAD_STEPS = 1000000 };
/* Arc-length steps follow the path where load steps of this part of -dt fail. Load steps that are a
   few times shorter would also pass most of these places, but there would be many of them. If the
   user gives -dt, the path has an equilibrium at each multiple of it. Load steps are then tried
   down to -dt_min. */
static const PetscReal DIFFICULT = 1. / 16;

typedef struct {
  Run              *run;
  LoadPath          path;
  PetscInt          newton, linear, failed; /* sums over the run */
  StaticStability   stability;
  StableStart       start;
  EquilibriumRescue rescue;
  ArcSteps          arc; /* the steps where load steps fail */
  /* step_difficult: the shortest load step before arc-length steps are tried; 0: load steps are
     tried down to -dt_min first. arc_failed: the level at which arc-length steps last failed to
     start */
  PetscReal    step_difficult, arc_failed;
  OutputSeries series[1];
} Statics;

/* Counts the unstable directions of run->s if the options ask for it, and changes run->s to a
   stable equilibrium if it has to be one. first: it is the first equilibrium. */
static PetscErrorCode CheckStability(Run *run, Statics *statics, PetscBool first, FsStageInfo *info)
{
  const StaticCount count  = statics->stability.options.count;
  LoadPath         *path   = &statics->path;
  const PetscBool   last   = (PetscBool)(path->level >= path->end);
  const PetscBool   wanted = (PetscBool)(count == COUNT_ALL || (count == COUNT_LAST && last));
  const PetscBool guessed  = (PetscBool)(path->regularized || has_initial_displacement(run->model));
  PetscBool       changed;

  PetscFunctionBeginUser;
  PetscCall(StaticStabilityCheck(&statics->stability, run, run->stage, &run->kind.loading,
                                 statics->linear, (PetscBool)(first && guessed), wanted, &run->s,
                                 &changed, info));
  if (changed) path->last_step = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Raises the error of a step that failed. */
static PetscErrorCode RaiseFailure(const Run *run, const Statics *statics, const FsStepInfo *info)
{
  const StaticStability *x = &statics->stability;

  PetscFunctionBeginUser;
  if (statics->arc.active && statics->arc.nlimits)
    PetscCall(ArcStepsRaise(&statics->arc, run, &info->solve, statics->path.end));
  PetscCheck(!info->accepted, run->comm, PETSC_ERR_NOT_CONVERGED,
             "t = %.6g, step %" PetscInt_FMT ": the equilibrium is unstable, with %" PetscInt_FMT
             " negative eigenvalue%s of the stiffness, and %s; -static_stable false accepts it, "
             "-analysis path shows where it became unstable",
             (double)statics->path.level, run->step + 1, x->negative, x->negative == 1 ? "" : "s",
             info->solve.reason);
  PetscCall(LoadPathRaise(&statics->path, &run->s, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the shortest load step to try before arc-length steps. Within a step of the grid behind a
   place where they have failed, the shortest load steps of all come first. */
static PetscReal step_before_arc(const Statics *statics)
{
  const LoadPath *path = &statics->path;

  return path->level < statics->arc_failed + path->grid ? 0 : statics->step_difficult;
}

static PetscErrorCode LoadStep(Run *run, Statics *statics, FsStepInfo *info)
{
  const PetscBool first = (PetscBool)!statics->path.started;

  PetscFunctionBeginUser;
  statics->path.step_difficult = step_before_arc(statics);
  PetscCall(LoadPathStep(&statics->path, &run->s, info));
  if (info->solve.ok) PetscCall(CheckStability(run, statics, first, &info->solve));
  statics->newton += info->solve.newton;
  statics->linear += info->solve.linear;
  statics->failed += info->failed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes an arc-length step, and, if it ends just below the last load factor, the load step that
   leads there. */
static PetscErrorCode ArcStep(Run *run, Statics *statics, FsStepInfo *info)
{
  StaticStability *stability = &statics->stability;
  PetscBool        near;
  FsStepInfo       arc;

  PetscFunctionBeginUser;
  PetscCall(ArcStepsTake(&statics->arc, run, statics->path.end, info, &near));
  statics->newton += info->solve.newton;
  if (!info->solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  statics->path.started = PETSC_TRUE;
  stability->negative   = statics->arc.c.index;
  stability->zero       = 0;
  PetscCall(ArcStepsResume(&statics->arc, run, near, &statics->path));
  if (!near) PetscFunctionReturn(PETSC_SUCCESS);
  arc = *info;
  PetscCall(LoadStep(run, statics, info));
  info->dt += arc.dt;
  info->solve.newton += arc.solve.newton;
  statics->path.step      = statics->path.grid;
  statics->path.last_step = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a load step of any size down to the shortest, where arc-length steps have failed. tried:
   shorter than this, no step was tried. */
static PetscErrorCode ShortLoadStep(Run *run, Statics *statics, PetscReal tried, FsStepInfo *info)
{
  LoadPath *path = &statics->path;

  PetscFunctionBeginUser;
  statics->arc_failed = path->level;
  path->step          = PetscMax(path->step_min, PetscMin(path->step, tried));
  PetscCall(LoadStep(run, statics, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns whether arc-length steps may lead further than load steps that have failed. A run that
   must be stable goes downhill instead. */
static PetscBool may_take_arc_steps(const Statics *statics, const FsStepInfo *info)
{
  const LoadPath *path = &statics->path;

  return (PetscBool)(!info->solve.ok && !info->accepted && (path->started || path->jumped) &&
                     path->level > statics->arc_failed && !path->rescue_all &&
                     !info->solve.mechanism && !info->solve.unbalanced);
}

/* Takes an arc-length step where load steps have failed, or shorter load steps if that fails. */
static PetscErrorCode PassDifficulty(Run *run, Statics *statics, FsStepInfo *info)
{
  const PetscInt  failed = info->failed;
  const PetscReal tried  = step_before_arc(statics);
  PetscBool       started;
  FsStepInfo      arc = {.solve.ok = PETSC_FALSE};

  PetscFunctionBeginUser;
  PetscCall(ArcStepsStart(&statics->arc, run, info->dt, &started));
  if (started) PetscCall(ArcStep(run, statics, &arc));
  if (arc.solve.ok) *info = arc;
  else {
    PetscCall(ArcStepsCancel(&statics->arc)); /* a message is that of the load steps */
    statics->arc_failed = statics->path.level;
    if (tried > statics->path.step_min) PetscCall(ShortLoadStep(run, statics, tried, info));
  }
  if (info->solve.ok) info->failed += failed;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Takes a load step, or an arc-length step where load steps fail. */
static PetscErrorCode StaticStep(Run *run, Statics *statics, FsStepInfo *info)
{
  FsStepInfo load;

  PetscFunctionBeginUser;
  if (!statics->arc.active) {
    PetscCall(LoadStep(run, statics, info));
    if (may_take_arc_steps(statics, info)) PetscCall(PassDifficulty(run, statics, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(ArcStep(run, statics, info));
  if (info->solve.ok || !ArcStepsRise(&statics->arc)) PetscFunctionReturn(PETSC_SUCCESS);
  /* arc-length steps stop at a corner of the path, where short load steps may continue */
  statics->path.last_step = 0;
  LoadPathSetEnd(&statics->path, statics->path.end);
  PetscCall(ShortLoadStep(run, statics, statics->path.grid, &load));
  if (!load.solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm, "t = %.6g: load steps continue\n", (double)run->s.t));
  PetscCall(ArcStepsCancel(&statics->arc));
  *info = load;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether the equilibrium at t_start is one that load steps may start from.

   Without loads, a prestressed chain has no shape of its own: it contracts until nothing resists
   lateral motions, and load steps with the exact tangent do not reach that state. Its first
   equilibrium under loads is the one of the first step. */
static PetscErrorCode StartsLoadSteps(Run *run, EquilibriumWay way, PetscBool *starts)
{
  PetscBool balanced, unloaded = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (way == EQUILIBRIUM_REGULARIZED || way == EQUILIBRIUM_RESCUED)
    PetscCall(EquilibriumCheckLoads(run->sys, run->stage, &run->kind.loading, &run->s, &balanced,
                                    &unloaded));
  *starts = (PetscBool)(way != EQUILIBRIUM_GIVEN && !unloaded);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Finds the first equilibrium, which is the first row: that under the loads at t_start.

   Initial displacements without loads are not an equilibrium. They are a guess of the first one
   beyond t_start, for structures without initial stiffness or with several equilibria. */
static PetscErrorCode FindInitialEquilibrium(Run *run, Statics *statics)
{
  const PetscBool all      = (PetscBool)(statics->stability.options.count == COUNT_ALL);
  PetscBool       balanced = PETSC_FALSE, unloaded = PETSC_FALSE;
  EquilibriumWay  way;
  FsStepInfo      info;

  PetscFunctionBeginUser;
  if (!run->sys->traits.linear && has_initial_displacement(run->model))
    PetscCall(EquilibriumCheckLoads(run->sys, run->stage, &run->kind.loading, &run->s, &balanced,
                                    &unloaded));
  if (balanced || !unloaded) {
    PetscCall(StaticStabilityStart(&statics->stability, run, run->stage, all, &way));
    PetscCall(StartsLoadSteps(run, way, &statics->path.started));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(LoadStep(run, statics, &info));
  if (!info.solve.ok) PetscCall(RaiseFailure(run, statics, &info));
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
  PetscCall(FsArchiveReals(a, "arc_failed", 1, &statics->arc_failed));
  PetscCall(ArcStepsArchive(&statics->arc, statics->run, a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Static(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Statics      *statics = data;
  LoadPath     *path    = &statics->path;
  StaticOptions options;
  RunKind       kind;
  PetscInt      nsteps; /* that loads which move need */

  PetscFunctionBeginUser;
  PetscCall(ReadStaticOptions(o, comm, &options));
  run->t_start = options.t_start;
  run->t_end   = options.t_end;
  PetscCall(StaticStabilityCreate(&options.stability, &statics->stability));
  statics->run         = run;
  statics->arc.allowed = options.arc;
  statics->series[0]   = (OutputSeries){"stability_index", 0, NULL, &statics->stability.negative};
  kind                 = (RunKind){
                    .without_mass      = PETSC_TRUE,
                    .dt                = (run->t_end - run->t_start) / 10,
                    .friction_may_slip = PETSC_TRUE,
                    .forces_alone      = PETSC_TRUE,
                    .load_time         = "t",
                    .loading           = FsLoadingOfEquilibrium(1),
                    .output            = {.path    = PETSC_TRUE,
                                          .solves  = 1,
                                          .nseries = PETSC_STATIC_ARRAY_LENGTH(statics->series),
                                          .series  = statics->series},
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
  statics->start  = (StableStart){run, run->stage};
  statics->rescue = (EquilibriumRescue){StaticStabilityRescue, &statics->start};
  if (options.stability.stable != STABLE_NEVER) path->rescue = &statics->rescue;
  path->rescue_all = (PetscBool)(options.stability.stable == STABLE_ALWAYS);
  PetscCall(MovingLoadsCountSteps(run->model, run->t_start, run->t_end, &nsteps));
  PetscCall(ReadStaticSteps(o, comm, run->sys->traits.linear, nsteps, &options));
  path->step = path->grid = options.step;
  statics->arc_failed     = run->t_start - 2 * options.step;
  path->step_min          = options.step_min;
  path->step_max          = options.step_max;
  if (options.step_max > options.step && !path->rescue_all && ArcStepsMayStart(&statics->arc, run))
    statics->step_difficult = DIFFICULT * options.step;
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
  if (path->end != run->control.t_stop) LoadPathSetEnd(path, run->control.t_stop);
  while (info->solve.ok && !stop && path->level < path->end) {
    PetscCheck(run->step < MAX_LOAD_STEPS, run->comm, PETSC_ERR_NOT_CONVERGED,
               "t = %.6g of %.6g is reached after %d load steps, which is the limit; use longer "
               "steps (-dt, -dt_max)",
               (double)run->s.t, (double)run->t_end, (int)MAX_LOAD_STEPS);
    PetscCall(StaticStep(run, statics, info));
    if (!info->solve.ok) {
      if (info->accepted) /* the way to a stable state is not recorded */
        recording_leave_out_last(&run->recording);
      break;
    }
    run->step++;
    PetscCall(RunAcceptAndRecord(run, info));
    if (info->solve.ok) PetscCall(RunPollInterrupt(run, &stop));
  }
  if (!info->solve.ok || path->level >= run->t_end)
    PetscCall(CriticalPointListWrite(&statics->arc.critical_points, run));
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

/* Writes the numbers of the last count into text. */
static PetscErrorCode DescribeCount(const StaticStability *x, size_t size, char text[])
{
  char zero[48] = "";

  PetscFunctionBeginUser;
  if (x->zero > 0)
    PetscCall(PetscSNPrintf(zero, sizeof zero, " and %" PetscInt_FMT " zero", x->zero));
  if (x->negative >= 0)
    PetscCall(PetscSNPrintf(text, size, "%s%" PetscInt_FMT " negative%s eigenvalue%s",
                            x->more ? "at least " : "", x->negative, zero,
                            x->negative + x->zero == 1 ? "" : "s"));
  else PetscCall(PetscSNPrintf(text, size, "negative eigenvalues not counted (%s)", x->unknown));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Static(const Run *run, const void *data)
{
  const Statics *statics    = data;
  char           linear[64] = "", points[64], count[160], saves[96], arc[64] = "";

  PetscFunctionBeginUser;
  if (FsStageIsIterative(run->stage))
    PetscCall(
      PetscSNPrintf(linear, sizeof linear, " and %" PetscInt_FMT " linear", statics->linear));
  if (statics->arc.sum)
    PetscCall(
      PetscSNPrintf(arc, sizeof arc, ", %" PetscInt_FMT " arc-length steps", statics->arc.sum));
  PetscCall(ChangePointReportOthers(run->stage, sizeof points, points));
  PetscCall(DescribeCount(&statics->stability, sizeof count, count));
  PetscCall(
    InterruptCheckpointCost(&run->control.interrupt, run->recording.seconds, saves, sizeof saves));
  PetscCall(PetscPrintf(run->comm,
                        "done: %" PetscInt_FMT " load steps (%" PetscInt_FMT
                        " cut back)%s%s, %" PetscInt_FMT " Newton%s iterations, %s, %.3g s%s\n",
                        run->step - statics->arc.sum, statics->failed, arc, points, statics->newton,
                        linear, count, (double)run->recording.seconds, saves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Static(const Run *run, const void *data, const FsStepInfo *info)
{
  const Statics *statics = data;

  PetscFunctionBeginUser;
  PetscCall(StaticStabilityWarn(&statics->stability, run, "the equilibrium"));
  if (!info->solve.ok) PetscCall(RaiseFailure(run, statics, info));
  PetscCall(ArcStepsWarn(&statics->arc, run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Static(void *data)
{
  Statics *statics = data;

  PetscFunctionBeginUser;
  PetscCall(ArcStepsDestroy(&statics->arc));
  PetscCall(LoadPathDestroy(&statics->path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis static_model_analysis = {.size     = sizeof(Statics),
                                                    .by_time  = PETSC_TRUE,
                                                    .setup    = SetUp_Static,
                                                    .announce = Announce_Static,
                                                    .steps    = Steps_Static,
                                                    .check    = Check_Static,
                                                    .conclude = Conclude_Static,
                                                    .destroy  = Destroy_Static};

static PetscErrorCode ChooseStatic(FsOptions o, const ModelAnalysis **model)
{
  PetscBool combines;

  PetscFunctionBeginUser;
  PetscCall(CombinesLoadCases(o, &combines));
  *model = combines ? &combination_model_analysis : &static_model_analysis;
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Analysis static_analysis = {
  .name = "static", .title = "Static analysis", .options = static_options, .choose = ChooseStatic};
