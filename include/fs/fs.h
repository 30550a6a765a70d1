/* fs.h: the vocabulary that every module shares. */
#ifndef FS_FS_H
#define FS_FS_H

#include <petscsnes.h>

#ifndef PETSC_SUCCESS /* PETSc 3.19 and later */
#define PETSC_SUCCESS 0
#endif

/* Exit status of the program. Input errors are raised with PETSC_ERR_USER_INPUT, failed solves with
   PETSC_ERR_NOT_CONVERGED, files that cannot be written with PETSC_ERR_FILE_WRITE; every other error is a bug and leaves
   with PETSc's own code. */
enum { FS_EXIT_INPUT = 2, FS_EXIT_SOLVE = 3, FS_EXIT_BUG = 70 };

#endif
