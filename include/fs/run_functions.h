/* run_functions.h: integrates a small system, whose equations are functions of a program, in one
   call that also starts PETSc and returns the motion in arrays. Bindings to other languages call
   it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_RUN_FUNCTIONS_H
#define FS_RUN_FUNCTIONS_H

#include <fs/dense_system.h>

/* FsMotionRequest - How FsRunFunctions integrates. */
typedef struct {
  const char *scheme;  /* the name of a scheme, such as lms4 */
  PetscReal   rho_inf; /* the spectral radius at infinite frequency; negative: the default */
  /* [nparameters] the names and values of parameters of the scheme (FsIntegratorSetParameter) */
  const char *const *parameter;
  const PetscReal   *value;
  PetscInt           nparameters;
  int                stabilize; /* an FsStabilization */
  PetscReal          t0, t_end; /* [s] */
  PetscInt           steps;     /* the number of equal steps, at least 1 */
  /* the relative and the absolute allowed error of a step. If one of them is positive, the sizes of
     steps follow from their errors (FsIntegrateAdaptive); the first size is (t_end - t0)/steps */
  PetscReal rtol, atol;
} FsMotionRequest;

/* FsMotionFunction - A function of a program that gets the state after each step: displacements
   q[n], velocities v[n], accelerations a[n] and multipliers lambda[m] at the time t [s]. Step 0 is
   the initial state. The function returns 0, or another number to end the integration. */
typedef int (*FsMotionFunction)(void *context, PetscInt step, PetscReal t, const PetscReal q[],
                                const PetscReal v[], const PetscReal a[], const PetscReal lambda[]);

/* FsRunFunctions - Integrates a system from functions on arrays, on the rank that calls it. It
   starts MPI and PETSc unless the program has done so (FsCaseCreate).

   Input:
     f        the functions
     request  the scheme and the steps
     q, v     [n] the initial state
     see      gets the initial state and the state after each step; its first argument is f->context
   Output:
     message  [size] the reason if the call has failed, otherwise empty
   Not collective. Errors: PETSC_ERR_USER_INPUT if the request or the functions do not fit, and
   PETSC_ERR_NOT_CONVERGED if a step could not be solved; FsCaseGetStatus gives the status. */
FS_EXTERN PetscErrorCode FsRunFunctions(const FsDenseFunctions *f, const FsMotionRequest *request,
                                        const PetscReal q[], const PetscReal v[],
                                        FsMotionFunction see, char message[], size_t size);

#endif
