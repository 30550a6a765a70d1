/* explicit_constrained.h: the stage of conditionally explicit schemes with joints. Such a scheme knows the displacement at t from
   the step before; the acceleration at t fixes the displacement at t + h. The stage solves the equation of motion
   at t with multipliers such that the displacement at t + h obeys the constraints (Fernandez de Bustos et al.
   2024, section 8). Called by conditionally_explicit.c; begin with ExplicitConstrainedStep. */
#ifndef FS_INTEGRATOR_SCHEMES_EXPLICIT_CONSTRAINED_H
#define FS_INTEGRATOR_SCHEMES_EXPLICIT_CONSTRAINED_H

#include "integrator/family.h"

/* One such stage; t, h in [s]. The line of the unknown acceleration a at t: v, dq (the displacement from t to t +
   h) and jerk (a' at t) change by the factors dv_da [s], dq_da [s2], dj_da [1/s] times the change of a. The
   jerk is needed for rotations alone, which do not commute (ChartAddCommutator); NULL: not used. */
typedef struct {
  PetscReal t, h, dv_da, dq_da, dj_da;
  /* global vectors of the caller. q: displacement at t. In: v, a, dq, jerk of one point of the line; a has the
     multipliers in their entries. Out: v, a, dq of the solution. */
  Vec q, v, a, dq, jerk;
} ExplicitConstrainedStep;

typedef struct _n_ExplicitConstrained *ExplicitConstrained;

/* ExplicitConstrainedCreate borrows sys, which has constraints. ExplicitConstrainedSolve adds iterations to info; a failure is
   info->ok false with a reason, and hopeless, since the displacement at t was found for steps of this size.
   Collective, as all here. */
PetscErrorCode ExplicitConstrainedCreate(FsSystem sys, ExplicitConstrained *solver);
PetscErrorCode ExplicitConstrainedDestroy(ExplicitConstrained *solver);
PetscErrorCode ExplicitConstrainedArchive(ExplicitConstrained solver, FsArchive a);
PetscErrorCode ExplicitConstrainedSolve(ExplicitConstrained solver, ExplicitConstrainedStep *step,
                                        FsStageInfo *info);

#endif
