/* run_state.h: keeps states of a run in memory, to which the run can return. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_STATE_H
#define FS_ANALYSIS_RUN_RUN_STATE_H

#include "memory_archive.h"
#include "run.h"

/* RunState - A state; zero before the first RunStateSave. */
typedef struct {
  MemoryArchive memory;       /* what a checkpoint has */
  PetscInt      rows, frames; /* histories and snapshots of the output that lead to the state */
} RunState;

/* RunStateSave - Replaces the contents of state by the present state of a run whose output is open.

   Collective, as all functions here. */
PetscErrorCode RunStateSave(Run *run, RunState *state);

/* RunStateRestore - Returns to a state that the run has saved.

   Steps after it have the same bits as those after RunStateSave. The output keeps the first
   state->rows rows of histories and state->frames snapshots. */
PetscErrorCode RunStateRestore(Run *run, RunState *state);

/* run_state_forget - Removes the rows and snapshots from a state that the output has lost when the
   run returned to another state. Not collective. */
void run_state_forget(RunState *state, const RunState *restored);

PetscErrorCode RunStateDestroy(RunState *state);

/* ---- run archive ----------------------------------------------------------------------------- */

/* RunArchive - Writes or reads everything that a run needs to continue; run is a Run.
   Collective. */
PetscErrorCode RunArchive(void *run, FsArchive a);

#endif
