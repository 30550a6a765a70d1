/* explicit_constrained.h: solves stages of conditionally explicit schemes (explicit_coefficients.h)
   on systems with joints.

   Such a scheme knows the displacement at the time t from the step before, and the acceleration at
   t determines the displacement at t + h. The stage solves the equation of motion at t for the
   acceleration and the multipliers, so that the displacement at t + h satisfies the constraints
   (Fernandez de Bustos et al. 2024, section 8). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_SCHEMES_EXPLICIT_CONSTRAINED_H
#define FS_INTEGRATOR_SCHEMES_EXPLICIT_CONSTRAINED_H

#include "integrator/family.h"

/* ExplicitConstrainedStep - The data of one stage at the time t [s], in a step of size h [s].

   The unknown is the acceleration a at t. The velocity v at t, the displacement dq from t to t + h,
   and the jerk a' at t depend on it linearly. Their derivatives by a are dv_da [s], dq_da [s2] and
   dj_da [1/s]. Only rotations need the jerk, because rotations do not commute. If nothing needs the
   jerk, the member jerk is NULL. */
typedef struct {
  PetscReal t, h, dv_da, dq_da, dj_da;
  /* Vectors of the caller: displacement q, velocity v, acceleration a and jerk at t, and
     displacement dq until t + h. On entry v, dq and jerk belong to an arbitrary a. On return v, a
     and dq are the solution, and the entries of multipliers in a are the multipliers. */
  Vec q, v, a, dq, jerk;
} ExplicitConstrainedStep;

typedef struct _n_ExplicitConstrained *ExplicitConstrained;

/* ExplicitConstrainedCreate - Creates a solver for a system with constraints, which is borrowed.
   Collective. */
PetscErrorCode ExplicitConstrainedCreate(FsSystem sys, ExplicitConstrained *solver);
PetscErrorCode ExplicitConstrainedDestroy(ExplicitConstrained *solver);
/* ExplicitConstrainedArchive - Writes to a checkpoint, or reads from it, what the solver keeps
   between steps. Collective. */
PetscErrorCode ExplicitConstrainedArchive(ExplicitConstrained solver, FsArchive a);

/* ExplicitConstrainedSolve - Solves the equation of motion of an explicit step for the acceleration
   and the multipliers, and adds the numbers of iterations to info.

   If the solve fails, info->ok becomes PETSC_FALSE, and info->reason says why. A shorter step would
   not help, because the displacement at t was computed for this size of the step. Therefore
   info->diverged becomes PETSC_TRUE as well. Collective. */
PetscErrorCode ExplicitConstrainedSolve(ExplicitConstrained solver, ExplicitConstrainedStep *step,
                                        FsStageInfo *info);

#endif
