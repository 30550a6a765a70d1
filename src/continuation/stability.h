/* stability.h: counts the unstable directions of equilibria whose tangent is not symmetric.

   For such a tangent, the signs of the pivots of its factors do not give this number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_STABILITY_H
#define FS_CONTINUATION_STABILITY_H

#include "eigen/pencil.h"

/* StabilityByEigenvalues - Counts the eigenvalues of K x = mu W x with a negative real part.

   Only the few eigenvalues nearest to 0 are considered. The number shows static instability, but
   not flutter.
   Input:
     p        pencil with K
     weights  diagonal of W, 0 for multipliers
   Output:
     index    the number; -1 if the eigenvalues cannot be computed
   Collective. */
PetscErrorCode StabilityByEigenvalues(Pencil p, Vec weights, PetscInt *index);

#endif
