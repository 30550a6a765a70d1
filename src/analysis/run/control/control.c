/* control.c: ends the steps of a run where the user, a signal or the program wants it, and writes
   checkpoints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petsctime.h>
#include "control.h"
#include "analysis/run/run.h"
#include "analysis/run/run_state.h"
#include "base/profile.h"
#include "input/output_file_check.h"

PetscErrorCode ControlCreate(MPI_Comm comm, const InterruptOptions *options, RunControl *c)
{
  PetscFunctionBeginUser;
  PetscCall(InterruptCreate(comm, options, &c->interrupt));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ControlDestroy(RunControl *c)
{
  PetscFunctionBeginUser;
  PetscCall(CheckpointDestroy(&c->checkpoint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void control_leave_out_checkpoints(RunControl *c)
{
  c->interrupt.given.checkpoints_enabled = PETSC_FALSE;
  c->interrupt.given.walltime            = PETSC_MAX_REAL;
}

void control_set_watch(RunControl *c, RunWatch watch) { c->watch = watch; }

void control_take_one_step(RunControl *c, PetscBool one) { c->one_step = one; }

void control_continue_to(RunControl *c, PetscReal t)
{
  c->t_stop = t;
  c->halted = PETSC_FALSE;
}

PetscErrorCode RunRestore(Run *run)
{
  PetscFunctionBeginUser;
  if (!run->control.interrupt.given.restart_path[0]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckpointCreate(run->o, run->model, run->control.interrupt.given.overwrite,
                             &run->control.checkpoint));
  PetscCall(CheckpointRead(run->control.checkpoint, run->control.interrupt.given.restart_path,
                           RunArchive, run));
  PetscCheck(run->s.t <= run->t_end, run->comm, PETSC_ERR_USER_INPUT,
             "-restart %s is at t = %.6g, beyond -t_end %.6g; give a later one",
             run->control.interrupt.given.restart_path, (double)run->s.t, (double)run->t_end);
  PetscCall(DiagnosisContinue(&run->recording.diagnosis, run->stage));
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm, "continues from step %" PetscInt_FMT ", t = %.6g, of %s\n",
                          run->step, (double)run->s.t, run->control.interrupt.given.restart_path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes a checkpoint of a run whose output is flushed. */
static PetscErrorCode WriteCheckpoint(Run *run, const char path[])
{
  PetscFunctionBeginUser;
  if (!run->control.checkpoint)
    PetscCall(CheckpointCreate(run->o, run->model, run->control.interrupt.given.overwrite,
                               &run->control.checkpoint));
  PetscCall(EventBegin(EVENT_CHECKPOINT));
  PetscCall(CheckpointWrite(run->control.checkpoint, path, RunArchive, run));
  PetscCall(EventEnd(EVENT_CHECKPOINT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ControlSaveCheckpoint(Run *run)
{
  PetscLogDouble start;

  PetscFunctionBeginUser;
  PetscCall(OutputFlush(run->recording.output));
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(PetscTime(&start));
  PetscCall(InterruptChooseCheckpoint(run->o, &run->control.interrupt));
  PetscCall(WriteCheckpoint(run, run->control.interrupt.given.checkpoint_path));
  PetscCall(InterruptCheckpointWritten(&run->control.interrupt, start));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunWriteCheckpoint(Run *run, const char path[])
{
  PetscFunctionBeginUser;
  PetscCheck(!belongs_to_output(run->control.interrupt.given.output_path, path), run->comm,
             PETSC_ERR_USER_INPUT,
             "a checkpoint cannot be %s: that is a name of the -output or of a file beside it; "
             "give another name",
             path);
  PetscCall(OutputFlush(run->recording.output));
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(WriteCheckpoint(run, path));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunPollInterrupt(Run *run, PetscBool *stop)
{
  InterruptRequest request;

  PetscFunctionBeginUser;
  PetscCall(InterruptPoll(&run->control.interrupt, run->step,
                          OutputFlushIsDue(run->recording.output), &request));
  if (request.save) PetscCall(ControlSaveCheckpoint(run));
  else if (request.flush) PetscCall(OutputFlush(run->recording.output));
  if (run->control.watch.call)
    PetscCall(run->control.watch.call(run->control.watch.context, run->step, run->s.t,
                                      &run->control.halted));
  if (run->control.one_step) run->control.halted = PETSC_TRUE;
  *stop = (PetscBool)(request.stop || run->control.halted);
  PetscFunctionReturn(PETSC_SUCCESS);
}
