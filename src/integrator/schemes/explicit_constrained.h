/* explicit_constrained.h: solves stages of conditionally explicit schemes with joints.

   Such a scheme knows the displacement at t from the step before, and the acceleration at t
   determines the displacement at t + h. The stage solves the equation of motion at t for the
   acceleration and for multipliers such that the displacement at t + h obeys the constraints
   (Fernandez de Bustos et al. 2024, section 8). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_SCHEMES_EXPLICIT_CONSTRAINED_H
#define FS_INTEGRATOR_SCHEMES_EXPLICIT_CONSTRAINED_H

#include "integrator/family.h"

/* ExplicitConstrainedStep - Data of one stage; t and h in [s].

   The line of the unknown acceleration a at t consists of v, dq (the displacement from t to t + h)
   and jerk (a' at t). They change by the factors dv_da [s], dq_da [s2] and dj_da [1/s] times the
   change of a. Only rotations need the jerk, because they do not commute; NULL if it is not
   used. */
typedef struct {
  PetscReal t, h, dv_da, dq_da, dj_da;
  /* Vectors of the caller; q is the displacement at t. Input: v, a, dq and jerk of one point of the
     line; a has the multipliers in their entries. Output: v, a and dq of the solution. */
  Vec q, v, a, dq, jerk;
} ExplicitConstrainedStep;

typedef struct _n_ExplicitConstrained *ExplicitConstrained;

/* ExplicitConstrainedCreate - Creates a solver; sys is borrowed and has constraints. Collective. */
PetscErrorCode ExplicitConstrainedCreate(FsSystem sys, ExplicitConstrained *solver);
PetscErrorCode ExplicitConstrainedDestroy(ExplicitConstrained *solver);
PetscErrorCode ExplicitConstrainedArchive(ExplicitConstrained solver, FsArchive a);

/* ExplicitConstrainedSolve - Solves one stage and adds its iterations to info.

   If it fails, info->ok is PETSC_FALSE with a reason, and info->diverged is PETSC_TRUE, because the
   displacement at t belongs to a step of this size. Collective. */
PetscErrorCode ExplicitConstrainedSolve(ExplicitConstrained solver, ExplicitConstrainedStep *step,
                                        FsStageInfo *info);

#endif
