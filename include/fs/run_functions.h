/* run_functions.h: integrates a small system from functions of a program in one call, from starting
   PETSc to the motion in arrays. It is what bindings to other languages call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RUN_FUNCTIONS_H
#define FS_RUN_FUNCTIONS_H

#include <fs/dense_system.h>

/* FsMotionRequest - How FsRunFunctions integrates. */
typedef struct {
  const char *scheme;    /* the name of a scheme, such as lms4 */
  PetscReal   rho_inf;   /* the spectral radius at infinite frequency; negative: the default */
  int         stabilize; /* an FsStabilization */
  PetscReal   t0, t_end; /* [s] */
  PetscInt    steps;     /* the number of equal steps, at least 1 */
} FsMotionRequest;

/* FsRunFunctions - Integrates a system from functions on arrays, on the rank that calls it. It
   starts MPI and PETSc unless the program has done so (FsCaseCreate).

   Input:
     f        the functions
     request  the scheme and the steps
   Changed:
     q, v     [(steps + 1) n] the motion, row by row. On entry the first row is the initial state
   Output:
     a        [(steps + 1) n] accelerations
     lambda   [(steps + 1) m] multipliers; NULL if there are no constraints
     done     the number of steps that were taken
     message  [size] why the call has failed; empty if it has not
   Not collective. Errors: PETSC_ERR_USER_INPUT if the request or the functions do not fit, and
   PETSC_ERR_NOT_CONVERGED if a step could not be solved; FsCaseGetStatus gives the status. */
FS_EXTERN PetscErrorCode FsRunFunctions(const FsDenseFunctions *f, const FsMotionRequest *request,
                                        PetscReal q[], PetscReal v[], PetscReal a[],
                                        PetscReal lambda[], PetscInt *done, char message[],
                                        size_t size);

#endif
