/* continuation_step.h: computes single steps of a path of equilibria and undoes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CONTINUATION_STEP_H
#define FS_CONTINUATION_CONTINUATION_STEP_H

#include "continuation.h"

/* ContinuationDot - Computes the weighted product <x, y> of q over the squared length.
   Collective. */
PetscErrorCode ContinuationDot(const Continuation *c, Vec x, Vec y, PetscReal *dot);

/* ContinuationProduct - Computes the product of two directions (x, dt_x) and (y, dt_y) of the path.

   It defines lengths along the path. Collective. */
PetscErrorCode ContinuationProduct(const Continuation *c, Vec x, PetscReal dt_x, Vec y,
                                   PetscReal dt_y, PetscReal *product);

/* ContinuationTangent - Computes the factors, the index, dr/dt (force) and the tangent at c->s.

   Input:
     along, along_rate  direction of the path, which the tangent keeps; along NULL compares only the
                        rate of the level
   Output:
     ok                 whether the matrix could be factored
   Collective. */
PetscErrorCode ContinuationTangent(Continuation *c, Vec along, PetscReal along_rate, PetscBool *ok);

/* ContinuationProjectNeutral - Removes from x[n] their parts along c->neutral.

   Input:
     factors        factors of a tangent; x are solutions with them
     orthogonal_to  direction to which c->neutral must be orthogonal, or NULL
   Output:
     negative       number of neutral directions that count as unstable
   One step of inverse iteration with factors updates c->neutral first. Collective. */
PetscErrorCode ContinuationProjectNeutral(Continuation *c, Mat factors, Vec orthogonal_to,
                                          PetscInt n, const Vec x[], PetscInt *negative);

/* ContinuationCorrect - Computes an equilibrium as the trial state by Newton's method.

   Input:
     along, rate  direction from c->s
     size         the equilibrium is in the plane orthogonal to the direction at this distance
   Output:
     iterations   number of iterations; 0 if the method failed
   Collective. */
PetscErrorCode ContinuationCorrect(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                   PetscInt *iterations);

/* ContinuationAcceptTrial - Moves c->s to the trial state, where the next chart starts.

   The start of the step is kept for ContinuationRevert, which returns to it. Collective. */
PetscErrorCode ContinuationAcceptTrial(Continuation *c, PetscReal size);
PetscErrorCode ContinuationRevert(Continuation *c);

/* ContinuationTryStep - Takes a step of a size along the tangent.

   Output:
     cosine  cosine of the angle between the tangents at both ends
     ok      PETSC_FALSE if the step failed; then nothing has moved
   Collective. */
PetscErrorCode ContinuationTryStep(Continuation *c, PetscReal size, PetscInt *iterations,
                                   PetscReal *cosine, PetscBool *ok);

/* CriticalLocate - Locates and describes the critical points in the last step.

   Input:
     size  size of that step
   Output:
     all   whether the points explain the change of the index
   On return c->s is the state before that step. Collective. */
PetscErrorCode CriticalLocate(Continuation *c, PetscReal size, CriticalPoints *points,
                              PetscBool *all);

/* CriticalFindNeutral - Sets c->neutral to directions in which c->s has no stiffness.
   Collective. */
PetscErrorCode CriticalFindNeutral(Continuation *c, PetscInt max_directions);

#endif
