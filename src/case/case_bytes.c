/* case_bytes.c: states of a case as bytes (fs/case_states.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include <fs/case_states.h>
#include <fs/version.h>
#include "base/error.h"
#include "base/hash_index.h"
#include "case_impl.h"

/* Head - The first bytes of a state, by which those of other models are recognized. */
typedef struct {
  char     version[16];   /* of fsolve; the order of the numbers depends on it */
  uint64_t options, sum;  /* hashes of the options of the case, and of the numbers */
  int64_t  integer_bytes; /* size of PetscInt */
  int64_t  rank, size;    /* of the case */
  int64_t  n, nodes, cells;
} Head;

/* Returns a hash of the options of a case, except the path of the file that has them. */
static uint64_t options_hash(FsCase c)
{
  uint64_t found = 0;

  for (int k = 0; k < c->supplied->nnames; k++) {
    const OptionEntry *const o = &c->supplied->named[k];

    if (!strcmp(o->name, OPTION_FILE_NAME)) continue;
    found = hash_bytes(found, o->name, strlen(o->name) + 1);
    if (o->value) found = hash_bytes(found, o->value, strlen(o->value) + 1);
  }
  return found;
}

static PetscErrorCode MakeHead(FsCase c, const MemoryArchive *memory, Head *head)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(c->comm, &size));
  memset(head, 0, sizeof *head);
  PetscCall(PetscStrncpy(head->version, FsVersion(), sizeof head->version));
  head->options       = options_hash(c);
  head->sum           = hash_bytes(0, memory->words, (size_t)memory->n * sizeof *memory->words);
  head->integer_bytes = (int64_t)sizeof(PetscInt);
  head->rank          = case_rank(c);
  head->size          = size;
  head->n             = memory->n;
  head->nodes         = memory->nodes;
  head->cells         = memory->cells;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ToBytes(FsCaseState state, size_t size, void *bytes, size_t *needed)
{
  const MemoryArchive *const memory = &state->state.memory;
  const size_t               all    = (size_t)memory->n * sizeof *memory->words;
  Head                       head;

  PetscFunctionBeginUser;
  *needed = sizeof head + all;
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(size >= *needed, PETSC_COMM_SELF, PETSC_ERR_USER_INPUT,
             "FsCaseStateToBytes: the state has %zu bytes, and the array %zu", *needed, size);
  PetscCall(MakeHead(state->c, memory, &head));
  memcpy(bytes, &head, sizeof head);
  memcpy((char *)bytes + sizeof head, memory->words, all);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseStateToBytes(FsCaseState state, size_t size, void *bytes, size_t *needed)
{
  CASE_NEEDS(state);
  CASE_NEEDS(needed);
  if (size) CASE_NEEDS(bytes);
  if (!state->c) return CaseRefuse("FsCaseStateToBytes: the case of this state is destroyed");
  CASE_CALL(state->c, ToBytes(state, size, bytes, needed));
}

/* Replaces the numbers of a state by those of the bytes. Returns whether the bytes are those of
   such a case. */
static PetscErrorCode ReplaceNumbers(FsCase c, size_t size, const void *bytes,
                                     MemoryArchive *memory, PetscBool *right)
{
  Head   own, head;
  size_t all;

  PetscFunctionBeginUser;
  *right = PETSC_FALSE;
  if (!bytes || size < sizeof head) PetscFunctionReturn(PETSC_SUCCESS);
  memcpy(&head, bytes, sizeof head);
  if (head.n < 0 || (size_t)head.n * sizeof *memory->words != size - sizeof head)
    PetscFunctionReturn(PETSC_SUCCESS);
  all = (size_t)head.n * sizeof *memory->words;
  PetscCall(PetscFree(memory->words));
  PetscCall(PetscMalloc1((size_t)head.n + 1, &memory->words));
  memcpy(memory->words, (const char *)bytes + sizeof head, all);
  memory->n = memory->capacity = (PetscInt)head.n;
  PetscCall(MakeHead(c, memory, &own));
  *right = (PetscBool)!memcmp(&own, &head, sizeof head);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode FromBytes(FsCase c, size_t size, const void *bytes, FsCaseState *state)
{
  PetscErrorCode ierr;
  PetscBool      right;

  PetscFunctionBeginUser;
  PetscCall(CaseCheckSame(c, "FsCaseStateFromBytes", "state", state, 0, NULL));
  *state = NULL;
  PetscCall(FsCaseSaveState(c, state)); /* of the same case, in the same way */
  PetscCall(ReplaceNumbers(c, size, bytes, &(*state)->state.memory, &right));
  ierr = CheckAllRanks(c->comm, (PetscBool)!right,
                       "FsCaseStateFromBytes: the bytes are not those of a state of a case with "
                       "these options on these ranks, in this version of fsolve");
  if (ierr) PetscCall(FsCaseStateDestroy(state));
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsCaseStateFromBytes(FsCase c, size_t size, const void *bytes, FsCaseState *state)
{
  CASE_CALL(c, FromBytes(c, size, bytes, state));
}
