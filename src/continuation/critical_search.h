/* critical_search.h: searches a step of a path of equilibria for the first eigenvalue of the
   stiffness matrix that changes its sign.

   The search computes some equilibria within the step, called probes. At each probe it counts the
   negative eigenvalues by the signs of the pivots of the factored stiffness matrix, and computes
   the eigenvalues nearest to 0. Two probes, before and behind the sign change, form a bracket. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CRITICAL_SEARCH_H
#define FS_CONTINUATION_CRITICAL_SEARCH_H

#include "continuation_step.h"

/* ---- critical modes -------------------------------------------------------------------------- */

/* Computes the directions in which an equilibrium of a path is softest.
   They are the eigenvectors of K x = mu W x with mu nearest to 0. K is the stiffness matrix at
   c->s, and the diagonal of W is c->weights. They are found by inverse iteration of a block of
   vectors (Bathe 2014, 11.6) with the factors of c->pencil. */

enum { MAX_CRITICAL_MODES = 2 * CRITICAL_MULTIPLE + 2 };

typedef struct {
  PetscInt n; /* number of modes */
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

enum { CRITICAL_PROBES = 60 }; /* largest number of probes for one point */
/* length of the final bracket, relative to the step */
#define CRITICAL_NARROW 1e-7

/* PathProbe - What is known about one equilibrium within the step. */
typedef struct {
  /* The distance of the probe from the start of the step. The load level, and its derivative along
     the path. [n] The eigenvalues nearest to 0, by ascending size. [n] The squared cosines of the
     angles between the path and their eigenvectors. */
  PetscReal size, level, rate, mu[MAX_CRITICAL_MODES], along[MAX_CRITICAL_MODES];
  PetscInt  index, n; /* the number of negative eigenvalues; the number of computed ones in mu */
  /* the probe is just behind a critical point that was located. Eigenvalues that are round-off are
     then the zero eigenvalues of this point */
  PetscBool passed;
} PathProbe;

/* CriticalSearch - The search in one step. */
typedef struct {
  CriticalModes modes;      /* the eigenvectors of the last probe */
  PetscReal     size;       /* the length of the step */
  PetscInt      max_points; /* the largest number of critical points in the step */
  PetscInt      number; /* the number of the eigenvalue that changes its sign; 1 is the lowest */
  PetscReal     change; /* the change of this eigenvalue over the step */
  /* the bracket, which is the last probe before and the first one behind the sign change, and [n]
     all probes */
  PathProbe low, high, list[CRITICAL_PROBES];
  PetscInt  n;
  PathProbe behind; /* the probe of InterpolatePoint behind the critical point; its size is 0 if
                       there was no such probe */
} CriticalSearch;

/* critical_position - Returns the index in p->mu of the eigenvalue with a number, where the number
   1 is the lowest of all eigenvalues; -1 if p->mu does not contain this eigenvalue. */
PetscInt critical_position(const PathProbe *p, PetscInt number);

/* critical_eigenvalue - Returns the eigenvalue with the number x->number at the probe p, or
   infinity if p->mu does not contain this eigenvalue. */
PetscReal critical_eigenvalue(const CriticalSearch *x, const PathProbe *p);

/* critical_best_probe - Returns the probe at which the eigenvalue with the number x->number is
   nearest to 0, or NULL if no probe has it. x owns the probe. */
const PathProbe *critical_best_probe(const CriticalSearch *x);

/* CriticalFillProbe - Sets *p to the probe at the equilibrium c->s, whose stiffness matrix is
   factored. Neutral directions (c->neutral) are left out.

   Input:
     size  the distance of c->s from the start of the step
   x->modes become the eigenvectors at c->s. Collective. */
PetscErrorCode CriticalFillProbe(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p);

/* CriticalProbeAt - Computes the equilibrium at the distance size from the start of the step, and
   sets *p to the probe at this equilibrium.

   c->s is the start of the step, on entry and on return. If no equilibrium is found, *ok becomes
   PETSC_FALSE, and *p does not change. Collective. */
PetscErrorCode CriticalProbeAt(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p,
                               PetscBool *ok);

/* CriticalNarrow - Narrows the bracket x->low, x->high about the first eigenvalue that changes its
   sign, by the secant method.

   If two steps of the secant method do not reduce the eigenvalue by a factor of ten, the bracket is
   bisected.
   Output:
     found  PETSC_TRUE if critical_best_probe(x) is accurate enough
   Collective. */
PetscErrorCode CriticalNarrow(Continuation *c, CriticalSearch *x, PetscBool *found);

#endif
