/* file_lock.h: a run takes its output file. Called by file.c. */
#ifndef FS_FILE_FILE_LOCK_H
#define FS_FILE_FILE_LOCK_H

#include <petscsys.h>

/* Open the file, lock it, and make it an empty one of HDF5: whoever finds it can read it. It is locked so that of two runs
   with one output one is refused, on a byte far beyond the end of the file, where no other program locks; and as readers do
   that lock the whole file: they are let in, while other programs cannot open it to write. ANY: a file that is there is
   emptied, but no symbolic link; AS_IT_IS: it must be there, and is not changed. option begins messages. *fd: rank 0's
   descriptor, which holds the locks until it is closed; -1 on others.
   Collective. Input errors: the file is there, or in use, or cannot be made. */
typedef enum { FILE_LOCK_NEW, FILE_LOCK_OVERWRITE, FILE_LOCK_EXISTING } FileLockMode;
PetscErrorCode FileLockOpen(MPI_Comm comm, const char option[], const char path[],
                            FileLockMode kind, int *fd);

#endif
