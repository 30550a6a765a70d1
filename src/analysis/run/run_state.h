/* run_state.h: keeps states of a run in memory, to which the run can return, by an archive
   (fs/archive.h) in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ANALYSIS_RUN_RUN_STATE_H
#define FS_ANALYSIS_RUN_RUN_STATE_H

#include <fs/archive.h>
#include "model/model.h"
#include "run.h"

/* MemoryArchive - The values that this rank has written, in their order. All members are zero
   before the first use. */
typedef struct {
  /* n: number of values that are written. capacity: number of values for which there is space.
     position: number of values that were read. */
  PetscInt   n, capacity, position;
  PetscReal *words;        /* [capacity] the values */
  PetscInt   nodes, cells; /* numbers of nodes and cells of the model on this rank */
} MemoryArchive;

/* MemoryArchiveWrite - Returns an archive that is open for writing, and replaces the contents of
   memory.

   The archive borrows memory. Not collective. */
struct _n_FsArchive MemoryArchiveWrite(MemoryArchive *memory, Model model);

/* MemoryArchiveRead - Returns an archive that is open for reading, and reads memory from its start.

   The archive borrows memory. Values must be read in the order in which they were written. Not
   collective. */
struct _n_FsArchive MemoryArchiveRead(MemoryArchive *memory, Model model);

/* MemoryArchiveCopy - Copies the saved values of `from` to the memory archive `to`, which must be
   empty (all members zero). */
PetscErrorCode MemoryArchiveCopy(const MemoryArchive *from, MemoryArchive *to);
PetscErrorCode MemoryArchiveDestroy(MemoryArchive *memory);

/* ---- states of a run ------------------------------------------------------------------------- */

/* RunState - A saved state of a run. All members are zero before the first RunStateSave. */
typedef struct {
  MemoryArchive memory; /* the contents of a checkpoint of the state */
  /* numbers of rows of the histories, and of snapshots, in the output up to the saved state */
  PetscInt rows, frames;
} RunState;

/* RunStateSave - Saves the present state of a run, whose output must be open, in memory.

   Collective, as are all functions of this header unless their comments say otherwise. */
PetscErrorCode RunStateSave(Run *run, RunState *state);

/* RunStateRestore - Returns to a state that the run has saved.

   The results of later steps have the same bits as those of steps that followed RunStateSave. The
   output is cut back to the first state->rows rows of histories and state->frames snapshots. */
PetscErrorCode RunStateRestore(Run *run, RunState *state);

/* run_state_forget - Adapts a saved state of a run after the run has returned to another saved
   state, which has removed rows and snapshots from the output.

   Input:
     restored  the state to which the run has returned
   Changed:
     state     its rows and frames become at most those of restored
   Not collective. */
void run_state_forget(RunState *state, const RunState *restored);

PetscErrorCode RunStateDestroy(RunState *state);

/* ---- run archive ----------------------------------------------------------------------------- */

/* RunArchive - Writes everything that a run needs to continue to an archive, or reads it if the
   archive is open for reading.

   Input:
     run  a pointer to a Run; it has the type void * because the archive calls the function
   Collective. */
PetscErrorCode RunArchive(void *run, FsArchive a);

#endif
