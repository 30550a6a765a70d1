/* model_analysis.c: runs an analysis of a model from its options to its last line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "model_analysis.h"
#include "analysis/analysis.h"
#include "base/profile.h"
#include "input/formula/given.h"
#include "diagnosis/diagnosis.h"
#include "model/initial/initial.h"
#include "model/joints/joints.h"
#include "model/loads/nodes/given_load.h"
#include "element/joint/joint.h"
#include "run_state.h"
#include "time_grid.h"
#include <fs/control.h>
#include <fs/integrator.h>

PetscErrorCode RunIgnoreMotionOptions(Run *run)
{
  const FsOptionDoc *const motion_options[] = {time_grid_options, fs_integrator_options,
                                               FsIntegratorParameterDocs(), fs_control_options,
                                               transient_analysis.options};
  const Model              model            = run->model;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(motion_options); k++)
    PetscCall(FsOptionsIgnore(run->o, motion_options[k], run->ignored, sizeof run->ignored));
  for (PetscInt i = 0; i < model->ninitials; i++)
    for (int c = 0; c < COMPONENTS; c++)
      if (model->initial[i].velocity[c])
        PetscCall(RunAddIgnored(run, ExpressionOption(model->initial[i].velocity[c])));
  for (PetscInt i = 0; i < model->njoints; i++)
    for (int k = 0; k < JOINT_COORDINATES; k++)
      if (model->joint[i].start[k].has_rate)
        PetscCall(RunAddIgnored(
          run, FsOptionName(run->o, "-initial_%s_%s", model->joint[i].name, joint_rate_names[k])));
  PetscFunctionReturn(PETSC_SUCCESS);
}

struct _n_ModelRun {
  const ModelAnalysis *analysis;
  Run                  run;
  char                *data;          /* of the analysis */
  FsStepInfo           info;          /* of the last step */
  PetscBool            opened, ended; /* the output was opened; the steps have ended */
  const FsState       *tried;         /* end of the step that was tried; NULL without one */
};

