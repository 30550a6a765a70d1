/* sparse_exchange.c: sends records to ranks that do not know who sends to them.

   Each rank first learns how many records other ranks send to it. Then the records are sent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "sparse_exchange.h"

PetscErrorCode SparseExchange(MPI_Comm comm, MPI_Datatype unit, PetscMPIInt nto,
                              const PetscMPIInt to[], const PetscInt first[], const void *data,
                              PetscInt *n, void *received)
{
  PetscMPIInt  tag, nfrom, *from, size;
  PetscInt    *count, *expected; /* [nto] records to send; [nfrom] records to receive */
  MPI_Comm     inner;
  MPI_Request *request;
  char        *records;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Type_size(unit, &size));
  PetscCall(PetscCommDuplicate(comm, &inner, &tag));
  PetscCall(PetscMalloc1(nto, &count));
  for (PetscMPIInt k = 0; k < nto; k++) count[k] = first[k + 1] - first[k];
  PetscCall(PetscCommBuildTwoSided(inner, 1, MPIU_INT, nto, to, count, &nfrom, &from, &expected));
  PetscCall(PetscSortMPIIntWithIntArray(nfrom, from, expected));
  *n = 0;
  for (PetscMPIInt k = 0; k < nfrom; k++) *n += expected[k];
  PetscCall(PetscMalloc1((size_t)size * (size_t)*n, &records));
  PetscCall(PetscMalloc1((size_t)nto + (size_t)nfrom, &request));
  for (PetscInt k = 0, at = 0; k < nfrom; at += expected[k++])
    PetscCallMPI(MPI_Irecv(records + (size_t)size * (size_t)at, (PetscMPIInt)expected[k], unit,
                           from[k], tag, inner, &request[k]));
  for (PetscMPIInt k = 0; k < nto; k++)
    PetscCallMPI(MPI_Isend((const char *)data + (size_t)size * (size_t)first[k],
                           (PetscMPIInt)count[k], unit, to[k], tag, inner, &request[nfrom + k]));
  PetscCallMPI(MPI_Waitall(nfrom + nto, request, MPI_STATUSES_IGNORE));
  *(void **)received = records;
  PetscCall(PetscFree(request));
  PetscCall(PetscFree(count));
  PetscCall(PetscFree(from));
  PetscCall(PetscFree(expected));
  PetscCall(PetscCommDestroy(&inner));
  PetscFunctionReturn(PETSC_SUCCESS);
}
