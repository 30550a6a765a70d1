/* run.c: creates and records the run of a model that all analyses share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "run.h"
#include "run_archive.h"
#include "run_options.h"
#include "diagnosis/change_point_report.h"
#include "assembly/linear_start.h"
#include "assembly/matrices/structural_damping.h"
#include "diagnosis/model_summary.h"
#include "diagnosis/body_check.h"
#include "diagnosis/connectivity_check.h"
#include "model/model_options.h"
#include "base/error.h"
#include "base/long_phase.h"
#include "base/profile.h"
#include "diagnosis/period_report.h"
#include <petsctime.h>

/* Prints the summary and the periods of the model, with the constraints that are independent in the
   initial configuration. */
static PetscErrorCode ReportModel(Run *run)
{
  FsConstraintRank rank;
  Vec              dropped;

  PetscFunctionBeginUser;
  if (!run->reports.model && !run->reports.periods) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(run->sys->vec, &dropped));
  PetscCall(FsStageConstraintRank(run->stage, &run->s, dropped, &rank));
  if (run->reports.model) PetscCall(ModelSummaryPrint(run->model, &rank, run->t_start));
  PetscCall(FsSystemDropRows(run->sys, dropped));
  PetscCall(PeriodReportPrint(run->sys, &run->s, run->model->spin.active, run->reports.periods));
  /* rows are dropped for good at the initial state, which may differ */
  PetscCall(VecZeroEntries(dropped));
  PetscCall(FsSystemDropRows(run->sys, dropped));
  PetscCall(VecDestroy(&dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

RunKind run_kind_of_small_motions(void)
{
  return (RunKind){.dt = 1, .load_time = "1", .harmonic = PETSC_TRUE, .output = {.solves = 1}};
}

static PetscErrorCode CheckStepFunctions(Model model, const RunKind *kind)
{
  const char *const load = given_load_function(model), *const joint = joint_with_step_motor(model);

  PetscFunctionBeginUser;
  PetscCheck(!load || kind->starts_steps, model->comm, PETSC_ERR_USER_INPUT,
             "load '%s': a function that is called once a step is for -analysis transient; let it "
             "be called in each iteration",
             load);
  PetscCheck(!joint || kind->starts_steps, model->comm, PETSC_ERR_USER_INPUT,
             "joint '%s': a function that is called once a step is for -analysis transient; let it "
             "be called in each iteration",
             joint);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the analysis has no meaning for something in the model. */
static PetscErrorCode CheckModel(const Run *run)
{
  const RunKind *kind = &run->kind;

  PetscFunctionBeginUser;
  PetscCheck(kind->harmonic || !run->model->loads.harmonic_option[0], run->comm,
             PETSC_ERR_USER_INPUT, "%s is for -analysis response; remove it",
             run->model->loads.harmonic_option);
  PetscCheck(kind->friction_may_slip || !run->sys->traits.friction, run->comm, PETSC_ERR_USER_INPUT,
             "-joint_<name>_..._friction is for motions and -analysis static: small motions do not "
             "determine whether it sticks or slips; remove it (slips), or prescribe 0 with a "
             "driver of the coordinate (sticks)");
  PetscCheck(!run->model->without_mass[0] ||
               (kind->without_mass && !ModelHasGravity(run->model) && !run->model->spin.active),
             run->comm, PETSC_ERR_USER_INPUT,
             "%s, which may be 0; only -analysis static, path and buckling need none, without "
             "gravity and spin",
             run->model->without_mass);
  PetscCheck(kind->forces_alone || run->model->layout.nfree, run->comm, PETSC_ERR_USER_INPUT,
             "supports fix all dofs of the model, so that nothing can move; take sets out of "
             "-supports, or use -analysis static, which gives the forces of the supports");
  PetscCall(LinearStartCheck(run->sys));
  PetscCall(CheckStepFunctions(run->model, kind));
  PetscCheck(kind->modal_damping || !run->model->damping.modal, run->comm, PETSC_ERR_USER_INPUT,
             "-damping_modal is for -analysis modes, response and transient; remove it");
  PetscCheck(kind->harmonic || !HasStructuralDamping(AssemblyOf(run->sys)), run->comm,
             PETSC_ERR_USER_INPUT,
             "-part_<name>_loss_factor is for -analysis response and modes, because it has a "
             "meaning in harmonic motion only; use a damping of the part instead");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAddIgnored(Run *run, const char option[])
{
  PetscFunctionBeginUser;
  if (*run->ignored) PetscCall(PetscStrlcat(run->ignored, ", ", sizeof run->ignored));
  PetscCall(PetscStrlcat(run->ignored, option, sizeof run->ignored));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Ignores the options of checkpoints in an analysis without steps, and adds their names to
   run->ignored. Input error: -restart is given, because there is nothing to continue. */
static PetscErrorCode IgnoreCheckpoints(Run *run)
{
  PetscFunctionBeginUser;
  PetscCheck(!run->interrupt.restart_path[0], run->comm, PETSC_ERR_USER_INPUT,
             "-restart has no effect in -analysis %s; remove it", run->kind.without_steps);
  if (run->interrupt.checkpoints_enabled) PetscCall(RunAddIgnored(run, "-checkpoint"));
  if (run->interrupt.walltime < PETSC_MAX_REAL) PetscCall(RunAddIgnored(run, "-walltime"));
  run->interrupt.checkpoints_enabled = PETSC_FALSE;
  run->interrupt.walltime            = PETSC_MAX_REAL;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunCreate(FsOptions o, MPI_Comm comm, const RunKind *kind, Run *run)
{
  RunOptions      options;
  ModelOptions    model;
  AssemblyOptions assembly;
  OutputOptions   output;
  PetscInt        turned;

  PetscFunctionBeginUser;
  run->o    = o;
  run->comm = comm;
  run->kind = *kind;
  PetscCall(ReadRunOptions(o, comm, (PetscBool)!kind->without_steps, &options));
  PetscCall(ModelOptionsRead(o, comm, &model));
  PetscCall(ReadAssemblyOptions(o, &assembly));
  PetscCall(ReadOutputOptions(o, comm, kind->output.amplitudes, &output));
  run->quiet      = options.quiet;
  run->hold       = options.hold;
  run->hold_given = options.hold_given;
  LongPhaseSetQuiet(run->quiet);
  PetscCall(InterruptCreate(comm, &options.interrupt, &run->interrupt));
  if (kind->without_steps) PetscCall(IgnoreCheckpoints(run));
  PetscCall(ModelCreate(&model, comm, kind->dt, kind->load_time, &run->model));
  PetscCall(ModelOptionsFree(&model));
  PetscCall(BodyCheckInertia(run->model));
  PetscCall(ModelWarnUnconnected(run->model));
  PetscCall(AssemblyCreateSystem(&assembly, run->model, kind->stabilization, &run->sys));
  PetscCall(CheckModel(run));
  PetscCall(
    ReportsCreate(&options.reports, AssemblyOf(run->sys), &run->kind.output, &run->reports));
  run->reports.projected =
    (PetscBool)(run->sys->constraints && kind->stabilization == FS_STABILIZED_PROJECTION);
  PetscCall(OutputCreate(&output, AssemblyOf(run->sys), run->kind.output, &run->kind.loading,
                         &run->output));
  PetscCall(OutputOptionsDestroy(&output));
  PetscCall(FsStageCreate(run->sys, &run->stage));
  FsStageStopAtChangePoints(run->stage, options.stop_at_change_points);
  FsStageHoldRigid(run->stage, run->hold);
  PetscCall(EnergyMeterCreate(AssemblyOf(run->sys), &run->meter));
  PetscCall(FsSystemStateCreate(run->sys, &run->s));
  run->s.t = run->t_start;
  if (!run->model->layout.nfree && !run->quiet)
    PetscCall(PetscPrintf(comm, "supports fix all dofs, so that nothing moves unless they do: the "
                                "run computes their forces\n"));
  PetscCall(ReportModel(run));
  PetscCall(ModelInitialState(run->model, run->s.q, run->s.v, &turned));
  if (turned && !run->quiet)
    PetscCall(PetscPrintf(comm,
                          "initial displacements: the rotations of %" PetscInt_FMT
                          " nodes of beams follow their slope (-initial_<name>_rotation_x)\n",
                          turned));
  PetscCall(FsSystemAcceptInitialState(run->sys, &run->s));
  PetscCall(DMClearGlobalVectors(run->model->mesh->dm)); /* used in the set-up only */
  PetscCall(DMClearLocalVectors(run->model->mesh->dm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunDestroy(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(FsSystemStateDestroy(&run->s));
  PetscCall(MemberCompressionDestroy(&run->compression));
  PetscCall(CheckpointDestroy(&run->checkpoint));
  PetscCall(EnergyMeterDestroy(&run->meter));
  PetscCall(FsStageDestroy(&run->stage));
  PetscCall(OutputDestroy(&run->output));
  PetscCall(ReportsDestroy(&run->reports));
  PetscCall(FsSystemDestroy(&run->sys));
  PetscCall(ModelDestroy(&run->model));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunRejectHold(Run *run, const char analysis[])
{
  PetscFunctionBeginUser;
  PetscCheck(run->hold == FS_HOLD_NONE, run->comm, PETSC_ERR_USER_INPUT,
             "-hold_rigid has no meaning in -analysis %s: a free structure under compression turns "
             "over before it buckles; give supports, which decide how it can turn",
             analysis);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunFinishSetUp(Run *run)
{
  PetscFunctionBeginUser;
  PetscCall(FsOptionsIgnore(run->o, run->foreign, run->ignored, sizeof run->ignored));
  PetscCall(FsOptionsCheckUnused(run->o));
  PetscCall(ModelCheckTables(run->model, run->t_start, run->t_end));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop)
{
  InterruptRequest request;

  PetscFunctionBeginUser;
  PetscCall(InterruptPoll(&run->interrupt, run->step, OutputFlushIsDue(run->output), &request));
  if (request.save) PetscCall(RunSaveCheckpoint(run));
  else if (request.flush) PetscCall(OutputFlush(run->output));
  if (run->watch.call)
    PetscCall(run->watch.call(run->watch.context, run->step, run->s.t, &run->halted));
  if (run->one_step) run->halted = PETSC_TRUE;
  *stop = (PetscBool)(request.stop || run->halted);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool RunChecksStepEnergy(const Run *run)
{
  return (PetscBool)(!run->sys->traits.linear &&
                     (!FsStageHasLumpedMass(run->stage) || AssemblyHasLaws(AssemblyOf(run->sys))));
}

/* Determines whether energies are computed at s: if the output or the energy check needs them.
   Otherwise they are computed in a few steps, among them the first and the last. A step without a
   solve costs no more than its energies. */
static PetscBool energy_is_read(const Run *run, const FsState *s)
{
  const PetscInt  interval  = run->sys->traits.linear ? run->energy_interval : 20;
  const PetscReal round_off = 1e-6; /* of a step */

  if (OutputNeedsEnergies(run->output) || RunChecksStepEnergy(run)) return PETSC_TRUE;
  if (!interval) return PETSC_FALSE;
  return (PetscBool)(run->step % interval == 0 ||
                     s->t + round_off * (s->t - run->s.t) >= run->t_end);
}

PetscErrorCode RunRead(Run *run, const FsState *s, FsStageInfo *info)
{
  Energy *e = &run->candidate_energy;

  PetscFunctionBeginUser;
  run->energy_is_read = energy_is_read(run, s);
  if (!run->energy_is_read) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EnergyMeterRead(run->meter, s, &run->kind.loading, e));
  if (PetscIsInfOrNanReal(e->kinetic + e->strain + e->external + e->damping)) {
    info->ok       = PETSC_FALSE;
    info->diverged = PETSC_TRUE;
    info->reason   = "the motion grows without bound";
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAccept(Run *run)
{
  PetscFunctionBeginUser;
  if (!run->energy_is_read) PetscFunctionReturn(PETSC_SUCCESS);
  EnergyMeterAccept(run->meter);
  run->energy = run->candidate_energy;
  PetscCall(ReportsAccept(&run->reports, &run->s, &run->kind.loading, run->meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunRecord(Run *run, const FsStepInfo *info)
{
  const PetscBool redundant = (PetscBool)(FsSystemCountDroppedRows(run->sys) > 0);
  FsState         recorded  = run->s;

  PetscFunctionBeginUser;
  PetscCall(ChangePointReportFirst(run->stage, run->comm, run->quiet, &run->change_point_reported));
  PetscCall(MembersReadStep(&run->compression, run->sys, run->step, &run->s, &run->kind.loading));
  if (redundant) {
    PetscCall(VecDuplicate(run->s.a, &recorded.a));
    PetscCall(VecCopy(run->s.a, recorded.a));
    PetscCall(FsStageMinimumNormReactions(run->stage, &run->kind.loading, &recorded));
  }
  PetscCall(ReportsRead(&run->reports, &recorded, &run->kind.loading,
                        run->energy_is_read ? &run->energy : NULL));
  PetscCall(OutputStep(run->output, run->step, &recorded, &run->energy, info));
  if (redundant) PetscCall(VecDestroy(&recorded.a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunAcceptAndRecord(Run *run, FsStepInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(RunRead(run, &run->s, &info->solve));
  if (!info->solve.ok) {
    run->diverged = PETSC_TRUE;
    run->step--;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RunAccept(run));
  PetscCall(RunRecord(run, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Records the state of step 0, or prepares to continue from that of a checkpoint. */
static PetscErrorCode RecordFirst(Run *run, FsStepInfo *info)
{
  PetscFunctionBeginUser;
  if (!run->interrupt.restart_path[0]) {
    PetscCall(RunAcceptAndRecord(run, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RunContinueEnergies(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Closes the output, with how the steps ended: one of the words below. */
static const char     END_DONE[] = "done", END_STOPPED[] = "stopped", END_FAILED[] = "failed";
static PetscErrorCode CloseOutput(Run *run, const char end[])
{
  char status[96];

  PetscFunctionBeginUser;
  if (!strcmp(end, END_DONE)) snprintf(status, sizeof status, "%s", end);
  else
    snprintf(status, sizeof status, "%s after step %d at t = %.6g", end, (int)run->step,
             (double)run->s.t);
  run->open = PETSC_FALSE;
  PetscCall(
    OutputClose(run->output, run->step, run->diverged ? NULL : &run->s, status, run->seconds));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunStopIfAsked(Run *run)
{
  PetscFunctionBeginUser;
  if (!run->interrupt.stop_reason) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CloseOutput(run, END_STOPPED));
  PetscCall(ReportsPrint(&run->reports, run->sys, run->quiet));
  SETERRQ(run->comm, FS_ERR_STOPPED,
          "stopped by %s after step %" PetscInt_FMT " at t = %.6g; continue with -restart %s",
          InterruptReason(&run->interrupt), run->step, (double)run->s.t,
          run->interrupt.checkpoint_path);
}

/* Ends a part of the steps that began at a time, and had an error code or 0. */
static PetscErrorCode EndSteps(Run *run, PetscLogDouble started, PetscErrorCode ierr,
                               const FsStepInfo *info)
{
  PetscLogDouble ended;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&ended));
  run->seconds += ended - started;
  PetscCall(PhaseEnd());
  if (!ierr && info->solve.ok) PetscCall(RunStopIfAsked(run));
  if (!ierr && info->solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (!ierr || (!ErrorMustAbort() && ErrorExitStatus(ierr) != FS_EXIT_BUG))
    PetscCall(CloseOutput(run, END_FAILED));
  PetscCall(ierr);
  PetscCall(ReportsPrint(&run->reports, run->sys, run->quiet));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunOpen(Run *run, FsStepInfo *info)
{
  PetscLogDouble started;

  PetscFunctionBeginUser;
  PetscCall(FsStageWatchRedundancy(run->stage, &run->s, &run->kind.loading));
  PetscCall(InterruptStartSteps(&run->interrupt));
  PetscCall(OutputOpen(run->output, run->s.t, run->t_end));
  run->open = PETSC_TRUE;
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&started));
  *info = (FsStepInfo){.solve.ok = PETSC_TRUE};
  PetscCall(EndSteps(run, started, ErrorDuringRun(RecordFirst(run, info)), info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunContinue(Run *run, RunSteps steps, void *context, PetscReal t_stop,
                           FsStepInfo *info)
{
  PetscLogDouble started;

  PetscFunctionBeginUser;
  run->t_stop = PetscMin(t_stop, run->t_end);
  run->halted = PETSC_FALSE;
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&started));
  /* an error in the steps, such as a load without a finite value, is raised after the output is
     closed, so that it keeps the steps before */
  PetscCall(EndSteps(run, started, ErrorDuringRun(steps(run, context, info)), info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunClose(Run *run, PetscBool complete)
{
  PetscLogDouble started, ended;
  PetscErrorCode ierr = PETSC_SUCCESS;

  PetscFunctionBeginUser;
  if (!run->open) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&started));
  if (run->interrupt.checkpoints_enabled)
    ierr = ErrorDuringRun(RunSaveCheckpoint(run)); /* for a restart with a later -t_end */
  PetscCall(PetscTime(&ended));
  run->seconds += ended - started;
  if (!ierr || (!ErrorMustAbort() && ErrorExitStatus(ierr) != FS_EXIT_BUG))
    PetscCall(CloseOutput(run, ierr ? END_FAILED : complete ? END_DONE : END_STOPPED));
  PetscCall(ierr);
  PetscCall(ReportsPrint(&run->reports, run->sys, run->quiet));
  PetscFunctionReturn(PETSC_SUCCESS);
}
