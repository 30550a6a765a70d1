/* run_archive.c: saves a run, and continues from what was saved. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_archive.h"
#include "base/profile.h"
#include "input/run_files.h"
#include <petsctime.h>

/* Input error: a table of stations is not that of the run that is continued. */
static PetscErrorCode ArchiveStations(const Run *run, FsArchive a)
{
  PetscFunctionBeginUser;
  for (PetscInt b = 0; b < run->model->nparts; b++) {
    const Block *const block = &run->model->block[b];
    PetscInt64         now, before;

    if (!block->varying || !block->varying->stations) continue;
    now = before = StationsChecksum(block->varying->stations);
    PetscCall(FsArchivePushScope(a, block->part));
    PetscCall(FsArchiveInt64(a, "stations", &before));
    PetscCall(FsArchivePopScope(a));
    PetscCheck(now == before, run->comm, PETSC_ERR_USER_INPUT,
               "-restart %s: the table of -part_%s_stations is not that of the earlier run",
               run->interrupt.restart_path, block->part);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunArchive(void *context, FsArchive a)
{
  Run      *run    = context;
  PetscBool linear = run->sys->traits.linear;

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "run"));
  PetscCall(FsArchiveBool(a, "linear", &linear));
  PetscCheck(linear == run->sys->traits.linear, run->comm, PETSC_ERR_USER_INPUT,
             "-restart %s: the model was %s, and is %s with these loads; force laws, pressures and "
             "follower loads can be added to nonlinear models only",
             run->interrupt.restart_path, linear ? "linear" : "nonlinear",
             linear ? "nonlinear" : "linear");
  run->loads_changed = a->loads_changed;
  PetscCall(ArchiveStations(run, a));
  PetscCall(FsArchiveInt(a, "step", &run->step));
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(EnergyArchive(&run->energy, a));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscCall(FsArchiveRedundancy(a, run->sys));
  PetscCall(FsStageArchive(run->stage, a));
  PetscCall(OutputArchive(run->output, a));
  PetscCall(run->kind.archive(run->kind.context, a));
  PetscCall(ReportsArchive(&run->reports, a));
  PetscCall(EnergyMeterArchive(run->meter, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunRestore(Run *run)
{
  PetscFunctionBeginUser;
  if (!run->interrupt.restart_path[0]) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(CheckpointCreate(run->o, run->model, run->interrupt.overwrite, &run->checkpoint));
  PetscCall(CheckpointRead(run->checkpoint, run->interrupt.restart_path, RunArchive, run));
  PetscCheck(run->s.t <= run->t_end, run->comm, PETSC_ERR_USER_INPUT,
             "-restart %s is at t = %.6g, beyond -t_end %.6g; give a later one",
             run->interrupt.restart_path, (double)run->s.t, (double)run->t_end);
  run->change_point_reported = (PetscBool)(FsStageChangePoints(run->stage)->count > 0);
  if (!run->quiet)
    PetscCall(PetscPrintf(run->comm, "continues from step %" PetscInt_FMT ", t = %.6g, of %s\n",
                          run->step, (double)run->s.t, run->interrupt.restart_path));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes a checkpoint of a run whose output is flushed. */
static PetscErrorCode WriteCheckpoint(Run *run, const char path[])
{
  PetscFunctionBeginUser;
  if (!run->checkpoint)
    PetscCall(CheckpointCreate(run->o, run->model, run->interrupt.overwrite, &run->checkpoint));
  PetscCall(EventBegin(EVENT_CHECKPOINT));
  PetscCall(CheckpointWrite(run->checkpoint, path, RunArchive, run));
  PetscCall(EventEnd(EVENT_CHECKPOINT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunSaveCheckpoint(Run *run)
{
  PetscLogDouble start;

  PetscFunctionBeginUser;
  PetscCall(OutputFlush(run->output));
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(PetscTime(&start));
  PetscCall(InterruptChooseCheckpoint(run->o, &run->interrupt));
  PetscCall(WriteCheckpoint(run, run->interrupt.checkpoint_path));
  PetscCall(InterruptCheckpointWritten(&run->interrupt, start));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunWriteCheckpoint(Run *run, const char path[])
{
  PetscFunctionBeginUser;
  PetscCheck(!belongs_to_output(run->interrupt.output_path, path), run->comm, PETSC_ERR_USER_INPUT,
             "a checkpoint cannot be %s: that is a name of the -output or of a file beside it; "
             "give another name",
             path);
  PetscCall(OutputFlush(run->output));
  PetscCall(PhaseBegin(PHASE_OUTPUT));
  PetscCall(WriteCheckpoint(run, path));
  PetscCall(PhaseEnd());
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunContinueEnergies(Run *run)
{
  PetscFunctionBeginUser;
  if (run->loads_changed) PetscCall(EnergyMeterRestart(run->meter, &run->s, &run->kind.loading));
  else PetscCall(EnergyMeterRestoreNodes(run->meter, &run->s, &run->kind.loading));
  PetscCall(ReportsContinue(&run->reports, &run->s, &run->kind.loading, run->meter));
  PetscFunctionReturn(PETSC_SUCCESS);
}
