/* sparse_exchange.h: sends records to ranks that do not know who sends to them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_SPARSE_EXCHANGE_H
#define FS_MESH_DISTRIBUTED_SPARSE_EXCHANGE_H

#include <fs/petsc_versions.h>

/* SparseExchange - Sends records to some ranks, and receives what any rank sends to this rank.

   Input:
     unit   MPI type of a record; the size and the extent of this type must be equal
     to     [nto] ranks to which this rank sends, all different
     first  [nto + 1] rank to[k] gets the records first[k] to first[k + 1] - 1 of data
     data   [first[nto]] records to send
   Output:
     n         number of received records
     received  address of a pointer, which is set to *n records, sorted by the rank that sent them;
               the caller frees them by PetscFree()
   Collective. Two ranks without records for each other do not exchange messages
   (PetscCommBuildTwoSided). */
PetscErrorCode SparseExchange(MPI_Comm comm, MPI_Datatype unit, PetscMPIInt nto,
                              const PetscMPIInt to[], const PetscInt first[], const void *data,
                              PetscInt *n, void *received);

#endif
