/* kinematic.c: computes motions that drivers of joints prescribe, and their forces.
   The reactions and the forces of the drivers follow from the motion (inverse dynamics). Nothing is
   integrated, and each state is exact. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis.h"
#include "analysis_options.h"
#include "diagnosis/diagnosis.h"
#include "analysis/run/model_analysis.h"
#include "analysis/run/time_grid.h"
#include "model/parts/block.h"
#include "model/loads/laws/law.h"
#include "model/supports/prescribed_motion.h"
#include "element/element.h"

typedef struct {
  Run      *run; /* borrowed */
  TimeGrid  grid;
  PetscReal dt_min;      /* [s] */
  FsState   next;        /* scratch: the state of an attempt */
  PetscInt  newton, cut; /* sums over the run; cut: steps that were cut back */
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

/* ---- mobility -------------------------------------------------------------------------------- */

/* Returns the first part that bends or stretches, or NULL. */
static const char *flexible_part(Model model)
{
  for (PetscInt b = 0; b < model->nparts; b++) {
    const Block *block = &model->block[b];

    if (block->kernel->type->scale && block->kernel->type->scale(block->prop).speed > 0)
      return block->part;
  }
  return NULL;
}

/* Raises an input error if the drivers do not prescribe all motion. */
static PetscErrorCode CheckDriven(const Run *run)
{
  const char *flexible = flexible_part(run->model);
  PetscInt    mobility, driven;
  char        names[512], remaining[64];

  PetscFunctionBeginUser;
  PetscCall(FsStageGetMobility(run->stage, &mobility));
  if (mobility <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!flexible, run->comm, PETSC_ERR_USER_INPUT,
             "-analysis kinematic is for rigid bodies whose joints prescribe all motion: part '%s' "
             "is flexible, and %" PetscInt_FMT
             " degrees of freedom are left; use -analysis transient, or bodies",
             flexible, mobility);
  PetscCall(PetscSNPrintf(remaining, sizeof remaining,
                          mobility > 1 ? "%" PetscInt_FMT " degrees of freedom are left"
                                       : "one degree of freedom is left",
                          mobility));
  PetscCall(FsStageSuggestDrivers(run->stage, &run->s, names, sizeof names, &driven));
  PetscCheck(driven >= mobility, run->comm, PETSC_ERR_USER_INPUT,
             "-analysis kinematic needs drivers for all motion: %s, of which joints could drive "
             "%" PetscInt_FMT "%s%s; add joints and supports, or use -analysis transient",
             remaining, driven, driven ? ": " : "", names);
  SETERRQ(run->comm, PETSC_ERR_USER_INPUT,
          "-analysis kinematic needs drivers for all motion: %s; drive %s (-joint_<name>_angle, "
          "_displacement, ...), or use -analysis transient",
          remaining, names);
}

/* ---- states ---------------------------------------------------------------------------------- */

