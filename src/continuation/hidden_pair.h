/* hidden_pair.h: finds out whether two critical points may hide in a step of a path.

   The index changes at one of them and back at the other, so that both ends of the step have the
   same index. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_HIDDEN_PAIR_H
#define FS_CONTINUATION_HIDDEN_PAIR_H

#include "continuation_step.h"

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
