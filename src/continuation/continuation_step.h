/* continuation_step.h: computes single steps of a path of equilibria, and undoes them.

   continuation.h explains the words level, length, index and tangent of a path. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CONTINUATION_STEP_H
#define FS_CONTINUATION_CONTINUATION_STEP_H

#include "continuation.h"

/* ContinuationDot - Computes the inner product of two increments of q, by which lengths along a
   path of equilibria are measured.

   Input:
     c     the path, with the weights w of the entries of q in c->weights
     x, y  the increments, global vectors
   Output:
     dot   (sum of w_i x_i y_i) / c->length^2
   Collective. */
PetscErrorCode ContinuationDot(const Continuation *c, Vec x, Vec y, PetscReal *dot);

/* ContinuationProduct - Computes the inner product of two directions (x, dt_x) and (y, dt_y), by
   which lengths along a path of equilibria are measured.

   A direction consists of an increment of q, here x or y, and an increment of the load level, here
   dt_x or dt_y. Collective. */
PetscErrorCode ContinuationProduct(const Continuation *c, Vec x, PetscReal dt_x, Vec y,
                                   PetscReal dt_y, PetscReal *product);

/* ContinuationStepLength - Computes the length of an increment (x, dt) of q and of the level from
   all displacements, also under displacement control.

   It is infinite if the increment is not finite. Collective. */
PetscErrorCode ContinuationStepLength(const Continuation *c, Vec x, PetscReal dt, PetscReal *size);

/* continuation_rows - Returns how rows of constraints are written in the equilibria of a path. */
static inline FsConstraintRows continuation_rows(const Continuation *c)
{
  return (FsConstraintRows){FS_CONSTRAINT_POSITION, c->pencil->scale, c->pencil->scale};
}

/* ContinuationMoveState - Adds factor times x to q of s, in its chart, and to its multipliers.
   ContinuationCopyState copies q, the multipliers and the level. Both are collective. */
PetscErrorCode ContinuationMoveState(Continuation *c, FsState *s, PetscReal factor, Vec x);
PetscErrorCode ContinuationCopyState(const FsState *from, FsState *to);

/* ContinuationForces - Computes the residual c->r and its derivative c->force = dr/dt at s, whose
   values are the same on return. Collective. */
PetscErrorCode ContinuationForces(Continuation *c, FsState *s);

/* ContinuationProjectNeutral - Updates the neutral directions c->neutral, which have no stiffness,
   by one step of inverse iteration, and makes n vectors orthogonal to them.

   Input:
     factors        the factors of a stiffness matrix, by which the vectors x were computed
     orthogonal_to  a direction to which c->neutral must be orthogonal, or NULL
   Changed:
     x              [n] the vectors
   Output:
     negative       the number of neutral directions for which the factors have a negative pivot.
                    The stiffness of a neutral direction is round-off of any sign, so these pivots
                    are no unstable directions
   Collective. */
PetscErrorCode ContinuationProjectNeutral(Continuation *c, Mat factors, Vec orthogonal_to,
                                          PetscInt n, const Vec x[], PetscInt *negative);

/* ContinuationTangent - Computes the tangent of a path of equilibria at its present state c->s, of
   unit length.

   The function stores the tangent in c->tangent and c->rate. It also sets the factors of c->pencil,
   the number c->index of unstable directions, and c->force = dr/dt.
   Input:
     along       the increment of q of a direction that points forward on the path; NULL if the sign
                 of along_rate alone determines which way is forward
     along_rate  the increment of the load level of this direction
   Output:
     ok          PETSC_FALSE if the stiffness matrix could not be factored
   Collective. */
PetscErrorCode ContinuationTangent(Continuation *c, Vec along, PetscReal along_rate, PetscBool *ok);

/* ContinuationStiffnessSlope - Computes the derivative of the stiffness matrix along a path of
   equilibria, at its present state c->s.

   The derivative is a central difference between two states on the tangent of the path. Motion
   along a tangent stretches stiff elements to second order. In a central difference this error
   cancels.
   Input:
     distance  the length along the tangent from c->s to each of the two states; small
   Output:
     slope     the derivative of the matrix with respect to the length of the path; the caller
               destroys it
   c->pencil does not change, except that it is marked as symmetric. Collective. */
PetscErrorCode ContinuationStiffnessSlope(Continuation *c, PetscReal distance, Mat *slope);

/* ContinuationMakeProportional - Turns a path of equilibria into a proportional one from its
   present state c->s on. Displacements, rotations, multipliers and strains then change in
   proportion to the load level, along c->tangent. Collective. */
PetscErrorCode ContinuationMakeProportional(Continuation *c);

/* ContinuationCorrect - Computes the equilibrium at which a path crosses a plane, and stores it in
   c->trial. The iteration uses the factors that the corrector has (ContinuationKeepFactors). If it
   converges too slowly, or if ahead is not 0, Newton's method follows, which may replace these
   factors by those of a trial state.

   The plane is orthogonal to a direction, and has a given distance from the present state c->s
   along this direction.
   Input:
     along       the increment of q of the direction
     rate        the increment of the load level of the direction
     size        the distance of the plane from c->s
     ahead       the method starts at the point of the plane that lies along the direction, moved by
                 this length along the tangent of the path
   Output:
     iterations  the number of iterations; 0 if the method has failed
   Collective. */
