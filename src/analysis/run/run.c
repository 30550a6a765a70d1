/* run.c: creates, opens, continues and closes the run of a model that all analyses share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "run.h"
#include "kept_model.h"
#include "run_options.h"
#include "assembly/assembly.h"
#include "assembly/matrices/structural_damping.h"
#include "model/model_options.h"
#include "model/loads/nodes/given_load.h"
#include "model/supports/prescribed_motion.h"
#include "base/error.h"
#include "base/printing.h"
#include "base/profile.h"
#include <petsctime.h>
#include <fs/exit_status.h>

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
  if (!run->kept->used) PetscCall(LinearStartCheck(run->sys)); /* no loads have part in it */
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
  PetscCheck(!run->control.interrupt.given.restart_path[0], run->comm, PETSC_ERR_USER_INPUT,
             "-restart has no effect in -analysis %s; remove it", run->kind.without_steps);
  if (run->control.interrupt.given.checkpoints_enabled)
    PetscCall(RunAddIgnored(run, "-checkpoint"));
  if (run->control.interrupt.given.walltime < PETSC_MAX_REAL)
    PetscCall(RunAddIgnored(run, "-walltime"));
  control_leave_out_checkpoints(&run->control);
  PetscFunctionReturn(PETSC_SUCCESS);
}

struct RunReading {
  ModelOptions  model;
  OutputOptions output;
};

