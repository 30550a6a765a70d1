/* file_lock.h: opens an output file and locks it against other runs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FILE_FILE_LOCK_H
#define FS_FILE_FILE_LOCK_H

#include <petscsys.h>

/* FileLockMode - What FileLockOpen does with an existing file.
     NEW        raises an input error
     OVERWRITE  empties the file, unless it is a symbolic link
     EXISTING   does not change the file, which must exist */
typedef enum { FILE_LOCK_NEW, FILE_LOCK_OVERWRITE, FILE_LOCK_EXISTING } FileLockMode;

/* FileLockOpen - Opens a file and locks it, so that no other run writes it.

   Except with FILE_LOCK_EXISTING, the file becomes an empty HDF5 file that readers can open.
   Input:
     option  the option that names the file, for messages
     kind    what is done with an existing file
   Output:
     fd      the descriptor of the file on rank 0, which has the locks until it is closed; -1 on
             other ranks

   There are two locks. The first is on a byte far beyond the end of the file, where no other
   program locks. It rejects a second run with the same output. The second is the shared lock of
   readers on the whole file. It lets other programs open the file to read but not to write.
   Collective. Input errors: the file exists (FILE_LOCK_NEW), is in use, or cannot be opened or
   created. Returns PETSC_ERR_FILE_WRITE if the disk is full. */
PetscErrorCode FileLockOpen(MPI_Comm comm, const char option[], const char path[],
                            FileLockMode kind, int *fd);

#endif
