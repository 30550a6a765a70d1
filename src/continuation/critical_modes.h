/* critical_modes.h: computes the directions in which an equilibrium of a path is softest.

   They are the eigenvectors of K x = mu W x with mu nearest to 0. K is the stiffness matrix at
   c->s, and the diagonal of W is c->weights. They are found by inverse iteration of a block of
   vectors (Bathe 2014, 11.6) with the factors of c->pencil. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CRITICAL_MODES_H
#define FS_CONTINUATION_CRITICAL_MODES_H

#include "continuation_step.h"

enum { MAX_CRITICAL_MODES = 2 * CRITICAL_MULTIPLE + 2 };

typedef struct {
  PetscInt n; /* number of modes */
  /* [n] x are the modes, orthonormal in ContinuationDot; y is scratch */
  Vec      *x, *y;
  PetscReal mu[MAX_CRITICAL_MODES]; /* [n] eigenvalues of x; the one nearest to 0 is first */
} CriticalModes;

/* CriticalModesCreate - Creates n random vectors from which CriticalModesFind starts.

   If there are fewer dofs than n, it creates one for each dof. Collective. */
PetscErrorCode CriticalModesCreate(Continuation *c, PetscInt n, CriticalModes *modes);

/* CriticalModesFind - Computes the modes by an iteration that starts from the present modes->x.

   It stops when the first nsettled eigenvalues have converged. Collective. */
PetscErrorCode CriticalModesFind(Continuation *c, PetscInt nsettled, CriticalModes *modes);
PetscErrorCode CriticalModesDestroy(CriticalModes *modes);

#endif
