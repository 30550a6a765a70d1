/* memory_check.h: memory that is not there, found before it is asked for. */
#ifndef FS_BASE_MEMORY_CHECK_H
#define FS_BASE_MEMORY_CHECK_H

#include <fs/fs.h>

/* PETSC_ERR_MEM (status 3) on all ranks if some rank is about to take more bytes than are left for it, with both
   numbers. bytes: this rank's, rather less than more; what: "the mesh", for the message. Collective. */
PetscErrorCode MemoryCheck(MPI_Comm comm, double bytes, const char what[]);

/* *fits: so many bytes are left on every rank. Collective. */
PetscErrorCode MemoryFits(MPI_Comm comm, double bytes, PetscBool *fits);

#endif
