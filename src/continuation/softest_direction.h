/* softest_direction.h: finds the direction in which an unstable equilibrium is softest.

   It is the eigenvector of K x = mu W x with the lowest mu. W is the diagonal matrix of
   weights. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_SOFTEST_DIRECTION_H
#define FS_CONTINUATION_SOFTEST_DIRECTION_H

#include "descent.h"
#include "eigen/pencil.h"

/* SoftestDot - Computes dot = the sum of x_i y_i over entries with weights, without multipliers.

   SoftestNorm computes norm = sqrt(x . W x), and overwrites scratch. SoftestCount computes the
   number of entries with weights. All are collective. */
PetscErrorCode SoftestDot(Vec weights, Vec x, Vec y, PetscReal *dot);
PetscErrorCode SoftestNorm(Vec weights, Vec x, Vec scratch, PetscReal *norm);
PetscErrorCode SoftestCount(Vec weights, PetscInt *n);

/* SoftestDirection - Computes the direction by inverse iteration.

   The iteration starts from the first field that has a part along the direction, and so does its
   sign. A small part of all fields is added: an exact symmetry of the other unstable directions
   would end by round-off, which depends on the number of ranks.
   Input:
     p       pencil with the symmetric part of K; its factors are overwritten
   Output:
     x       the direction, of any size
     lowest  the lowest eigenvalue, or a bound just below it
     found   PETSC_FALSE if K has no negative eigenvalue, or no field is along its direction
   Collective. */
PetscErrorCode SoftestDirection(Pencil p, Vec weights, const NodeFields *fields, Vec x,
                                PetscReal *lowest, PetscBool *found);

#endif
