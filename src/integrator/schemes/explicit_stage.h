/* explicit_stage.h: computes the coefficients of conditionally explicit schemes, and solves
   their stages on systems with joints.

   A scheme of degree d + 1 is a Taylor step of the displacement x from t_k to t_{k+1} = t_k + h.
   The highest derivative in it, top = x^(d), is a weighted mean over two times (Fernandez de Bustos
   et al. 2024, eqs. (15)-(16), (40)-(43), (68)-(72)). For the derivatives m = 1 to d - 1
     x^(m)_{k+1} = sum_{i=m}^{d-1} h^{i-m}/(i-m)! x^(i)_k
                   + h^{d-m}/(d-m)! [p_m top_{k+1} + (1 - p_m) top_k].
   The displacement (m = 0) uses the mean one step earlier, p_0 top_k + (1 - p_0) top_{k-1}, and so
   is explicit. The results of the functions are coefficients of the d + 2 known numbers x_k, x'_k,
   ..., x^(d)_k = top_k, top_{k-1}. Arrays of d + 3 coefficients have the coefficient of a_{k+1},
   the new acceleration, at the end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INTEGRATOR_SCHEMES_EXPLICIT_STAGE_H
#define FS_INTEGRATOR_SCHEMES_EXPLICIT_STAGE_H

#include <fs/integrator.h>
#include "integrator/family.h"

enum { EXPLICIT_MAX_D = 4 };

typedef struct {
  PetscInt  d;                 /* order of the highest derivative, 2 to EXPLICIT_MAX_D */
  PetscReal p[EXPLICIT_MAX_D]; /* [d] weights p_m: alpha, beta, gamma, zeta of the paper */
} ExplicitFormula;

/* taylor_weight - Returns h^n / n!. */
PetscReal taylor_weight(PetscReal h, PetscInt n);

/* velocity_per_acceleration - Returns the derivative [s] of the velocity at the end of a step by
   the acceleration there, dv_{k+1} / da_{k+1}, for a step of size h [s]. */
PetscReal velocity_per_acceleration(const ExplicitFormula *f, PetscReal h);

/* known_coefficients - Computes the known part of the derivative x^(m)_{k+1}, m > 0, of an explicit
   scheme, which does not depend on the highest derivative top_{k+1}.

   Output:
     c[d + 2]  coefficients of x_k, x'_k, ..., top_k, top_{k-1} */
void known_coefficients(const ExplicitFormula *f, PetscReal h, PetscInt m, PetscReal c[]);

/* displacement_coefficients - Computes the coefficients of the displacement x_{k+1} at the end of a
   step of an explicit scheme.

   Input:
     ratio     size of this step divided by the size of the step before
   Output:
     c[d + 2]  coefficients of x_k, x'_k, ..., top_k, top_{k-1}
   The difference top_k - top_{k-1} belongs to the step before and is multiplied by ratio. */
void displacement_coefficients(const ExplicitFormula *f, PetscReal h, PetscReal ratio,
                               PetscReal c[]);

/* new_derivatives - Computes the coefficients of all derivatives x^(m)_{k+1}, m = 1 to d, at the
   end of a step of an explicit scheme.

   Output:
     derivative  [m][d + 3] coefficients of x_k, x'_k, ..., top_k, top_{k-1}, a_{k+1} */
void new_derivatives(const ExplicitFormula *f, PetscReal h,
                     PetscReal derivative[][EXPLICIT_MAX_D + 3]);

/* next_coefficients - Computes the coefficients of the displacement increment of the next step of
   an explicit scheme, and of the jerk, which is the third derivative of the displacement.

   Output:
     q     [d + 3] coefficients of the displacement from t_{k+1} to t_{k+2} = t_{k+1} + h
     jerk  [d + 3] coefficients of the jerk at t_{k+1}; zeros if d is 2 */
void next_coefficients(const ExplicitFormula *f, PetscReal h, PetscReal q[], PetscReal jerk[]);

/* is_stable_constrained - Determines whether an explicit scheme is stable in directions that joints
   constrain.

   In these directions the displacement is 0 at all times, and each acceleration is such that the
   next displacement is 0. The other derivatives, scaled by powers of h, start at 1. The scheme
   counts as stable if they are below 1e6 in 1000 steps. */
PetscBool is_stable_constrained(const ExplicitFormula *f, PetscReal h);

/* ---- explicit constrained -------------------------------------------------------------------- */

/* Solves stages of conditionally explicit schemes (explicit_stage.h) on systems with
   joints.

   Such a scheme knows the displacement at the time t from the step before, and the acceleration
   at t determines the displacement at t + h. The stage solves the equation of motion at t for
   the acceleration and the multipliers, so that the displacement at t + h satisfies the
   constraints (Fernandez de Bustos et al. 2024, section 8). */

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