PetscErrorCode ContinuationCorrect(Continuation *c, Vec along, PetscReal rate, PetscReal size,
                                   PetscReal ahead, PetscInt *iterations);

/* ContinuationKeepFactors - Gives the factors of the stiffness at the present state c->s to the
   corrector, and computes them if neither c->pencil nor the corrector has any.

   The corrector begins each step with these factors, and computes others only if its iteration
   converges too slowly. If c->pencil does not have the factors at c->s, because a step has failed
   or was undone, the corrector keeps those of the last state that it has factored, which is near.
   On return c->pencil has no factors that are of use. Collective. */
PetscErrorCode ContinuationKeepFactors(Continuation *c);

/* ContinuationAcceptTrial - Moves the present equilibrium c->s of a path to c->trial, and increases
   the length c->arc of the path by size.

   Increments of rotations are then counted from the new state. ContinuationRevert returns to the
   equilibrium before this call. Both functions are collective. */
PetscErrorCode ContinuationAcceptTrial(Continuation *c, PetscReal size);
PetscErrorCode ContinuationRevert(Continuation *c);

/* ContinuationTryStep - Takes a step along the tangent of a path to the next equilibrium.

   Input:
     size        the length of the step along the path
   Output:
     iterations  the number of Newton iterations; 0 if Newton's method has failed
     cosine      how much the path bends in the step. Two cosines are computed: that of the angle
                 between the tangents at both ends of the step, and that of the angle between the
                 first tangent and the step. The result is the smaller one
     ok          PETSC_FALSE if the step has failed; then c->s has not moved
   Collective. */
PetscErrorCode ContinuationTryStep(Continuation *c, PetscReal size, PetscInt *iterations,
                                   PetscReal *cosine, PetscBool *ok);

/* DoublePointFindBranch - Finds the direction in which a branch leaves a double bifurcation, and an
   equilibrium on the branch.

   Input:
     at          the bifurcation, at c->s; it has two shapes
     shape       the index of one of them. The branch nearest to sign times this shape is taken
     sign        1 or -1
     size        the distance of the equilibrium from the bifurcation, as a length of the path
   Output:
     along       the direction; sign times the shape if no branch is found
     iterations  the number of iterations for the equilibrium, which is c->trial; 0 if none is found
   On return c->nneutral is 0. Collective. */
PetscErrorCode DoublePointFindBranch(Continuation *c, const CriticalPoint *at, PetscInt shape,
                                     PetscReal sign, PetscReal size, Vec along,
                                     PetscInt *iterations);

/* CriticalLocate - Locates the critical points in the last step of a path of equilibria, where the
   stiffness matrix is singular.

   Input:
     size    the length of the last step
   Output:
     points  the critical points; the caller destroys them by CriticalPointsDestroy
     all     PETSC_TRUE if the points explain the whole change of the index in the step, or if they
             are as many as c->wanted. The index is the number of unstable directions
   On return c->s is the equilibrium at the start of the step. Collective. */
PetscErrorCode CriticalLocate(Continuation *c, PetscReal size, CriticalPoints *points,
                              PetscBool *all);

/* CriticalFindNeutral - Finds the directions in which the present equilibrium c->s of a path has no
   stiffness, at most max_directions of them. The function stores the directions in c->neutral, and
   their number in c->nneutral. Collective. */
PetscErrorCode CriticalFindNeutral(Continuation *c, PetscInt max_directions);

/* ContinuationTurnCorner - Turns a corner of a path, at which all steps along the tangent fail
   although there are equilibria beyond it. At a corner a law of forces changes its slope, for
   example where a node touches a stop.

   Output:
     iterations  the number of Newton iterations
     turned      PETSC_TRUE if c->s has moved to an equilibrium just beyond the corner
   Collective. */
PetscErrorCode ContinuationTurnCorner(Continuation *c, PetscInt *iterations, PetscBool *turned);

/* ---- hidden pair ----------------------------------------------------------------------------- */

/* Finds out whether two critical points may hide in a step of a path of equilibria. The number of
   unstable directions changes at one of the points and back at the other, so that both ends of the
   step have the same number. */

/* HiddenPairCheck - Determines whether a pair of critical points may hide in the last step of a
   path of equilibria.

   For s from 0 to 1 along the step, the stiffness matrix is to second order K(s) = (1 - s)^2 A + 2
   s (1 - s) B + s^2 C. A and C are the matrices at the start and the end of the step, and B = C -
   C'/2. If A, B and C are positive definite, K(s) is positive definite, and no pair can hide. If B
   is not positive definite, a pair is possible but not certain. Then the eigenvalue nearest to 0
   decides: the cubic polynomial with the values and slopes of this eigenvalue at both ends must not
   reach 0.
   Input:
     size   the length of the step, which ends at c->s
   Output:
     hides  PETSC_TRUE if a pair may hide. The step has then been undone; otherwise c->s is still
            the end of the step
   Collective. */
PetscErrorCode HiddenPairCheck(Continuation *c, PetscReal size, PetscBool *hides);

#endif
