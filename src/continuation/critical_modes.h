/* critical_modes.h: computes the directions in which an equilibrium of a path is softest.

   They are eigenvectors of the tangent, K x = mu W x in the metric of the weights, with mu nearest
   to 0. Inverse iteration of a block (Bathe 2014, 11.6) uses the factors of the pencil at c->s. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CRITICAL_MODES_H
#define FS_CONTINUATION_CRITICAL_MODES_H

#include "continuation_step.h"

enum { MAX_CRITICAL_MODES = 2 * CRITICAL_MULTIPLE + 2 };

typedef struct {
  PetscInt n;
  /* [n], x are orthonormal in ContinuationDot; y is scratch */
  Vec      *x, *y;
  PetscReal mu[MAX_CRITICAL_MODES]; /* nearest to 0 first */
} CriticalModes;

/* CriticalModesCreate - Creates n random vectors, or as many as there are dofs. Collective. */
PetscErrorCode CriticalModesCreate(Continuation *c, PetscInt n, CriticalModes *modes);

/* CriticalModesFind - Computes the modes from those of the last call.

   The iteration stops when the first nsettled eigenvalues have converged. Collective. */
PetscErrorCode CriticalModesFind(Continuation *c, PetscInt nsettled, CriticalModes *modes);
PetscErrorCode CriticalModesDestroy(CriticalModes *modes);

#endif
