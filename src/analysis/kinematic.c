/* kinematic.c: kinematic analysis: drivers of joints prescribe all motion; what it takes to move so, the reactions and the efforts
   of the drivers, follows (inverse dynamics). Nothing is integrated: each state is exact for itself. Begin with Steps. */
#include "analysis.h"
#include "analysis/run/unused_motion_options.h"
#include "analysis/run/run.h"
#include "analysis/run/time_grid.h"
#include "base/profile.h"

static const FsOptionDoc kinematic_options[] = {
  {"-dt_min", "dt/1024",
   "shortest way from one state to the next, where positions are found only near the last ones"},
  {NULL,      NULL,      NULL                                                                  }
};

typedef struct {
  Run      *run; /* borrowed */
  TimeGrid  grid;
  PetscReal dt_min;       /* [s] */
  FsState   next;         /* scratch: the state of an attempt */
  PetscInt  newton, cut;  /* sums over the run */
  char      ignored[512]; /* names of options that have no use here */
} Kinematic;

static PetscErrorCode Archive_Kinematic(void *context, FsArchive a)
{
  Kinematic *x   = context;
  Run       *run = x->run;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "t_start", 1, &run->t_start));
  PetscCall(FsArchiveReals(a, "dt", 1, &x->grid.dt));
  PetscCall(FsArchiveInt(a, "sum_newton", &x->newton));
  PetscCall(FsArchiveInt(a, "sum_cut", &x->cut));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- what can be driven ------------------------------------------------------------------------------------------ */

/* The first part that bends or stretches; NULL: none. */
static const char *flexible_part(Model model)
{
  for (PetscInt b = 0; b < model->nparts; b++) {
    const Block *block = &model->block[b];

    if (block->kernel->type->scale && block->kernel->type->scale(block->prop).speed > 0)
      return block->part;
  }
  return NULL;
}

/* Input error: the drivers leave ways to move. */
static PetscErrorCode CheckDriven(const Run *run)
{
  const char *flexible = flexible_part(run->model);
  PetscInt    mobility, driven;
  char        names[512], remaining[64];

  PetscFunctionBeginUser;
  PetscCall(FsStageGetMobility(run->stage, &mobility));
  if (mobility <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!flexible, run->comm, PETSC_ERR_USER_INPUT,
             "-analysis kinematic is for rigid bodies, all of whose motion joints prescribe: part "
             "'%s' is flexible, and "
             "%" PetscInt_FMT " ways to move are left; take -analysis transient, or bodies",
             flexible, mobility);
  PetscCall(PetscSNPrintf(
    remaining, sizeof remaining,
    mobility > 1 ? "%" PetscInt_FMT " ways to move are left" : "a way to move is left", mobility));
  PetscCall(FsStageSuggestDrivers(run->stage, &run->s, names, sizeof names, &driven));
  PetscCheck(driven >= mobility, run->comm, PETSC_ERR_USER_INPUT,
             "-analysis kinematic needs drivers of all motion: %s, of which joints could drive "
             "%" PetscInt_FMT "%s%s; add joints and supports, or take -analysis transient",
             remaining, driven, driven ? ": " : "", names);
  SETERRQ(run->comm, PETSC_ERR_USER_INPUT,
          "-analysis kinematic needs drivers of all motion: %s; drive %s (-joint_<name>_angle, "
          "_displacement, ...), or take "
          "-analysis transient",
          remaining, names);
}

/* ---- states ------------------------------------------------------------------------------------------------------ */

