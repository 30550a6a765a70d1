/* fs.h: what every public header includes: PETSc, and the exit statuses of the program.
   To write a solver or a scheme, read system.h, then solve.h, then integrator.h. */
#ifndef FS_FS_H
#define FS_FS_H

#include <petscsnes.h>
#include <fs/versions.h>

/* A moment of a harmonic motion: the harmonic parts of loads and prescribed motions, whose amplitudes and phases a model has, act with
   size times these, as cos(angle + phase), angle = omega t. size 0: they do not act. */
typedef struct {
  PetscReal size, omega, angle; /* 1, [rad/s], [rad] */
} FsHarmonic;

/* Exit status of the program. Raise input errors with PETSC_ERR_USER_INPUT (FS_EXIT_INPUT), failed solves with
   PETSC_ERR_NOT_CONVERGED, files that cannot be written with PETSC_ERR_FILE_WRITE, memory that is not there with
   PETSC_ERR_MEM (all FS_EXIT_SOLVE), a run that was asked to stop with FS_ERR_STOPPED (FS_EXIT_STOPPED). Every other error
   code is taken for a bug: PETSc prints its traceback and the status is FS_EXIT_BUG. */
#define FS_ERR_STOPPED                                                                             \
  ((PetscErrorCode)(PETSC_ERR_MAX_VALUE +                                                          \
                    1)) /* none of PETSc's, which has PETSC_ERR_SIG for crashes */
enum { FS_EXIT_INPUT = 2, FS_EXIT_SOLVE = 3, FS_EXIT_STOPPED = 4, FS_EXIT_BUG = 70 };

#endif
