/* softest_direction.h: finds the direction in which an unstable equilibrium is softest.

   The direction is the eigenvector x of K x = mu W x with the lowest eigenvalue mu. K is the
   tangent stiffness, and W is a diagonal matrix of weights: 1 for displacements, the square of a
   length for rotations, 0 for multipliers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_SOFTEST_DIRECTION_H
#define FS_CONTINUATION_SOFTEST_DIRECTION_H

#include "descent.h"
#include "eigen/pencil.h"

/* SoftestDot - Computes dot, the sum of x_i y_i over the entries i whose weight is not 0, which
   leaves out multipliers.

   SoftestNorm computes norm = sqrt(x . W x), and overwrites the work vector scratch. SoftestCount
   computes the number n of entries whose weight is not 0. All three functions are collective. */
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