/* Frees what only the set-up needs. */
static PetscErrorCode ReadingDestroy(RunReading **reading)
{
  PetscFunctionBeginUser;
  if (!*reading) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(ModelOptionsFree(&(*reading)->model));
  PetscCall(OutputOptionsDestroy(&(*reading)->output));
  PetscCall(PetscFree(*reading));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Notes which combinations of load cases act. Input error: the analysis needs to know which one. */
static PetscErrorCode ChooseCombinations(Run *run)
{
  const Combinations c = run->reading->model.combinations;

  PetscFunctionBeginUser;
  if (!c) PetscFunctionReturn(PETSC_SUCCESS);
  c->all = run->kind.combinations;
  PetscCheck(c->all || c->chosen, run->comm, PETSC_ERR_USER_INPUT,
             "-load_cases: this analysis computes one combination; say which one acts by "
             "-combination, such as -combination %s, or -combination none",
             c->list.name[0]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunCreate(FsOptions o, MPI_Comm comm, const RunKind *kind, Run *run)
{
  RunOptions      options;
  AssemblyOptions assembly;
  PetscInt        turned;

  PetscFunctionBeginUser;
  run->o    = o;
  run->comm = comm;
  run->kind = *kind;
  PetscCall(ReadRunOptions(o, comm, (PetscBool)!kind->without_steps, &options));
  PetscCall(PetscNew(&run->reading)); /* RunDestroy frees it if an option is wrong */
  PetscCall(ModelOptionsRead(o, comm, &run->reading->model));
  PetscCall(ChooseCombinations(run));
  PetscCall(ReadAssemblyOptions(o, &assembly));
  PetscCall(ReadOutputOptions(o, comm, kind->output.amplitudes, &run->reading->output));
  run->quiet      = options.quiet;
  run->hold       = options.hold;
  run->hold_given = options.hold_given;
  LongPhaseSetQuiet(run->quiet);
  PetscCall(ControlCreate(comm, &options.interrupt, &run->control));
  if (kind->without_steps) PetscCall(IgnoreCheckpoints(run));
  PetscCall(KeptModelPrepare(&run->reading->model, &assembly, kind, comm, run->kept));
  run->model = run->kept->model;
  run->sys   = run->kept->sys;
  PetscCall(CheckModel(run));
  PetscCall(RecordingCreate(&options.reports, &run->reading->output, run));
  PetscCall(ReadingDestroy(&run->reading));
  PetscCall(FsStageCreate(run->sys, &run->stage));
  FsStageStopAtChangePoints(run->stage, options.stop_at_change_points);
  FsStageHoldRigid(run->stage, run->hold);
  PetscCall(FsSystemStateCreate(run->sys, &run->s));
  run->s.t = run->t_start;
  if (!run->model->layout.nfree && !run->quiet)
    PetscCall(PetscPrintf(comm, "supports fix all dofs, so that nothing moves unless they do: the "
                                "run computes their forces; more cells have dofs between supports "
                                "(-member_<name>_n, -mesh_n)\n"));
  PetscCall(DiagnosisAtSetUp(&run->recording.diagnosis, run->sys, run->stage, &run->s, run->t_end));
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
  PetscCall(ReadingDestroy(&run->reading));
  PetscCall(FsSystemStateDestroy(&run->s));
  PetscCall(ControlDestroy(&run->control));
  PetscCall(FsStageDestroy(&run->stage));
  PetscCall(RecordingDestroy(&run->recording));
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

/* Records the state of step 0, or prepares to continue from that of a checkpoint. */
static PetscErrorCode RecordFirst(Run *run, FsStepInfo *info)
{
  PetscFunctionBeginUser;
  if (!run->control.interrupt.given.restart_path[0]) {
    PetscCall(RunAcceptAndRecord(run, info));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(RunContinueEnergies(run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Prints what the steps have shown; last is of the last step, or NULL if the run was left. */
static PetscErrorCode EndDiagnosis(Run *run, FsStageInfo *last)
{
  return DiagnosisAtEnd(&run->recording.diagnosis, run->sys, run->stage,
                        run->recording.diverged ? NULL : &run->s, &run->kind.loading, last);
}

PetscErrorCode RunStopIfAsked(Run *run)
{
  PetscFunctionBeginUser;
  if (!run->control.interrupt.stop_reason) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RecordingClose(run, RUN_STOPPED));
  PetscCall(EndDiagnosis(run, NULL));
  PetscCheck(
    run->control.interrupt.given.checkpoint_path[0], run->comm, FS_ERR_STOPPED,
    "stopped by %s after step %" PetscInt_FMT
    " at t = %.6g; -output none writes no checkpoint: with -checkpoint <file> the run could "
    "be continued by -restart <file>",
    InterruptReason(&run->control.interrupt), run->step, (double)run->s.t);
  SETERRQ(run->comm, FS_ERR_STOPPED,
          "stopped by %s after step %" PetscInt_FMT " at t = %.6g; continue with -restart %s",
          InterruptReason(&run->control.interrupt), run->step, (double)run->s.t,
          run->control.interrupt.given.checkpoint_path);
}

/* Ends a part of the steps that began at a time, and had an error code or 0. */
static PetscErrorCode EndSteps(Run *run, PetscLogDouble started, PetscErrorCode ierr,
                               FsStepInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(RecordingAddTime(&run->recording, started));
  PetscCall(PhaseEnd());
  if (!ierr && info->solve.ok) PetscCall(RunStopIfAsked(run));
  if (!ierr && info->solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  if (!ierr || (!ErrorMustAbort() && ErrorExitStatus(ierr) != FS_EXIT_BUG))
    PetscCall(RecordingClose(run, RUN_FAILED));
  PetscCall(ierr);
  PetscCall(EndDiagnosis(run, &info->solve));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunOpen(Run *run, FsStepInfo *info)
{
  PetscLogDouble started;

  PetscFunctionBeginUser;
  PetscCall(FsStageWatchRedundancy(run->stage, &run->s, &run->kind.loading));
  PetscCall(InterruptStartSteps(&run->control.interrupt));
  PetscCall(RecordingOpen(run));
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
  control_continue_to(&run->control, PetscMin(t_stop, run->t_end));
  PetscCall(PhaseBegin(PHASE_STEPPING));
  PetscCall(PetscTime(&started));
  /* an error in the steps, such as a load without a finite value, is raised after the output is
     closed, so that it keeps the steps before */
  PetscCall(EndSteps(run, started, ErrorDuringRun(steps(run, context, info)), info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunClose(Run *run, PetscBool complete)
{
  FsStageInfo    last = {.ok = PETSC_TRUE};
  PetscLogDouble started;
  PetscErrorCode ierr = PETSC_SUCCESS;

  PetscFunctionBeginUser;
  if (!run->recording.open) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PetscTime(&started));
  if (run->control.interrupt.given.checkpoints_enabled)
    ierr = ErrorDuringRun(ControlSaveCheckpoint(run)); /* for a restart with a later -t_end */
  PetscCall(RecordingAddTime(&run->recording, started));
  if (!ierr || (!ErrorMustAbort() && ErrorExitStatus(ierr) != FS_EXIT_BUG))
    PetscCall(RecordingClose(run, ierr ? RUN_FAILED : complete ? RUN_DONE : RUN_STOPPED));
  PetscCall(ierr);
  PetscCall(EndDiagnosis(run, complete ? &last : NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}