/* Predicts the state at t from the last one and its rates. */
static PetscErrorCode Predict_Kinematic(Kinematic *x, PetscReal t)
{
  const FsState  *s  = &x->run->s;
  const PetscReal dt = t - s->t;

  PetscFunctionBeginUser;
  FsStageSetPreviousState(x->run->stage, s);
  x->next.t = t;
  PetscCall(VecWAXPY(x->next.v, dt, s->a, s->v));
  PetscCall(VecCopy(s->q, x->next.q));
  PetscCall(VecAXPY(x->next.q, dt, s->v));
  PetscCall(VecAXPY(x->next.q, dt * dt / 2, s->a));
  /* multipliers have no mass: their entries of q and v must be zero */
  PetscCall(x->run->sys->constraints->add_multipliers(x->run->sys, -1, x->next.q, x->next.q));
  PetscCall(x->run->sys->constraints->add_multipliers(x->run->sys, -1, x->next.v, x->next.v));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Accepts the state next, and moves the chart there. */
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
  if (s->qd != s->v) PetscCall(VecCopy(s->v, s->qd)); /* the rotations of the chart are 0 here */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* If the state at next.t cannot be found because it is a change point, finds it from the last state
   and one as far behind it. Otherwise info stays. */
static PetscErrorCode Bridge_Kinematic(Kinematic *x, FsStageInfo *info)
{
  const FsState    *s    = &x->run->s;
  const PetscReal   t    = x->next.t;
  const FsStageInfo kept = *info;
  FsState           behind;

  PetscFunctionBeginUser;
  *info = (FsStageInfo){.ok = PETSC_TRUE, .newton = kept.newton};
  PetscCall(Predict_Kinematic(x, 2 * t - s->t));
  PetscCall(FsStageSolveKinematic(x->run->stage, &x->next, info));
  PetscCall(FsSystemStateCreate(x->run->sys, &behind));
  PetscCall(VecCopy(x->next.q, behind.q));
  PetscCall(VecCopy(x->next.v, behind.v));
  PetscCall(VecCopy(x->next.a, behind.a));
  behind.t  = x->next.t;
  x->next.t = t;
  PetscCall(FsStageBridgeChangePoint(x->run->stage, s, &behind, &x->next, info));
  if (!info->ok) *info = kept;
  PetscCall(FsSystemStateDestroy(&behind));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Advances to t. Halves the steps while positions are not found; clears info->ok if this fails. */
static PetscErrorCode Advance_Kinematic(Kinematic *x, PetscReal t, FsStepInfo *info)
{
  /* of the step: a substep ends at t if it would leave a smaller rest, the round-off of times */
  const PetscReal tolerance = 1e-9;
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
    if (!info->solve.ok) PetscCall(Bridge_Kinematic(x, &info->solve));
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

static PetscErrorCode Steps_Kinematic(Run *run, void *data, FsStepInfo *info)
{
  Kinematic *x    = data;
  PetscBool  stop = PETSC_FALSE;

  PetscFunctionBeginUser;
  while (info->solve.ok && !stop && is_before_stop(run, x->grid.dt)) {
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

/* ---- the run --------------------------------------------------------------------------------- */

/* Finds the initial state: positions on the constraints, velocities and accelerations. */
static PetscErrorCode InitializeState(Run *run)
{
  FsStageInfo info = {.ok = PETSC_TRUE};
  PetscBool   branches;

  PetscFunctionBeginUser;
  PetscCall(ModelCheckLaws(run->model, run->s.t, run->s.q, run->s.v));
  PetscCall(RunAssembleDriven(run, &branches));
  PetscCall(CheckDriven(run));
  PetscCall(FsStageSetUp(run->stage, fs_equilibrium_shift, NULL));
  if (branches) {
    PetscCall(FsStageAcceleration(run->stage, &run->s, &info));
    if (info.ok) PetscCall(FsStageLeaveBranchingStart(run->stage, &run->s, &info));
  } else {
    PetscCall(VecZeroEntries(run->s.v));
    PetscCall(FsStageSolveKinematic(run->stage, &run->s, &info));
  }
  PetscCheck(info.ok, run->comm, PETSC_ERR_NOT_CONVERGED, "t = %.6g: %s%s", (double)run->s.t,
             info.reason, info.place);
  if (branches) PetscCall(RunReportRedundancy(run));
  if (run->s.qd != run->s.v) PetscCall(VecCopy(run->s.v, run->s.qd));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetUp_Kinematic(FsOptions o, MPI_Comm comm, Run *run, void *data)
{
  Kinematic       *x = data;
  KinematicOptions options;
  RunKind          kind;

  PetscFunctionBeginUser;
  x->run = run;
  PetscCall(ReadKinematicOptions(o, comm, &options));
  x->grid      = options.grid;
  x->dt_min    = options.dt_min;
  run->t_start = options.grid.t_start;
  run->t_end   = options.grid.t_end;
  kind         = (RunKind){.dt        = x->grid.dt,
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
  PetscCall(RunIgnoreMotionOptions(run));
  PetscCall(RunFinishSetUp(run));
  PetscCall(RunRestore(run));
  PetscCall(PrescribedMotionCheckJumps(run->model, run->t_start, run->t_end));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Announce_Kinematic(const Run *run, const void *data)
{
  const Kinematic *x = data;
  const Layout    *l = &run->model->layout;

  PetscFunctionBeginUser;
  PetscCall(PetscPrintf(run->comm,
                        "kinematic: %" PetscInt_FMT " steps of %.6g s, %" PetscInt_FMT " dofs\n",
                        x->grid.nsteps, (double)x->grid.dt, l->nfree - l->nmultipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Conclude_Kinematic(const Run *run, const void *data)
{
  const Kinematic *x       = data;
  char             cut[64] = "", points[64], saves[96];

  PetscFunctionBeginUser;
  if (x->cut) PetscCall(PetscSNPrintf(cut, sizeof cut, " (%" PetscInt_FMT " cut back)", x->cut));
  PetscCall(ChangePointReportOthers(run->stage, sizeof points, points));
  PetscCall(
    InterruptCheckpointCost(&run->control.interrupt, run->recording.seconds, saves, sizeof saves));
  PetscCall(PetscPrintf(
    run->comm, "done: %" PetscInt_FMT " steps%s%s, %.3g Newton iterations per step, %.3g s%s\n",
    run->step, cut, points, (double)x->newton / (double)run->step, (double)run->recording.seconds,
    saves));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Check_Kinematic(const Run *run, const void *data, const FsStepInfo *info)
{
  const Kinematic *x = data;

  PetscFunctionBeginUser;
  PetscCheck(info->solve.ok, run->comm, PETSC_ERR_NOT_CONVERGED,
             "step %" PetscInt_FMT " stops at t = %.6g, with steps down to %.3g s (-dt_min): %s%s; "
             "the output has all steps before",
             run->step + 1, (double)run->s.t, (double)x->dt_min, info->solve.reason,
             info->solve.place);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Destroy_Kinematic(void *data)
{
  Kinematic *x = data;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStateDestroy(&x->next));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const ModelAnalysis kinematic_model_analysis = {.size     = sizeof(Kinematic),
                                                       .by_time  = PETSC_TRUE,
                                                       .setup    = SetUp_Kinematic,
                                                       .announce = Announce_Kinematic,
                                                       .steps    = Steps_Kinematic,
                                                       .check    = Check_Kinematic,
                                                       .conclude = Conclude_Kinematic,
                                                       .destroy  = Destroy_Kinematic};

const Analysis kinematic_analysis = {.name    = "kinematic",
                                     .title   = "Kinematic analysis",
                                     .options = kinematic_options,
                                     .model   = &kinematic_model_analysis};
