/* statics.c: equilibrium paths: load steps with Newton's method, whose size follows its iterations. */
#include <petsctime.h>
#include "analysis.h"
#include "profile.h"

const OptionDoc static_options[] = {
  {"-t_start, -t_end", "0, 1",
   "interval of the load factor t of a static analysis; loads without a time of their own are multiplied by it"    },
  {"-dt",              "interval/10",       "first step of t; in linear models all of the interval"                },
  {"-dt_min, -dt_max", "dt/1024, interval",
   "shortest and longest step: shorter ones where Newton's method fails, longer ones where it is fast"             },
  {"-initial_static",  "false",             "begin a transient analysis in equilibrium under the loads at -t_start"},
  {NULL,               NULL,                NULL                                                                   }
};

static const PetscReal CUT_BACK = 0.25, GROW = 1.5, ROUND_OFF = 1e-9; /* of a step: an end that is so near is reached */
enum { FAST = 6, MOST_STEPS = 1000000 };                              /* Newton iterations of a step that was easy */

/* What is followed: t, or the factor of all loads at a fixed t. */
typedef struct {
  System    sys;
  Stage     stage;
  PetscBool factor;
  PetscReal end, step, step_min, step_max;
  State     trial;
  Vec       last;      /* change of q over the last step (of rotations: in body axes), */
  PetscReal last_step; /* and its size; 0: none */
} Path;

