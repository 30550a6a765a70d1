/* sparse_exchange.h: sends records to ranks that do not know who sends to them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MESH_DISTRIBUTED_SPARSE_EXCHANGE_H
#define FS_MESH_DISTRIBUTED_SPARSE_EXCHANGE_H

#include <fs/fs.h>

/* SparseExchange - Sends records to some ranks, and receives those that other ranks send.

   Input:
     unit   type of a record, without gaps
     to     [nto] ranks, all different
     first  [nto + 1] rank to[k] gets data[first[k]] to data[first[k + 1] - 1]
   Output:
     n         number of records that arrived
     received  (*received)[*n], sorted by rank; the caller frees it with PetscFree()
   Collective. Ranks that have no records for each other exchange no messages
   (PetscCommBuildTwoSided). */
PetscErrorCode SparseExchange(MPI_Comm comm, MPI_Datatype unit, PetscMPIInt nto,
                              const PetscMPIInt to[], const PetscInt first[], const void *data,
                              PetscInt *n, void *received);

#endif
