/* exit_status.h: the exit statuses of the program, and the error code of a run that was stopped. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EXIT_STATUS_H
#define FS_EXIT_STATUS_H

#include <petscsys.h>

/* The error code of a run that was asked to stop. It is larger than all codes of PETSc, whose
   PETSC_ERR_SIG means a crash. */
#define FS_ERR_STOPPED ((PetscErrorCode)(PETSC_ERR_MAX_VALUE + 1))

/* The exit statuses of the program, and the PETSc error codes that cause them:
     FS_EXIT_INPUT    input errors, raised as PETSC_ERR_USER_INPUT
     FS_EXIT_SOLVE    failed solves (PETSC_ERR_NOT_CONVERGED), files that cannot be written
                      (PETSC_ERR_FILE_WRITE), and too little memory (PETSC_ERR_MEM)
     FS_EXIT_STOPPED  FS_ERR_STOPPED
     FS_EXIT_BUG      every other error code; PETSc prints its traceback */
enum { FS_EXIT_INPUT = 2, FS_EXIT_SOLVE = 3, FS_EXIT_STOPPED = 4, FS_EXIT_BUG = 70 };

#endif
