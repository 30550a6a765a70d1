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

/* FileLockOpen - Opens a file, locks it, and makes it an empty HDF5 file that readers can open.

   Input:
     option  the option that names the file, for messages
   Output:
     fd      descriptor on rank 0, which holds the locks until it is closed; -1 on other ranks

   A byte far beyond the end of the file is locked, where no other program locks. If two runs
   have one output, the second is rejected. The whole file is also locked in the way of readers,
   so that other programs can open it to read but not to write. Collective. Input errors: the
   file exists, is in use, or cannot be made. */
PetscErrorCode FileLockOpen(MPI_Comm comm, const char option[], const char path[],
                            FileLockMode kind, int *fd);

#endif
