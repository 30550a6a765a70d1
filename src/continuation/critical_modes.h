/* critical_modes.h: computes the modes of an equilibrium c->s of a path: the directions in which it
   has the least stiffness.

   The modes are the eigenvectors x of K x = mu W x whose eigenvalues mu are nearest to 0. K is the
   stiffness matrix at c->s, and the diagonal of W is c->weights. The modes are computed by inverse
   iteration of a block of vectors (Bathe 2014, 11.6) with the factors of c->pencil. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CRITICAL_MODES_H
#define FS_CONTINUATION_CRITICAL_MODES_H

#include "continuation_step.h"

enum { MAX_CRITICAL_MODES = 2 * CRITICAL_MULTIPLE + 2 };

typedef struct {
  PetscInt n; /* the number of modes */
  /* [n] the modes x, orthonormal in the inner product of ContinuationDot; y are work vectors */
  Vec      *x, *y;
  PetscReal mu[MAX_CRITICAL_MODES]; /* [n] the eigenvalues of x, by ascending size */
} CriticalModes;

/* CriticalModesCreate - Creates n random vectors modes->x, from which the first CriticalModesFind
   starts.

   If the system has fewer dofs than n, the number of vectors is that of the dofs. The caller
   destroys modes by CriticalModesDestroy. Collective. */
PetscErrorCode CriticalModesCreate(Continuation *c, PetscInt n, CriticalModes *modes);

/* CriticalModesFind - Computes the modes at c->s by an iteration that starts from the present
   vectors modes->x. c->pencil must be factored.

   The iteration stops when the nsettled eigenvalues nearest to 0 have converged. Collective. */
PetscErrorCode CriticalModesFind(Continuation *c, PetscInt nsettled, CriticalModes *modes);
PetscErrorCode CriticalModesDestroy(CriticalModes *modes);

#endif
