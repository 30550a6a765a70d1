/* step_check.h: checks that a small step of Newton's method is a solution of its linear system. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_STEP_CHECK_H
#define FS_SOLVE_NEWTON_STEP_CHECK_H

#include <petscsnes.h>

/* StepCheck - The last iterate of a solve. All fields are zero before the first solve. */
typedef struct {
  Vec       x, r;        /* iterate and its residual; NULL before the first one; owned */
  PetscReal first, last; /* norms of the residuals of the first and of the last iterate */
  PetscInt  failed;      /* number of steps of the solve that were small and failed the check */
  PetscBool by_user;     /* the user has set an option of PETSc's solvers */
  PetscBool asked;       /* by_user is known */
} StepCheck;

/* StepCheckRecord - Records an iterate that has not converged, and its residual of this norm.

   Call it in the convergence test of the SNES, for iteration 0 too. Collective. */
PetscErrorCode StepCheckRecord(StepCheck *check, SNES snes, PetscInt iteration, PetscReal norm);

/* StepCheckApply - Checks the step from the recorded iterate to the present one.

   Options of the user may choose a linear solver or a line search that does nothing. Its steps are
   small, too. The check passes if the residual has become small: 1e-3 of the first one, and half of
   the last one. Round-off limits the residual of a stiff model. The check therefore also passes if
   the step solves the linear system of its iteration, up to a factor that a line search may choose,
   or to the round-off of the iterate. That costs one product with the matrix. Without options of
   PETSc's solvers the check passes: fsolve tests the factors and iterations that it chooses.
   Input:
     norm     norm of the present residual
     trusted  PETSC_TRUE if the linear solver has tested its result
   Output:
     passed   result of the check
   Collective. */
PetscErrorCode StepCheckApply(StepCheck *check, SNES snes, PetscReal norm, PetscBool trusted,
                              PetscBool *passed);

PetscErrorCode StepCheckDestroy(StepCheck *check);

#endif
