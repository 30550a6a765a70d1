/* ahead.h: the stage of conditionally explicit schemes on mechanisms: the equation of motion at t, where the displacement is known,
   with the multipliers that make the displacement one step ahead obey the constraints. Fernandez de Bustos et al. 2024, section 8. */
#ifndef AHEAD_H
#define AHEAD_H

#include "family.h"

/* How the velocity at t, the displacement from there to t + h, and the jerk at t (for rotations, which do not commute; jerk NULL: not
   looked at) go with the acceleration at t: by a factor from where they are given. */
typedef struct {
  PetscReal t, h, v_of_a, dq_of_a, j_of_a;
  Vec       q, v, a, dq, jerk; /* in: at the acceleration a, in whose entries multipliers are; out: v, a, dq solved */
} AheadStep;

typedef struct _n_Ahead *Ahead;
PetscErrorCode           AheadCreate(FsSystem sys, Ahead *ahead);
PetscErrorCode           AheadDestroy(Ahead *ahead);
PetscErrorCode           AheadSolve(Ahead ahead, AheadStep *step, FsStageInfo *info);

#endif
