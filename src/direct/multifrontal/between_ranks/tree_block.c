/* tree_block.c: stores the blocks of a tree of ranks and sends them between ranks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "rank_tree.h"

PetscErrorCode TreeBlockCreate(PetscInt n, PetscBool values, TreeBlock *p)
{
  PetscFunctionBeginUser;
  *p = (TreeBlock){.n = n};
  PetscCall(PetscMalloc2(n, &p->row, n, &p->column));
  if (values) PetscCall(PetscMalloc1((size_t)(n * n), &p->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TreeBlockDestroy(TreeBlock *p)
{
  PetscFunctionBeginUser;
  PetscCall(PetscFree2(p->row, p->column));
  PetscCall(PetscFree(p->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TreeBlockSend(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt to, const TreeBlock *p,
                             PetscBool values)
{
  const size_t size = 1 + 4 * (size_t)p->n + (values ? (size_t)(p->n * p->n) : 0);
  PetscScalar *message, *at;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc1(size, &message));
  at    = message;
  *at++ = (PetscScalar)p->n;
  for (PetscInt k = 0; k < p->n; k++) {
    *at++ = (PetscScalar)p->row[k].number;
    *at++ = (PetscScalar)p->row[k].level;
    *at++ = (PetscScalar)p->column[k].number;
    *at++ = (PetscScalar)p->column[k].level;
  }
  if (values) PetscCall(PetscArraycpy(at, p->A, p->n * p->n));
  PetscCallMPI(MPI_Send(message, (PetscMPIInt)size, MPIU_SCALAR, to, tag, comm));
  PetscCall(PetscFree(message));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TreeBlockReceive(MPI_Comm comm, PetscMPIInt tag, PetscMPIInt from, PetscBool values,
                                TreeBlock *p)
{
  const PetscScalar *at;
  PetscScalar       *message;
  PetscMPIInt        size;
  MPI_Status         status;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Probe(from, tag, comm, &status));
  PetscCallMPI(MPI_Get_count(&status, MPIU_SCALAR, &size));
  PetscCall(PetscMalloc1(size, &message));
  PetscCallMPI(MPI_Recv(message, size, MPIU_SCALAR, from, tag, comm, MPI_STATUS_IGNORE));
  at = message;
  PetscCall(TreeBlockCreate((PetscInt)PetscRealPart(*at++), values, p));
  for (PetscInt k = 0; k < p->n; k++, at += 4) {
    p->row[k]    = (TreeIndex){(PetscInt)PetscRealPart(at[0]), (PetscInt)PetscRealPart(at[1])};
    p->column[k] = (TreeIndex){(PetscInt)PetscRealPart(at[2]), (PetscInt)PetscRealPart(at[3])};
  }
  if (values) PetscCall(PetscArraycpy(p->A, at, p->n * p->n));
  PetscCall(PetscFree(message));
  PetscFunctionReturn(PETSC_SUCCESS);
}