/* Prints the options that have no effect, if there are any. */
static PetscErrorCode AnnounceIgnored(const Run *run)
{
  char dropped[512];

  PetscFunctionBeginUser;
  if (*run->ignored)
    PetscCall(PetscPrintf(run->comm, "ignored options of other analyses: %s\n", run->ignored));
  PetscCall(FsOptionsListDropped(run->o, dropped, sizeof dropped));
  if (*dropped)
    PetscCall(PetscPrintf(run->comm, "ignored options of names that a later list leaves out:%s\n",
                          dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunSetUp(const ModelAnalysis *analysis, const FsOptionDoc foreign[],
                             FsOptions o, MPI_Comm comm, KeptModel *kept, ModelRun *r)
{
  ModelRun x;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(r));
  x              = *r;
  x->analysis    = analysis;
  x->run.foreign = foreign;
  x->run.kept    = kept;
  PetscCall(PetscCalloc1(analysis->size, &x->data));
  PetscCall(PhaseBegin(PHASE_SETUP));
  PetscCall(analysis->setup(o, comm, &x->run, x->data));
  if (!x->run.quiet) {
    PetscCall(analysis->announce(&x->run, x->data));
    PetscCall(AnnounceIgnored(&x->run));
  }
  if (!x->run.control.interrupt.given.restart_path[0])
    PetscCall(ModelWarnUnits(x->run.sys, &x->run.s));
  if (analysis->prepare) PetscCall(analysis->prepare(&x->run, x->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lets the analysis check the steps, and raise the error of a step that failed. */
static PetscErrorCode CheckSteps(ModelRun r)
{
  PetscFunctionBeginUser;
  r->ended = PETSC_TRUE;
  if (r->analysis->check) PetscCall(r->analysis->check(&r->run, r->data, &r->info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Opens the output before the first step. */
static PetscErrorCode OpenOnce(ModelRun r)
{
  Run *const run = &r->run;

  PetscFunctionBeginUser;
  PetscCheck(!r->ended, run->comm, PETSC_ERR_ORDER, "the steps of this run have ended");
  r->tried = NULL;
  if (r->opened) PetscFunctionReturn(PETSC_SUCCESS);
  r->opened = PETSC_TRUE;
  PetscCall(RunOpen(run, &r->info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ModelRunCanReopen(ModelRun r)
{
  return (PetscBool)(r->analysis->by_time && r->ended && OutputIsInMemory(r->run.recording.output));
}

void ModelRunReopen(ModelRun r)
{
  r->ended              = PETSC_FALSE;
  r->info.solve.ok      = PETSC_TRUE;
  r->run.recording.open = PETSC_TRUE;
  given_functions_retry(r->run.model->symbols);
}

PetscErrorCode ModelRunOpenResults(ModelRun r)
{
  PetscFunctionBeginUser;
  if (!r->opened) PetscCall(OpenOnce(r));
  PetscCheck(r->info.solve.ok, r->run.comm, PETSC_ERR_USER_INPUT, "the last step has failed");
  PetscCheck(OutputIsInMemory(r->run.recording.output), r->run.comm, PETSC_ERR_USER_INPUT,
             "results are in the file of -output; give -output none to have them in memory");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: the present state is that of a step that failed after its solution. */
static PetscErrorCode CheckPresent(const Run *run)
{
  PetscFunctionBeginUser;
  PetscCheck(!run->recording.diverged, run->comm, PETSC_ERR_USER_INPUT,
             "the last step has failed, and the state before it is lost; return to a state that "
             "was saved, or create another case");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Lets the forces and motions that the program gave last be those at the time t. */
static void start_given(Run *run, PetscReal t)
{
  given_loads_start(run->model, run->s.t, t);
  given_motions_start(run->model->symbols, run->s.t, t);
}

PetscErrorCode ModelRunStepTo(ModelRun r, PetscReal t)
{
  Run *const run = &r->run;

  PetscFunctionBeginUser;
  PetscCall(OpenOnce(r));
  PetscCall(CheckPresent(run));
  start_given(run, t);
  if (r->info.solve.ok) PetscCall(RunContinue(run, r->analysis->steps, r->data, t, &r->info));
  if (!r->info.solve.ok) PetscCall(CheckSteps(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunStep(ModelRun r, PetscBool *taken)
{
  Run *const     run    = &r->run;
  const PetscInt before = run->step;

  PetscFunctionBeginUser;
  control_take_one_step(&run->control, PETSC_TRUE);
  PetscCall(ModelRunStepTo(r, run->t_end));
  control_take_one_step(&run->control, PETSC_FALSE);
  *taken = (PetscBool)(run->step > before);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunTry(ModelRun r, PetscReal dt, PetscBool *ok, const char **reason)
{
  Run *const     run = &r->run;
  const FsState *next;
  PetscLogDouble started;

  PetscFunctionBeginUser;
  PetscCheck(r->analysis->attempt, run->comm, PETSC_ERR_USER_INPUT,
             "only -analysis transient can try steps");
  PetscCall(OpenOnce(r));
  PetscCall(CheckPresent(run));
  *ok     = PETSC_FALSE;
  *reason = "the initial state has an infinite energy";
  if (!r->info.solve.ok) PetscFunctionReturn(PETSC_SUCCESS);
  start_given(run, run->s.t + dt);
  PetscCall(PetscTime(&started));
  PetscCall(r->analysis->attempt(run, r->data, dt, &r->info, &next));
  PetscCall(RecordingAddTime(&run->recording, started));
  *ok              = r->info.solve.ok;
  *reason          = r->info.solve.reason;
  r->tried         = *ok ? next : NULL;
  r->info.solve.ok = PETSC_TRUE; /* the run is still at its last state */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ModelRunHasTried(ModelRun r) { return (PetscBool)(r->tried != NULL); }

PetscErrorCode ModelRunAccept(ModelRun r)
{
  PetscFunctionBeginUser;
  r->tried = NULL;
  PetscCall(r->analysis->accept(&r->run, r->data, &r->info));
  PetscCall(RunStopIfAsked(&r->run));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunFail(ModelRun r)
{
  PetscFunctionBeginUser;
  r->info.solve.ok = PETSC_FALSE;
  PetscCall(RunContinue(&r->run, r->analysis->steps, r->data, r->run.s.t, &r->info));
  PetscCall(CheckSteps(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void ModelRunReject(ModelRun r) { r->tried = NULL; }

const FsState *ModelRunState(ModelRun r) { return r->tried ? r->tried : &r->run.s; }

/* Opens the output of a run whose state can be saved. */
static PetscErrorCode PrepareSave(ModelRun r)
{
  Run *const run = &r->run;

  PetscFunctionBeginUser;
  PetscCheck(r->analysis->by_time && run->kind.archive, run->comm, PETSC_ERR_USER_INPUT,
             "only analyses with steps in time or in loads have states to return to");
  PetscCall(OpenOnce(r));
  PetscCall(CheckPresent(run));
  if (!r->info.solve.ok) PetscCall(CheckSteps(r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunSaveState(ModelRun r, RunState *state)
{
  PetscFunctionBeginUser;
  PetscCall(PrepareSave(r));
  PetscCall(RunStateSave(&r->run, state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunRestoreState(ModelRun r, RunState *state)
{
  PetscFunctionBeginUser;
  PetscCall(OpenOnce(r));
  PetscCall(RunStateRestore(&r->run, state));
  r->info                   = (FsStepInfo){.solve.ok = PETSC_TRUE};
  r->run.recording.diverged = PETSC_FALSE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunCheckpoint(ModelRun r, const char path[])
{
  PetscFunctionBeginUser;
  PetscCall(PrepareSave(r));
  PetscCall(RunWriteCheckpoint(&r->run, path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ModelRunFinish(ModelRun r)
{
  Run *const run = &r->run;

  PetscFunctionBeginUser;
  PetscCall(ModelRunStepTo(r, run->t_end));
  if (r->ended || run->control.halted) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RunClose(run, PETSC_TRUE));
  PetscCall(CheckSteps(r));
  if (!run->quiet) PetscCall(r->analysis->conclude(run, r->data));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool ModelRunIsByTime(ModelRun r) { return r->analysis->by_time; }

Run *ModelRunGet(ModelRun r) { return &r->run; }

PetscErrorCode ModelRunDestroy(ModelRun *r)
{
  PetscFunctionBeginUser;
  if (!*r) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(RunClose(&(*r)->run, PETSC_FALSE));
  if ((*r)->data) PetscCall((*r)->analysis->destroy((*r)->data));
  PetscCall(PetscFree((*r)->data));
  PetscCall(RunDestroy(&(*r)->run));
  PetscCall(PetscFree(*r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
