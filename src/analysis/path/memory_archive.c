/* memory_archive.c: see memory_archive.h. */
#include "memory_archive.h"
#include <string.h>

/* n words go to the tape, or come from it. */
static PetscErrorCode Pass(FsArchive a, size_t n, void *words)
{
  Tape *tape = a->data;

  PetscFunctionBeginUser;
  if (a->reading) {
    PetscCheck(tape->at + (PetscInt)n <= tape->n, PETSC_COMM_SELF, PETSC_ERR_PLIB, "the tape is at its end");
    if (n) memcpy(words, tape->word + tape->at, n * sizeof *tape->word);
    tape->at += (PetscInt)n;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (tape->n + (PetscInt)n > tape->room) {
    tape->room = 2 * (tape->n + (PetscInt)n);
    PetscCall(PetscRealloc((size_t)tape->room * sizeof *tape->word, &tape->word));
  }
  if (n) memcpy(tape->word + tape->n, words, n * sizeof *tape->word);
  tape->n += (PetscInt)n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Values_Tape(FsArchive a, const char path[], FsArchiveType type, PetscInt n, void *values)
{
  PetscFunctionBeginUser;
  (void)path;
  (void)type; /* both have 8 bytes */
  PetscCall(Pass(a, (size_t)n, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Rows_Tape(FsArchive a, const char path[], FsArchiveItems items, const PetscInt count[],
                                const PetscInt at[], PetscInt columns, PetscReal here[])
{
  const Tape    *tape = a->data;
  const PetscInt n    = items == FS_ARCHIVE_NODES ? tape->nodes : tape->cells;
  PetscInt       next = 0;

  PetscFunctionBeginUser;
  (void)path;
  for (PetscInt i = 0; i < n; i++) {
    if (count[i]) PetscCall(Pass(a, (size_t)(count[i] * columns), here + columns * (at ? at[i] : next)));
    next += count[i];
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Vec_Tape(FsArchive a, const char path[], Vec x)
{
  PetscScalar *value;
  PetscInt     n;

  PetscFunctionBeginUser;
  (void)path;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &value));
  PetscCall(Pass(a, (size_t)n, value));
  PetscCall(VecRestoreArray(x, &value));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static struct _n_FsArchive archive_of(Tape *tape, Model model, PetscBool reading)
{
  tape->nodes = model->mesh->g.nnodes;
  tape->cells = model->mesh->g.ncells;
  tape->at    = 0;
  if (!reading) tape->n = 0;
  return (struct _n_FsArchive){
    .comm = model->comm, .reading = reading, .ops = {Values_Tape, Rows_Tape, Vec_Tape, NULL},
            .data = tape
  };
}

struct _n_FsArchive TapeWrite(Tape *tape, Model model) { return archive_of(tape, model, PETSC_FALSE); }

struct _n_FsArchive TapeRead(Tape *tape, Model model) { return archive_of(tape, model, PETSC_TRUE); }

PetscErrorCode TapeCopy(const Tape *from, Tape *to)
{
  PetscFunctionBeginUser;
  *to      = *from;
  to->room = from->n;
  PetscCall(PetscMalloc1(from->n, &to->word));
  if (from->n) memcpy(to->word, from->word, (size_t)from->n * sizeof *to->word);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TapeDestroy(Tape *tape)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree(tape->word));
  *tape = (Tape){.n = 0};
  PetscFunctionReturn(PETSC_SUCCESS);
}
