/* run_state.c: keeps states of a run in memory, to which the run can return. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_state.h"
#include "run_archive.h"

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
