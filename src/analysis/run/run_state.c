/* run_state.c: keeps states of a run in memory, to which the run can return. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_state.h"

PetscErrorCode RunStateSave(Run *run, RunState *state)
{
  struct _n_FsArchive a = MemoryArchiveWrite(&state->memory, run->model);

  PetscFunctionBeginUser;
  PetscCall(RunArchive(run, &a));
  output_extent(run->recording.output, &state->rows, &state->frames);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Restores what checkpoints do not have, because a restarted run computes it when it starts. */
static PetscErrorCode RestoreRest(Run *run)
{
  PetscReal rotation;

  PetscFunctionBeginUser;
  PetscCall(FsStageWatchRedundancy(run->stage, &run->s, &run->kind.loading));
  PetscCall(RecordingReturn(run));
  /* discards the rotation of the last step that was tried */
  PetscCall(ConfigurationMaxRotation(AssemblyConfiguration(AssemblyOf(run->sys)), &rotation));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RunStateRestore(Run *run, RunState *state)
{
  struct _n_FsArchive a = MemoryArchiveRead(&state->memory, run->model);

  PetscFunctionBeginUser;
  PetscCall(RunArchive(run, &a));
  PetscCall(RestoreRest(run));
  PetscCall(OutputRewind(run->recording.output, state->rows, state->frames));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void run_state_forget(RunState *state, const RunState *restored)
{
  state->rows   = PetscMin(state->rows, restored->rows);
  state->frames = PetscMin(state->frames, restored->frames);
}

PetscErrorCode RunStateDestroy(RunState *state)
{
  PetscFunctionBeginUser;
  PetscCall(MemoryArchiveDestroy(&state->memory));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- run archive ----------------------------------------------------------------------------- */

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
               run->control.interrupt.given.restart_path, block->part);
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
             run->control.interrupt.given.restart_path, linear ? "linear" : "nonlinear",
             linear ? "nonlinear" : "linear");
  run->loads_changed = a->loads_changed;
  PetscCall(ArchiveStations(run, a));
  PetscCall(FsArchiveInt(a, "step", &run->step));
  PetscCall(FsArchiveState(a, "state", &run->s));
  PetscCall(AssemblyArchive(AssemblyOf(run->sys), a));
  PetscCall(FsArchiveRedundancy(a, run->sys));
  PetscCall(FsStageArchive(run->stage, a));
  PetscCall(OutputArchive(run->recording.output, a));
  PetscCall(run->kind.archive(run->kind.context, a));
  PetscCall(RecordingArchive(&run->recording, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}