/* next = the state at t, from where the last one and its rates lead to. */
static PetscErrorCode Predict_Kinematic(Kinematic *x, PetscReal t)
{
  const FsState  *s  = &x->run->s;
  const PetscReal dt = t - s->t;

  PetscFunctionBeginUser;
  x->next.t = t;
  PetscCall(VecWAXPY(x->next.v, dt, s->a, s->v));
  PetscCall(VecCopy(s->q, x->next.q));
  PetscCall(VecAXPY(x->next.q, dt, s->v));
  PetscCall(VecAXPY(x->next.q, dt * dt / 2, s->a));
  /* what has no mass in the entries of multipliers: q and v have no meaning there */
  PetscCall(x->run->sys->constraints->add_multipliers(x->run->sys, -1, x->next.q, x->next.q));
  PetscCall(x->run->sys->constraints->add_multipliers(x->run->sys, -1, x->next.v, x->next.v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* s becomes the state next; the chart moves there. */
static PetscErrorCode Accept_Kinematic(Kinematic *x)
{
  FsState *const states[] = {&x->next};
  FsState       *s        = &x->run->s;

  PetscFunctionBeginUser;
  PetscCall(FsStageReselectRedundantRows(x->run->stage, &x->next));
  PetscCall(FsSystemAccept(x->run->sys, &x->next, 1, states));
  s->t = x->next.t;
  PetscCall(VecCopy(x->next.q, s->q));
  PetscCall(VecCopy(x->next.v, s->v));
  PetscCall(VecCopy(x->next.a, s->a));
  if (s->qd != s->v) PetscCall(VecCopy(s->v, s->qd)); /* where rotations of the chart are 0 */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* To t, in several shorter ways where positions are not found at once; info->ok false: they end before. */
static PetscErrorCode Advance_Kinematic(Kinematic *x, PetscReal t, FsStepInfo *info)
{
  const PetscReal tolerance = 1e-9; /* of the step */
  Run            *run       = x->run;
  PetscReal       substep   = t - run->s.t;

  PetscFunctionBeginUser;
  *info = (FsStepInfo){.dt = t - run->s.t};
  while (run->s.t < t) {
    info->solve.ok     = PETSC_TRUE;
    info->solve.stages = 0;
    PetscCall(
      Predict_Kinematic(x, run->s.t + substep < t - tolerance * info->dt ? run->s.t + substep : t));
    PetscCall(FsStageSolveKinematic(run->stage, &x->next, &info->solve));
    if (info->solve.ok) PetscCall(Accept_Kinematic(x));
    else if (substep / 2 < x->dt_min) PetscFunctionReturn(PETSC_SUCCESS);
    else {
      substep /= 2;
      info->failed++;
    }
  }
  info->accepted = 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Steps_Kinematic(Run *run, void *context, FsStepInfo *info)
{
  Kinematic *x    = context;
  PetscBool  stop = PETSC_FALSE;

  PetscFunctionBeginUser;
  while (info->solve.ok && !stop && run->s.t < run->t_end) {
    PetscCall(Advance_Kinematic(x, next_grid_time(run, x->grid.dt), info));
    x->newton += info->solve.newton;
    x->cut += info->failed;
    if (!info->solve.ok) break;
    run->step++;
    PetscCall(RunAcceptAndRecord(run, info));
    if (info->solve.ok) PetscCall(RunPollInterrupt(run, &stop));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

/* The first state. */
static PetscErrorCode InitializeState(Run *run)
{
  FsStageInfo info = {.ok = PETSC_TRUE};

  PetscFunctionBeginUser;
  PetscCall(ModelCheckLaws(run->model, run->s.t, run->s.q, run->s.v));
  PetscCall(RunAssemble(run));
  PetscCall(CheckDriven(run));
  PetscCall(FsStageSetUp(run->stage, fs_equilibrium_shift, NULL));
  PetscCall(VecZeroEntries(run->s.v));
  PetscCall(FsStageSolveKinematic(run->stage, &run->s, &info));
  PetscCheck(info.ok, run->comm, PETSC_ERR_NOT_CONVERGED, "t = %.6g: %s%s", (double)run->s.t,
             info.reason, info.place);
  if (run->s.qd != run->s.v) PetscCall(VecCopy(run->s.v, run->s.qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Kinematic(FsOptions o, MPI_Comm comm, Run *run, Kinematic *x)
{
  RunKind kind;

  PetscFunctionBeginUser;
  PetscCall(PhaseBegin(PHASE_SETUP));
  PetscCall(TimeGridFromOptions(o, comm, run, &x->grid));
  x->dt_min = x->grid.dt / 1024;
  PetscCall(FsOptionsPositive(o, "-dt_min", &x->dt_min, NULL));
  PetscCheck(x->dt_min <= x->grid.dt, comm, PETSC_ERR_USER_INPUT,
             "-dt_min %.6g is more than the step, %.6g s", (double)x->dt_min, (double)x->grid.dt);
  kind = (RunKind){.dt        = x->grid.dt,
                   .load_time = "1",
                   .loading   = FsLoadingOfMotion(),
                   .output    = {.solves = 1},
                   .archive   = Archive_Kinematic,
                   .context   = x};
  PetscCall(RunCreate(o, comm, &kind, run));
  PetscCheck(
    run->sys->constraints, comm, PETSC_ERR_USER_INPUT,
    "-analysis kinematic is for mechanisms whose joints have drivers: the model has no -joints");
  PetscCall(InitializeState(run));
  PetscCall(FsSystemStateCreate(run->sys, &x->next));
  PetscCall(IgnoreMotionOptions(o, run->model, x->ignored, sizeof x->ignored));
  PetscCall(RunFinishSetUp(run));
  PetscCall(RunRestore(run));
  PetscCall(PrescribedMotionCheckJumps(run->model, run->t_start, run->t_end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Kinematic(const Run *run, const Kinematic *x)
{
  const Layout *l = &run->model->layout;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(run->comm,
                        "kinematic: %" PetscInt_FMT " steps of %.6g s, %" PetscInt_FMT " dofs\n",
                        x->grid.nsteps, (double)x->grid.dt, l->nfree - l->nmultipliers));
  if (*x->ignored)
    PetscCall(PetscPrintf(run->comm, "nothing is integrated: no use is made of %s\n", x->ignored));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Kinematic(const Run *run, const Kinematic *x)
{
  char cut[64] = "", saves[96];

  PetscFunctionBeginUser;
  if (x->cut) PetscCall(PetscSNPrintf(cut, sizeof cut, " (%" PetscInt_FMT " cut back)", x->cut));
  PetscCall(InterruptCheckpointCost(&run->interrupt, run->seconds, saves, sizeof saves));
  PetscCall(PetscPrintf(
    run->comm, "done: %" PetscInt_FMT " steps%s, %.3g Newton iterations per step, %.3g s%s\n",
    run->step, cut, (double)x->newton / (double)run->step, (double)run->seconds, saves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AnalysisKinematic(FsOptions o, MPI_Comm comm)
{
  Run        run = {.step = 0};
  Kinematic  x   = {.run = &run};
  FsStepInfo info;

  PetscFunctionBeginUser;
  PetscCall(SetUp_Kinematic(o, comm, &run, &x));
  if (!run.quiet) PetscCall(Announce_Kinematic(&run, &x));
  PetscCall(RunLoop(&run, Steps_Kinematic, &x, &info));
  PetscCheck(
    info.solve.ok, comm, PETSC_ERR_NOT_CONVERGED,
    "step %" PetscInt_FMT
    " stops at t = %.6g, with steps down to %.3g s (-dt_min): %s%s; everything up to there "
    "is in the output",
    run.step + 1, (double)run.s.t, (double)x.dt_min, info.solve.reason, info.solve.place);
  if (!run.quiet) PetscCall(Conclude_Kinematic(&run, &x));
  PetscCall(FsSystemStateDestroy(&x.next));
  PetscCall(RunDestroy(&run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

const Analysis kinematic_analysis = {.name    = "kinematic",
                                     .title   = "Kinematic analysis",
                                     .options = kinematic_options,
                                     .run     = AnalysisKinematic};
