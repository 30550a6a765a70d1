/* hidden_pair.h: determines whether two critical points may hide in a step of a path.

   The index (the number of unstable directions) changes at the first of the two points, and changes
   back at the second. Both ends of the step then have the same index, so the index does not show
   the points. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_HIDDEN_PAIR_H
#define FS_CONTINUATION_HIDDEN_PAIR_H

#include "continuation_step.h"

/* HiddenPairCheck - Determines whether a pair of critical points may hide in the last step.

   For s from 0 to 1 along the step, the stiffness matrix is to second order
   K(s) = (1 - s)^2 A + 2 s (1 - s) B + s^2 C. A and C are the matrices at the start and the end of
   the step, and B = C - C'/2. If A, B and C are positive definite, K(s) is positive definite, and
   no pair can hide. If B is not positive definite, a pair is possible but not certain. Then the
   eigenvalue nearest to 0 decides: the cubic polynomial with the values and slopes of this
   eigenvalue at both ends must not reach 0.
   Input:
     size   the length of the step, which ends at c->s
   Output:
     hides  PETSC_TRUE if a pair may hide. The step has then been undone; otherwise c->s is still
            the end of the step
   Collective. */
PetscErrorCode HiddenPairCheck(Continuation *c, PetscReal size, PetscBool *hides);

#endif
