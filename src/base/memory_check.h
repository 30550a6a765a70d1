/* memory_check.h: checks that enough memory is available before a large allocation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_MEMORY_CHECK_H
#define FS_BASE_MEMORY_CHECK_H

#include <fs/fs.h>

/* MemoryCheck - Raises PETSC_ERR_MEM on all ranks if a rank will need more memory than it has
   left.

   Input:
     bytes  bytes that this rank will need, a lower bound
     what   the object in the message, such as "the mesh"
   The message has both numbers. Collective. */
PetscErrorCode MemoryCheck(MPI_Comm comm, double bytes, const char what[]);

/* MemoryFits - Sets *fits to whether bytes of memory are left on every rank. Collective. */
PetscErrorCode MemoryFits(MPI_Comm comm, double bytes, PetscBool *fits);

#endif
