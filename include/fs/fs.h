/* fs.h: the headers of PETSc, the export macro, error codes and exit statuses, which all public
   headers need.

   To write a solver or a scheme, read system.h, then solve.h, then integrator.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_FS_H
#define FS_FS_H

#include <petscsnes.h>
#include <fs/export.h>
#include <fs/petsc_versions.h>
#include <fs/version.h>

/* FsHarmonic - An instant of a harmonic motion, at which the harmonic parts of loads and prescribed
   motions are evaluated.

   In the model such a harmonic part has an amplitude and a phase. At the instant its value is
   size * amplitude * cos(angle + phase). */
typedef struct {
  PetscReal size;  /* 1, or 0 if harmonic parts are left out */
  PetscReal omega; /* the angular frequency [rad/s] */
  PetscReal angle; /* omega times the time of the instant [rad] */
} FsHarmonic;

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
