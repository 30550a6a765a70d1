/* memory_check.h: checks that enough memory is available before a large allocation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_MEMORY_CHECK_H
#define FS_BASE_MEMORY_CHECK_H

#include <fs/fs.h>

/* MemoryCheck - Raises PETSC_ERR_MEM on all ranks if a rank will need more memory than it has
   left.

   Input:
     bytes  lower bound of the bytes that this rank will need
     what   names the object in the message, such as "the mesh"
   The message has the needed and the available memory. Collective. */
PetscErrorCode MemoryCheck(MPI_Comm comm, double bytes, const char what[]);

/* MemoryFits - Sets *fits to whether each rank has the memory left that it asks for in bytes.
   Collective. */
PetscErrorCode MemoryFits(MPI_Comm comm, double bytes, PetscBool *fits);

#endif
