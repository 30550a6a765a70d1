/* run_state.c: keeps states of a run in memory, to which the run can return. An archive writes the
   numbers of this rank to an array. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "run_state.h"
#include "model/parts/block.h"
#include "model/fields/varying.h"
#include <string.h>

/* Writes n numbers to the array, or reads them. */
static PetscErrorCode TransferWords(FsArchive a, size_t n, void *words)
{
  MemoryArchive *memory = a->data;

  PetscFunctionBeginUser;
  if (a->reading) {
    PetscCheck(memory->position + (PetscInt)n <= memory->n, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "the archive has no more numbers");
    if (n) memcpy(words, memory->words + memory->position, n * sizeof *memory->words);
    memory->position += (PetscInt)n;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (memory->n + (PetscInt)n > memory->capacity) {
    memory->capacity = 2 * (memory->n + (PetscInt)n);
    PetscCall(PetscRealloc((size_t)memory->capacity * sizeof *memory->words, &memory->words));
  }
  if (n) memcpy(memory->words + memory->n, words, n * sizeof *memory->words);
  memory->n += (PetscInt)n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Values_MemoryArchive(FsArchive a, const char path[], FsArchiveType type,
                                           PetscInt n, void *values)
{
  PetscFunctionBeginUser;
  (void)path;
  (void)type; /* both types have 8 bytes */
  PetscCall(TransferWords(a, (size_t)n, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows_MemoryArchive(FsArchive a, const char path[], FsArchiveItems items,
                                         const PetscInt count[], const PetscInt position[],
                                         PetscInt columns, PetscReal here[])
{
  const MemoryArchive *memory = a->data;
  const PetscInt       n      = items == FS_ARCHIVE_NODES ? memory->nodes : memory->cells;
  PetscInt             next   = 0;

  PetscFunctionBeginUser;
  (void)path;
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt k = 0; k < count[i]; k++, next++)
      PetscCall(
        TransferWords(a, (size_t)columns, here + columns * (position ? position[next] : next)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Vec_MemoryArchive(FsArchive a, const char path[], Vec x)
{
  PetscScalar *value;
  PetscInt     n;

  PetscFunctionBeginUser;
  (void)path;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &value));
  PetscCall(TransferWords(a, (size_t)n, value));
  PetscCall(VecRestoreArray(x, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes or reads the entries of this rank's rows in the order in which a block stores them. */
static PetscErrorCode TransferBlock(FsArchive a, Mat block)
{
  PetscScalar *entry;
  PetscReal    n, stored;
  MatInfo      info;

  PetscFunctionBeginUser;
  PetscCall(MatGetInfo(block, MAT_LOCAL, &info));
  n = stored = info.nz_used;
  PetscCall(TransferWords(a, 1, &stored));
  PetscCheck(stored == n, PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "the archive has a matrix with %.0f entries, not %.0f", (double)stored, (double)n);
  PetscCall(MatSeqAIJGetArray(block, &entry));
  PetscCall(TransferWords(a, (size_t)n, entry));
  PetscCall(MatSeqAIJRestoreArray(block, &entry));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Mat_MemoryArchive(FsArchive a, const char path[], Mat A)
{
  PetscBool distributed;
  Mat       own = A, ghost = NULL;

  PetscFunctionBeginUser;
  (void)path;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATMPIAIJ, &distributed));
  if (distributed) PetscCall(MatMPIAIJGetSeqAIJ(A, &own, &ghost, NULL));
  PetscCall(TransferBlock(a, own));
  if (ghost) PetscCall(TransferBlock(a, ghost));
  if (!a->reading) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY)); /* solvers see that A has changed */
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static struct _n_FsArchive open_archive(MemoryArchive *memory, Model model, PetscBool reading)
{
  memory->nodes    = model->mesh->g.nnodes;
  memory->cells    = model->mesh->g.ncells;
  memory->position = 0;
  if (!reading) memory->n = 0;
  return (struct _n_FsArchive){
    .comm    = model->comm,
    .reading = reading,
    .ops     = {Values_MemoryArchive, Rows_MemoryArchive, Vec_MemoryArchive, Mat_MemoryArchive},
    .data    = memory
  };
}

struct _n_FsArchive MemoryArchiveWrite(MemoryArchive *memory, Model model)
{
  return open_archive(memory, model, PETSC_FALSE);
}

struct _n_FsArchive MemoryArchiveRead(MemoryArchive *memory, Model model)
{
  return open_archive(memory, model, PETSC_TRUE);
}

PetscErrorCode MemoryArchiveCopy(const MemoryArchive *from, MemoryArchive *to)
{
  PetscFunctionBeginUser;
  *to          = *from;
  to->capacity = from->n;
  PetscCall(PetscMalloc1(from->n, &to->words));
  if (from->n) memcpy(to->words, from->words, (size_t)from->n * sizeof *to->words);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MemoryArchiveDestroy(MemoryArchive *memory)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(memory->words));
  *memory = (MemoryArchive){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- states of a run ------------------------------------------------------------------------- */

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

PetscErrorCode RunStateDestroy(RunState *state) { return MemoryArchiveDestroy(&state->memory); }

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
