/* descent.h: finds a stable equilibrium under constant loads by a descent of the energy.

   A step of the descent minimizes the potential energy plus sigma/2 times the squared distance from
   the start of the step, subject to the constraints (proximal point method: Rockafellar 1976). Such
   a step is also one of the implicit Euler method for a viscous motion (Kelley & Keyes 1998).
   Newton's method solves its equations. The number of negative pivots of the factored matrix shows
   whether the solution is a minimum; if the solution is not a minimum, sigma increases. After steps
   that converge fast, sigma decreases. If the descent starts at an unstable equilibrium, the first
   step goes along the direction in which the equilibrium is softest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_DESCENT_DESCENT_H
#define FS_CONTINUATION_DESCENT_DESCENT_H

#include <fs/solve.h>
#include "eigen/pencil.h"

/* NodeFields - Vectors of displacements and rotations that do not depend on the number of ranks.

   An unstable equilibrium can be left along several directions, in either sense. These vectors
   select the direction and its sign, so that the result does not depend on the number of ranks. */
typedef struct {
  PetscInt n; /* the number of fields */
  /* the function that sets the global vector field to the field with this number, 0 to n - 1;
     collective */
  PetscErrorCode (*fill)(const void *context, PetscInt number, Vec field);
  const void *context; /* the first argument of fill, borrowed */
} NodeFields;

/* DescentRun - Changes the state s to a stable equilibrium with less energy, under constant loads.

   Input:
     stage    a stage of sys that is set up for equilibria; it solves for the final state
     loading  the loading, which must be conservative
     weights  the diagonal of the inner product that measures distances: 1 for displacements, the
              square of a length [m2] for rotations, 0 for multipliers
     fields   select the direction along which an unstable equilibrium is left
     leave    PETSC_TRUE if s is an unstable equilibrium, which must be left along its softest
              direction
   Changed:
     s        on entry a state at rest that nearly satisfies the constraints; on return a stable
              equilibrium. If info->ok is PETSC_FALSE, s is an intermediate state
     info     iterations are added; if no stable equilibrium is found, ok becomes PETSC_FALSE
   Collective. */
PetscErrorCode DescentRun(FsSystem sys, FsStage stage, const FsLoading *loading, Vec weights,
                          const NodeFields *fields, PetscBool leave, FsState *s, FsStageInfo *info);

/* ---- softest direction ----------------------------------------------------------------------- */

/* Finds the direction in which an unstable equilibrium is softest.
   It is the eigenvector of K x = mu W x with the lowest mu. W is the diagonal matrix of
   weights. */

/* SoftestDot - Computes the sum of x_i y_i over the entries i whose weight is not 0, which leaves
   out multipliers.

   The other two functions compute the norm sqrt(x . W x), and the number n of entries whose weight
   is not 0. All three functions are collective.
   Input:
     weights  the diagonal of the matrix W, 0 for multipliers
     scratch  a work vector, which is overwritten */
PetscErrorCode SoftestDot(Vec weights, Vec x, Vec y, PetscReal *dot);
PetscErrorCode SoftestNorm(Vec weights, Vec x, Vec scratch, PetscReal *norm);
PetscErrorCode SoftestCount(Vec weights, PetscInt *n);

/* SoftestDirection - Computes the softest direction by inverse iteration.

   The iteration starts from the first field that is not orthogonal to the direction, and the sign
   of the direction is chosen by this field. A small multiple of all fields is added to the result.
   Without this, a descent along an exactly symmetric direction would leave the symmetry only by
   round-off, which depends on the number of ranks.
   Input:
     weights  the diagonal of W
     fields   vectors that do not depend on the number of ranks
   Changed:
     p        a pencil (eigen/pencil.h) with the symmetric part of K; its factors are overwritten
   Output:
     x        the direction, whose length is arbitrary; the caller creates it
     lowest   the lowest eigenvalue, or a value just below it
     found    PETSC_FALSE if K has no negative eigenvalue, or if all fields are orthogonal to the
              direction
   Collective. */
PetscErrorCode SoftestDirection(Pencil p, Vec weights, const NodeFields *fields, Vec x,
                                PetscReal *lowest, PetscBool *found);

#endif
