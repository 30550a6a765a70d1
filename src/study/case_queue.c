/* case_queue.c: a counter on rank 0, which the groups read and increase by one-sided messages.

   No rank serves the others. A group sends one message for each case but its first. On one machine
   the counter is in shared memory. On several, MPI may answer only while rank 0 is in a call of
   MPI, as it is in each time step. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "many_cases_impl.h"

PetscErrorCode CaseQueueCreate(MPI_Comm comm, PetscInt k, CaseQueue *q)
{
  PetscMPIInt rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Comm_size(comm, &size));
  PetscCheck(size % k == 0, comm, PETSC_ERR_USER_INPUT,
             "-cases_ranks %" PetscInt_FMT
             ": %d rank%s cannot form groups of that many; start a multiple of it",
             k, size, size > 1 ? "s" : "");
  *q = (CaseQueue){.ngroups = size / k, .mine = rank / k};
  PetscCallMPI(MPI_Comm_split(comm, (int)q->mine, rank, &q->group));
  PetscCallMPI(MPI_Comm_rank(q->group, &q->rank));
  PetscCall(PetscCommDuplicate(q->group, &q->kept[0], NULL));
  PetscCall(PetscCommDuplicate(PETSC_COMM_SELF, &q->kept[1], NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseQueueStart(CaseQueue *q, MPI_Comm comm, PetscInt n)
{
  PetscMPIInt rank;

  PetscFunctionBeginUser;
  q->n = n;
  if (q->ngroups == 1) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCallMPI(MPI_Comm_rank(comm, &rank));
  PetscCallMPI(MPI_Win_allocate(rank ? 0 : sizeof *q->counter, sizeof *q->counter, MPI_INFO_NULL,
                                comm, &q->counter, &q->window));
  if (rank == 0) {
    PetscCallMPI(MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, q->window));
    *q->counter = (int)q->ngroups; /* each group starts with a case of its own */
    PetscCallMPI(MPI_Win_unlock(0, q->window));
  }
  PetscCallMPI(MPI_Barrier(comm));
  PetscCallMPI(MPI_Win_lock_all(0, q->window));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the counter's value, and adds to it or replaces it. */
static PetscErrorCode Count(CaseQueue *q, MPI_Op op, int operand, int *value)
{
  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Fetch_and_op(&operand, value, MPI_INT, 0, 0, op, q->window));
  PetscCallMPI(MPI_Win_flush(0, q->window));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseQueueNext(CaseQueue *q, PetscBool stop, PetscInt *k)
{
  int next = (int)(q->taken ? q->taken : q->mine); /* right for one group, and the first time */

  PetscFunctionBeginUser;
  if (q->rank == 0 && q->ngroups > 1 && stop) PetscCall(Count(q, MPI_REPLACE, (int)q->n, &next));
  else if (q->rank == 0 && q->ngroups > 1 && q->taken) PetscCall(Count(q, MPI_SUM, 1, &next));
  if (q->rank == 0 && stop) next = (int)q->n;
  PetscCallMPI(MPI_Bcast(&next, 1, MPI_INT, 0, q->group));
  q->taken++;
  *k = next;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode CaseQueueDestroy(CaseQueue *q)
{
  PetscFunctionBeginUser;
  if (q->ngroups > 1 && q->n) {
    PetscCallMPI(MPI_Win_unlock_all(q->window));
    PetscCallMPI(MPI_Win_free(&q->window));
  }
  for (int k = 0; k < 2; k++) PetscCall(PetscCommDestroy(&q->kept[k]));
  PetscCallMPI(MPI_Comm_free(&q->group));
  PetscFunctionReturn(PETSC_SUCCESS);
}
