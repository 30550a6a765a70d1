/* memory_check.h: checks that enough memory is available before a large allocation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_BASE_MEMORY_CHECK_H
#define FS_BASE_MEMORY_CHECK_H

#include <fs/petsc_versions.h>

/* MemoryCheck - Raises PETSC_ERR_MEM on all ranks if some rank will need more memory than is
   available to it.

   Input:
     bytes  a lower bound of the memory that this rank will need [bytes]
     what   what needs the memory, for the message, such as "the mesh"
   The message has the needed and the available memory. Collective. */
PetscErrorCode MemoryCheck(MPI_Comm comm, double bytes, const char what[]);

/* MemoryFits - Determines whether every rank can get the memory that it needs.

   Input:
     bytes  the memory that this rank needs [bytes]
   Output:
     fits   PETSC_TRUE, on all ranks, if every rank can get its memory
   Collective. */
PetscErrorCode MemoryFits(MPI_Comm comm, double bytes, PetscBool *fits);

#endif
