/* stability.h: counts the unstable directions of equilibria whose tangent is not symmetric.

   The signs of factors do not give this number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_STABILITY_H
#define FS_CONTINUATION_STABILITY_H

#include "eigen/pencil.h"

/* StabilityByEigenvalues - Counts eigenvalues of K x = mu W x with a negative real part.

   Input:
     weights  diagonal of W, 0 for multipliers
   Output:
     index    the number among the few eigenvalues nearest to 0; -1 if they cannot be computed
   It considers static stability only; it does not detect flutter. Collective. */
PetscErrorCode StabilityByEigenvalues(Pencil p, Vec weights, PetscInt *index);

#endif
