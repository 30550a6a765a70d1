/* continuation_step.h: computes single steps of a path of equilibria and undoes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CONTINUATION_STEP_H
#define FS_CONTINUATION_CONTINUATION_STEP_H

#include "continuation.h"

/* ContinuationDot - Computes dot = (sum of w_i x_i y_i) / c->length^2, with the weights w of c.

   x and y are increments of q. Collective. */
PetscErrorCode ContinuationDot(const Continuation *c, Vec x, Vec y, PetscReal *dot);

/* ContinuationProduct - Computes the inner product of two directions (x, dt_x) and (y, dt_y).

   A direction consists of an increment of q and one of the load level. The product defines lengths
   along the path. Collective. */
PetscErrorCode ContinuationProduct(const Continuation *c, Vec x, PetscReal dt_x, Vec y,
                                   PetscReal dt_y, PetscReal *product);

/* ContinuationTangent - Computes the tangent of the path at c->s, and sets the members for it.

   These are the factors of c->pencil, and c->index, c->force = dr/dt, c->tangent and c->rate.
   Input:
     along       increment of q in a direction that is forward on the path; NULL if only the sign
                 of along_rate counts
     along_rate  increment of the level in this direction
   Output:
     ok          PETSC_TRUE if the matrix could be factored
   Collective. */
PetscErrorCode ContinuationTangent(Continuation *c, Vec along, PetscReal along_rate, PetscBool *ok);

/* ContinuationStiffnessSlope - Computes the derivative of the stiffness along the path at c->s.

   It is a central difference between states on the tangent of the path. Terms of second order,
   which stretch stiff elements, cancel. Input: distance  from c->s to these states; small The
   caller destroys *slope. c->pencil does not change, except that it counts as symmetric.
   Collective. */
PetscErrorCode ContinuationStiffnessSlope(Continuation *c, PetscReal distance, Mat *slope);

/* ContinuationMakeProportional - Makes the path proportional from c->s on, along c->tangent.

   See ContinuationMeasure. Collective. */
PetscErrorCode ContinuationMakeProportional(Continuation *c);

/* ContinuationProjectNeutral - Updates c->neutral, and makes each of x[n] orthogonal to it.

   The update is one step of inverse iteration with factors.
   Input:
     factors        factors of a stiffness matrix, with which x was solved for
     orthogonal_to  direction to which c->neutral must be orthogonal, or NULL
   Output:
     negative       number of neutral directions that factors count as unstable
   Collective. */
PetscErrorCode ContinuationProjectNeutral(Continuation *c, Mat factors, Vec orthogonal_to,
                                          PetscInt n, const Vec x[], PetscInt *negative);

/* ContinuationCorrect - Sets c->trial to an equilibrium, by Newton's method.

   The equilibrium lies in the plane orthogonal to a direction, at a distance from c->s.
   Input:
     along       increment of q in this direction
     rate        increment of the level in this direction
     size        distance of the plane from c->s
   Output:
     iterations  number of iterations; 0 if the method failed
   Collective. */
PetscErrorCode ContinuationCorrect(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                   PetscInt *iterations);

/* ContinuationAcceptTrial - Moves c->s to c->trial, and c->arc by size.

   Charts of rotations then start at the new state. ContinuationRevert returns to the state before
   this call. Both are collective. */
PetscErrorCode ContinuationAcceptTrial(Continuation *c, PetscReal size);
PetscErrorCode ContinuationRevert(Continuation *c);

/* ContinuationTryStep - Takes a step of a size along c->tangent.

   Output:
     iterations  number of Newton iterations; 0 if the method failed
     cosine      cosine of the angle between the tangents at both ends of the step, or between the
                 first tangent and the step, whichever is smaller
     ok          PETSC_FALSE if the step failed; then c->s has not moved
   Collective. */
PetscErrorCode ContinuationTryStep(Continuation *c, PetscReal size, PetscInt *iterations,
                                   PetscReal *cosine, PetscBool *ok);

/* CriticalLocate - Locates and describes the critical points in the last step.

   Input:
     size  size of that step
   Output:
     all   PETSC_TRUE if the points found explain the whole change of the index
   On return c->s is the state at the start of that step. Collective. */
PetscErrorCode CriticalLocate(Continuation *c, PetscReal size, CriticalPoints *points,
                              PetscBool *all);

/* CriticalFindNeutral - Sets c->neutral to the directions in which c->s has no stiffness.

   They are at most max_directions; their number becomes c->nneutral. Collective. */
PetscErrorCode CriticalFindNeutral(Continuation *c, PetscInt max_directions);

/* ---- hidden pair ----------------------------------------------------------------------------- */

/* Finds out whether two critical points may hide in a step of a path.
   The index changes at one of them and back at the other, so that both ends of the step have the
   same index. */

/* HiddenPairCheck - Determines whether a pair of critical points may hide in the last step.

   To second order in the step, the stiffness is K(s) = (1 - s)^2 A + 2 s (1 - s) B + s^2 C, with A
   and C at its ends, and B = C - C'/2. If A, B and C are positive definite, so is K(s), and no pair
   can hide. The test of B is sufficient only. If it fails, the eigenvalue nearest to 0 decides: its
   values and slopes at both ends give a cubic, which must not reach 0.
   Input:
     size   size of the step, which ends at c->s
   Output:
     hides  whether a pair may hide; then the step has been undone. Otherwise c->s is its end
   Collective. */
PetscErrorCode HiddenPairCheck(Continuation *c, PetscReal size, PetscBool *hides);

#endif
