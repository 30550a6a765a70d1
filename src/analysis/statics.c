/* statics.c: static analysis: equilibria from -t_start to -t_end, t being the load factor of loads without a time
   function (equilibrium.h). */
#include "analysis.h"
#include "equilibrium.h"
#include "run.h"
#include "input/profile.h"

static const FsOptionDoc static_options[] = {
  {"-t_start, -t_end", "0, 1",
   "interval of the load factor t of a static analysis; loads without a time of their own are multiplied by it"},
  {"-dt",              "interval/10",       "first step of t; in linear models all of the interval"            },
  {"-dt_min, -dt_max", "dt/1024, interval",
   "shortest and longest step: shorter ones where Newton's method fails, longer ones where it is fast"         },
  {NULL,               NULL,                NULL                                                               }
};

enum { MOST_STEPS = 1000000 };

typedef struct {
  Path     path;
  PetscInt newton, failed; /* sums over the run */
} Statics;

static PetscErrorCode StepsFromOptions(FsOptions o, MPI_Comm comm, PetscBool linear, PetscReal interval, Path *path)
{
  PetscFunctionBeginUser;
  path->step     = linear ? interval : interval / 10;
  path->step_max = interval;
  PetscCall(FsOptionsPositive(o, "-dt", &path->step, NULL));
  path->step     = PetscMin(path->step, interval);
  path->step_min = path->step / 1024;
  PetscCall(FsOptionsPositive(o, "-dt_min", &path->step_min, NULL));
  PetscCall(FsOptionsPositive(o, "-dt_max", &path->step_max, NULL));
  PetscCheck(path->step_min <= path->step && path->step <= path->step_max, comm, PETSC_ERR_USER_INPUT,
             "-dt_min %.6g, -dt %.6g, -dt_max %.6g: each must be at most the next", (double)path->step_min,
             (double)path->step, (double)path->step_max);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: initial velocities, which have no effect here. */
static PetscErrorCode RefuseVelocities(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->ninitials; i++)
    for (int c = 0; c < COMPONENTS; c++)
      PetscCheck(!model->initial[i].velocity[c], model->comm, PETSC_ERR_USER_INPUT,
                 "%s has no effect in a static analysis; remove it", ExpressionOption(model->initial[i].velocity[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode TimesFromOptions(FsOptions o, MPI_Comm comm, Run *run)
{
  PetscBool start;

  PetscFunctionBeginUser;
  run->t_end = 1;
  /* an option of transient analyses: read, so that it is no unused option; nothing more to do */
  PetscCall(FsOptionsBool(o, "-initial_static", &start, NULL));
  PetscCall(FsOptionsReal(o, "-t_start", &run->t_start, NULL));
  PetscCall(FsOptionsReal(o, "-t_end", &run->t_end, NULL));
  PetscCheck(run->t_end > run->t_start, comm, PETSC_ERR_USER_INPUT, "-t_end %.6g must be after -t_start %.6g",
             (double)run->t_end, (double)run->t_start);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp(FsOptions o, MPI_Comm comm, Run *run, Statics *statics)
{
  const FsRows rows = {FS_CONSTRAINT_POSITION, 1, 1};
  Path        *path = &statics->path;
  RunKind      kind;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_SETUP));
  PetscCall(TimesFromOptions(o, comm, run));
  kind = (RunKind){
    .dt        = (run->t_end - run->t_start) / 10,
    .load_time = "t",
    .loading   = FsLoadingOfEquilibrium(1),
    .output    = {.path = PETSC_TRUE, .solves = 1}
  };
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCheck(!run->model->assemble_velocities || run->model->assemble_positions, comm, PETSC_ERR_USER_INPUT,
             "-assemble velocities has no effect in a static analysis: nothing moves");
  PetscCall(RefuseVelocities(run->model));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  *path = (Path){.sys = run->sys, .stage = run->stage, .end = run->t_end};
  PetscCall(StepsFromOptions(o, comm, run->sys->linear, run->t_end - run->t_start, path));
  PetscCall(FsStageAssemblePositions(run->stage, run->model->assemble_positions, &run->s));
  PetscCall(PathSetUp(path));
  /* one evaluation, so that formulas without a finite value are refused before anything is written */
  PetscCall(FsSystemResidual(run->sys, &run->s, &run->kind.loading, &rows, path->last));
  PetscCall(RunReady(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The state at t_start is recorded as it is given, without equilibrium; the first step finds equilibrium beyond
   it. */
static PetscErrorCode Steps(Run *run, void *context, FsStepInfo *info)
{
  Statics  *statics = context;
  PetscReal level   = run->t_start;

  PetscFunctionBeginUser;
  while (info->solve.ok && level < run->t_end) {
    PetscCheck(run->step < MOST_STEPS, run->comm, PETSC_ERR_NOT_CONVERGED,
               "t = %.6g of %.6g is reached after %d load steps, and no more are taken: let them be longer (-dt, "
               "-dt_max)",
               (double)run->s.t, (double)run->t_end, (int)MOST_STEPS);
    PetscCall(PathStep(&statics->path, &level, &run->s, info));
    statics->newton += info->solve.newton;
    statics->failed += info->failed;
    if (!info->solve.ok) break;
    run->step++;
    PetscCall(RunTake(run, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce(const Run *run)
{
  const Layout *l = &run->model->layout;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(run->comm, "static: load factor t from %.6g to %.6g, %" PetscInt_FMT " dofs, %s\n",
                        (double)run->t_start, (double)run->t_end, l->nfree - l->nmultipliers,
                        FsStageSolverName(run->stage)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude(const Run *run, const Statics *statics)
{
  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(run->comm,
                        "done: %" PetscInt_FMT " load steps (%" PetscInt_FMT " cut back), %" PetscInt_FMT
                        " Newton iterations, %.3g s\n",
                        run->step, statics->failed, statics->newton, (double)run->seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AnalysisStatic(FsOptions o, MPI_Comm comm)
{
  Statics    statics = {.newton = 0};
  Run        run     = {.step = 0};
  FsStepInfo info;

  PetscFunctionBeginUser;
  PetscCall(SetUp(o, comm, &run, &statics));
  if (!run.quiet) PetscCall(Announce(&run));
  PetscCall(RunLoop(&run, Steps, &statics, &info));
  if (!info.solve.ok) PetscCall(PathRaise(&statics.path, "t =", run.s.t, &info));
  if (!run.quiet) PetscCall(Conclude(&run, &statics));
  PetscCall(PathDestroy(&statics.path));
  PetscCall(RunDestroy(&run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Analysis static_analysis = {
  .name = "static", .title = "Static analysis", .options = static_options, .run = AnalysisStatic};