static PetscErrorCode StepsFromOptions(Options o, MPI_Comm comm, PetscBool linear, PetscReal interval, Path *path)
{
  PetscFunctionBeginUser;
  path->step     = linear ? interval : interval / 10;
  path->step_max = interval;
  PetscCall(OptionsPositive(o, "-dt", &path->step, NULL));
  path->step     = PetscMin(path->step, interval);
  path->step_min = path->step / 1024;
  PetscCall(OptionsPositive(o, "-dt_min", &path->step_min, NULL));
  PetscCall(OptionsPositive(o, "-dt_max", &path->step_max, NULL));
  PetscCheck(path->step_min <= path->step && path->step <= path->step_max, comm, PETSC_ERR_USER_INPUT,
             "-dt_min %.6g, -dt %.6g, -dt_max %.6g: each must be at most the next", (double)path->step_min,
             (double)path->step, (double)path->step_max);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PathSetUp(Path *path)
{
  PetscFunctionBeginUser;
  PetscCall(SystemStateCreate(path->sys, &path->trial));
  PetscCall(VecDuplicate(path->sys->vec, &path->last));
  PetscCall(StageSetUp(path->stage, (Line){1, 0, 0}));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode PathDestroy(Path *path)
{
  PetscFunctionBeginUser;
  PetscCall(SystemStateDestroy(&path->trial));
  PetscCall(VecDestroy(&path->last));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Equilibrium at a level, step beyond the last one, from the state s extrapolated; with full Newton steps, or, where
   they fail, with a line search. s moves if info->ok. */
static PetscErrorCode Equilibrium(Path *path, PetscReal level, PetscReal step, State *s, StageInfo *info)
{
  const PetscReal t     = path->factor ? s->t : level;
  State          *trial = &path->trial;

  PetscFunctionBeginUser;
  if (path->factor) SystemSetLoadFactor(path->sys, level);
  for (int search = 0; search < (path->sys->linear ? 1 : 2); search++) {
    PetscInt newton = search ? info->newton : 0, linear = search ? info->linear : 0;

    *info = (StageInfo){.ok = PETSC_TRUE, .newton = newton, .linear = linear};
    PetscCall(VecCopy(s->q, trial->q));
    if (path->last_step > 0) PetscCall(VecAXPY(trial->q, step / path->last_step, path->last));
    PetscCall(VecZeroEntries(trial->v));
    PetscCall(VecCopy(s->a, trial->a)); /* zero but for the multipliers of joints */
    PetscCall(StageSetStatic(path->stage, (PetscBool)search));
    PetscCall(StageSolveStatic(path->stage, t, trial->q, trial->v, trial->a, info));
    if (info->ok) PetscCall(StageCheckSides(path->stage, t, trial->q, info));
    if (info->ok) break;
  }
  if (!info->ok) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecWAXPY(path->last, -1, s->q, trial->q));
  PetscCall(VecCopy(trial->q, s->q));
  PetscCall(VecCopy(trial->a, s->a));
  path->last_step = step;
  s->t            = t;
  PetscCall(SystemStart(path->sys, s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One step from *level towards the end: as long as Newton's method likes. */
static PetscErrorCode Step(Path *path, PetscReal *level, State *s, StepInfo *info)
{
  PetscReal start = *level;

  PetscFunctionBeginUser;
  *info = (StepInfo){.failed = 0};
  for (;;) {
    const PetscBool last = (PetscBool)(start + path->step * (1 + ROUND_OFF) >= path->end);

    *level   = last ? path->end : start + path->step;
    info->dt = *level - start;
    PetscCall(Equilibrium(path, *level, info->dt, s, &info->solve));
    if (info->solve.ok || path->step * CUT_BACK < path->step_min * (1 - ROUND_OFF)) break;
    path->step = CUT_BACK * info->dt;
    info->failed++;
  }
  info->accepted = info->solve.ok;
  if (!info->solve.ok) *level = start;
  else if (!info->failed && info->solve.newton <= FAST) path->step = PetscMin(GROW * path->step, path->step_max);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Raise(const Path *path, const char what[], PetscReal level, const StepInfo *info)
{
  const StageInfo *solve = &info->solve;

  PetscFunctionBeginUser;
  SETERRQ(path->sys->comm, PETSC_ERR_NOT_CONVERGED,
          "no equilibrium beyond %s %.6g with steps down to %.3g (-dt_min): %s%s%s; the structure may buckle there or "
          "be a mechanism (flat membranes and cables need a prestress)",
          what, (double)level, (double)path->step, solve->reason, solve->place[0] ? "; largest residual at " : "",
          solve->place);
}

PetscErrorCode StaticStart(Options o, System sys, State *s)
{
  Path      path   = {.sys = sys, .factor = PETSC_TRUE, .end = 1};
  PetscReal level  = 0;
  PetscBool wanted = PETSC_FALSE;
  StepInfo  info;

  PetscFunctionBeginUser;
  PetscCall(OptionsBool(o, "-initial_static", &wanted, NULL));
  if (!wanted) PetscFunctionReturn(PETSC_SUCCESS);
  path.step     = sys->linear ? 1 : 0.1;
  path.step_min = path.step / 1024;
  path.step_max = 1;
  SystemSetStatic(sys, PETSC_TRUE);
  PetscCall(StageCreate(sys, &path.stage));
  PetscCall(PathSetUp(&path));
  PetscCall(VecZeroEntries(s->a));
  while (level < 1) {
    PetscCall(Step(&path, &level, s, &info));
    if (!info.solve.ok) PetscCall(Raise(&path, "the load factor", level, &info));
  }
  PetscCall(PathDestroy(&path));
  PetscCall(StageDestroy(&path.stage));
  SystemSetStatic(sys, PETSC_FALSE);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the analysis ---- */

typedef struct {
  Model       model;
  System      sys;
  Stage       stage;
  Output      output;
  EnergyMeter meter;
  State       s;
  Path        path;
  PetscReal   t_start, t_end;
  PetscInt    step, newton, failed;
} Run;

/* What would have no effect. */
static PetscErrorCode RefuseVelocities(Model model)
{
  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < model->ninitials; i++)
    for (int c = 0; c < COMPONENTS; c++)
      PetscCheck(!model->initial[i].velocity[c], model->comm, PETSC_ERR_USER_INPUT,
                 "%s has no effect in a static analysis; remove it", ExpressionOption(model->initial[i].velocity[c]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp(Options o, MPI_Comm comm, Run *run)
{
  PetscBool start;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_SETUP));
  run->t_end = 1;
  PetscCall(OptionsBool(o, "-initial_static", &start, NULL)); /* of a transient analysis; nothing more to do here */
  PetscCall(OptionsReal(o, "-t_start", &run->t_start, NULL));
  PetscCall(OptionsReal(o, "-t_end", &run->t_end, NULL));
  PetscCheck(run->t_end > run->t_start, comm, PETSC_ERR_USER_INPUT, "-t_end %.6g must be after -t_start %.6g",
             (double)run->t_end, (double)run->t_start);
  PetscCall(ModelCreate(o, comm, (run->t_end - run->t_start) / 10, "t", &run->model));
  PetscCheck(!run->model->assemble_velocities || run->model->assemble_positions, comm, PETSC_ERR_USER_INPUT,
             "-assemble velocities has no effect in a static analysis: nothing moves");
  PetscCall(SystemCreateFE(o, run->model, &run->sys));
  SystemSetStatic(run->sys, PETSC_TRUE);
  PetscCall(OutputCreate(o, run->model, (OutputKind){.linear = run->sys->linear, .path = PETSC_TRUE, .solves = 1},
                         &run->output));
  run->path = (Path){.sys = run->sys, .end = run->t_end};
  PetscCall(StepsFromOptions(o, comm, run->sys->linear, run->t_end - run->t_start, &run->path));
  PetscCall(StageCreate(run->sys, &run->stage));
  run->path.stage = run->stage;
  PetscCall(SystemStateCreate(run->sys, &run->s));
  run->s.t = run->t_start;
  PetscCall(RefuseVelocities(run->model));
  PetscCall(ModelInitialState(run->model, &run->s));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(VecZeroEntries(run->s.a));
  PetscCall(SystemStart(run->sys, &run->s));
  PetscCall(StageAssemblePositions(run->stage, run->model->assemble_positions, &run->s));
  PetscCall(PathSetUp(&run->path));
  /* formulas without a value speak up before anything is written */
  PetscCall(SystemResidual(run->sys, run->t_start, run->s.q, run->s.v, run->s.a, run->path.last));
  PetscCall(EnergyMeterCreate(run->sys, &run->meter));
  PetscCall(OptionsCheckUnused(o));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Record(Run *run, const StepInfo *info)
{
  Energy energy = {0};

  PetscFunctionBeginUser;
  if (OutputWantsEnergies(run->output)) PetscCall(EnergyMeterRead(run->meter, &run->s, &energy));
  PetscCall(OutputStep(run->output, run->step, &run->s, &energy, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Loop(Run *run, StepInfo *info)
{
  PetscReal level = run->t_start;

  PetscFunctionBeginUser;
  *info = (StepInfo){.solve.ok = PETSC_TRUE};
  PetscCall(Record(run, info)); /* unloaded; at t_start > 0 the first step finds equilibrium there and beyond */
  while (info->solve.ok && level < run->t_end && run->step < MOST_STEPS) {
    PetscCall(Step(&run->path, &level, &run->s, info));
    run->newton += info->solve.newton;
    run->failed += info->failed;
    if (!info->solve.ok) break;
    run->step++;
    PetscCall(Record(run, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Clean(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(OutputDestroy(&run->output));
  PetscCall(EnergyMeterDestroy(&run->meter));
  PetscCall(SystemStateDestroy(&run->s));
  PetscCall(PathDestroy(&run->path));
  PetscCall(StageDestroy(&run->stage));
  PetscCall(SystemDestroy(&run->sys));
  PetscCall(ModelDestroy(&run->model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode AnalysisStatic(Options o, MPI_Comm comm)
{
  Run            run = {0};
  StepInfo       info;
  PetscBool      quiet = PETSC_FALSE;
  PetscLogDouble started, ended;
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  PetscCall(OptionsBool(o, "-quiet", &quiet, NULL));
  PetscCall(SetUp(o, comm, &run));
  if (!quiet)
    PetscCall(PetscPrintf(comm, "static: load factor t from %.6g to %.6g, %" PetscInt_FMT " dofs, %s\n",
                          (double)run.t_start, (double)run.t_end,
                          run.model->layout.nfree - run.model->layout.nmultipliers, StageSolverName(run.stage)));
  PetscCall(OutputOpen(run.output, run.t_start, run.t_end));
  PetscCall(PetscTime(&started));
  PetscCall(PhaseBegin(PHASE_STEPPING));
  ierr = Loop(&run, &info);
  PetscCall(PhaseEnd());
  PetscCall(PetscTime(&ended));
  if (!ierr || (!ErrorMustAbort() && ErrorExitStatus(ierr) != FS_EXIT_BUG))
    PetscCall(OutputClose(run.output, run.step, &run.s, ended - started));
  PetscCall(ierr);
  if (!info.solve.ok) PetscCall(Raise(&run.path, "t =", run.s.t, &info));
  if (!quiet)
    PetscCall(PetscPrintf(comm,
                          "done: %" PetscInt_FMT " load steps (%" PetscInt_FMT " cut back), %" PetscInt_FMT
                          " Newton iterations, %.3g s\n",
                          run.step, run.failed, run.newton, ended - started));
  PetscCall(Clean(&run));
  PetscFunctionReturn(PETSC_SUCCESS);
}
