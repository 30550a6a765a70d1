/* sparse_exchange.h: records for ranks that do not expect any. Called by mesh and assembly. */
#ifndef FS_MESH_DISTRIBUTED_SPARSE_EXCHANGE_H
#define FS_MESH_DISTRIBUTED_SPARSE_EXCHANGE_H

#include <fs/fs.h>

/* Send data[first[k]], ..., data[first[k + 1] - 1], k < nto, records of type unit without gaps, to rank to[k], each to another one.
   (*received)[*n]: what ranks have sent to this one, in their order; the caller frees it by PetscFree. Collective; ranks that have
   nothing for each other exchange nothing (PetscCommBuildTwoSided). */
PetscErrorCode SparseExchange(MPI_Comm comm, MPI_Datatype unit, PetscMPIInt nto,
                              const PetscMPIInt to[], const PetscInt first[], const void *data,
                              PetscInt *n, void *received);

#endif
