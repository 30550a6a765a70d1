/* dense_system.h: makes a small system on one rank from functions that read and write arrays.

   The equations are those of user_system.h: r(t, q, v, a) + G(t, q)^T lambda = 0, Phi(t, q) = 0,
   with n unknowns and m constraints. Matrices are dense and stored row by row. This is for programs
   without PETSc's vectors, and for bindings such as fsolve.integrate of Python. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_DENSE_SYSTEM_H
#define FS_DENSE_SYSTEM_H

#include <fs/state.h>
#include <fs/export.h>

/* FsDenseFunctions - The functions of a small system, and their context. Each function returns 0,
   or another number if it has failed. */
typedef struct {
  PetscInt n; /* the number of unknowns, at least 1 */
  PetscInt m; /* the number of constraints; if it is 0, only residual and tangent are called */
  /* computes r[n], the inertial + internal - external forces, from the time t [s], q[n], v[n] and
     a[n] */
  int (*residual)(void *context, PetscReal t, const PetscReal q[], const PetscReal v[],
                  const PetscReal a[], PetscReal r[]);
  /* computes the tangent J[n n] = shift[0] dr/dq + shift[1] dr/dv + shift[2] dr/da */
  int (*tangent)(void *context, PetscReal t, const PetscReal q[], const PetscReal v[],
                 const PetscReal a[], const PetscReal shift[3], PetscReal J[]);
  /* computes the constraints phi[m] = Phi(t, q) */
  int (*phi)(void *context, PetscReal t, const PetscReal q[], PetscReal phi[]);
  /* G[m n] = dPhi/dq */
  int (*gradient)(void *context, PetscReal t, const PetscReal q[], PetscReal G[]);
  /* computes C[m n n], the second derivatives of each constraint with respect to q; NULL if G does
     not depend on q */
  int (*curvature)(void *context, PetscReal t, const PetscReal q[], PetscReal C[]);
  /* computes time derivatives of the constraints at fixed q: rate[m] = dPhi/dt, second[m] =
     d^2Phi/dt^2, and Gt[m n] = dG/dt, which is zero on entry. NULL if the constraints do not depend
     on time */
  int (*rates)(void *context, PetscReal t, const PetscReal q[], PetscReal rate[],
               PetscReal second[], PetscReal Gt[]);
  void *context;
} FsDenseFunctions;

/* FsSystemCreateDense - Creates a system from functions on arrays, on the rank that calls it.

   Input:
     f    the functions, borrowed until the system is destroyed
   Output:
     sys  the caller destroys it by FsSystemDestroy. Set its member stabilization before the first
          state is created. A vector of the system has n unknowns, then m multipliers
   Not collective. Input error: there is no unknown. If a function fails, the call that needs it
   ends with PETSC_ERR_NOT_CONVERGED. */
FS_EXTERN PetscErrorCode FsSystemCreateDense(const FsDenseFunctions *f, FsSystem *sys);

#endif
