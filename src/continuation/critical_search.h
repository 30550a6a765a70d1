/* critical_search.h: searches a step of a path for the first eigenvalue that changes its sign.

   The search probes equilibria of the step. Each probe counts the negative eigenvalues by the signs
   of factors, and computes those nearest to 0. */
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

enum { CRITICAL_PROBES = 60 }; /* largest number of probes for one point */
/* length of the final bracket, relative to the step */
#define CRITICAL_NARROW 1e-7

/* PathProbe - A point of the step.

   It has its distance from the start, its level and rate, and its lowest eigenvalues by size. along
   are the squared cosines between the path and their vectors. If passed is PETSC_TRUE, the probe is
   just behind a critical point that was located. Its eigenvalues of round-off belong to this point.
 */
typedef struct {
  PetscReal size, level, rate, mu[MAX_CRITICAL_MODES], along[MAX_CRITICAL_MODES];
  PetscInt  index, n;
  PetscBool passed;
} PathProbe;

typedef struct {
  CriticalModes modes;
  PetscReal     size;       /* size of the step */
  PetscInt      max_points; /* largest number of critical points in the step */
  PetscInt      number;     /* number of the eigenvalue; 1 is the lowest */
  PetscReal     change;     /* change of the eigenvalue over the step */
  PathProbe     low, high, list[CRITICAL_PROBES];
  PetscInt      n;
  PathProbe     behind; /* probe of InterpolatePoint behind the point; its size is 0 if there was no
                           such probe */
} CriticalSearch;

/* critical_position - Returns which eigenvalue of a probe has a number, or -1. */
PetscInt critical_position(const PathProbe *p, PetscInt number);

/* critical_eigenvalue - Returns the eigenvalue that is searched, or infinity if the probe does not
   have it. */
PetscReal critical_eigenvalue(const CriticalSearch *x, const PathProbe *p);

/* critical_best_probe - Returns the probe whose eigenvalue is nearest to 0, or NULL. */
const PathProbe *critical_best_probe(const CriticalSearch *x);

/* CriticalFillProbe - Fills *p from the state c->s, whose tangent is factored, without the neutral
   directions.

   x->modes become those of c->s. Collective. */
PetscErrorCode CriticalFillProbe(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p);

/* CriticalProbeAt - Fills *p at a distance from the start of the step.

   c->s is the start and stays there. If *ok becomes PETSC_FALSE, there is no equilibrium, and *p is
   unchanged. Collective. */
PetscErrorCode CriticalProbeAt(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p,
                               PetscBool *ok);

/* CriticalNarrow - Narrows the bracket x->low, x->high about the first eigenvalue that changes its
   sign.

   Two secants that do not come nearer by a factor of ten are followed by a bisection.
   Output:
     found  PETSC_TRUE if critical_best_probe(x) is accurate enough
   Collective. */
PetscErrorCode CriticalNarrow(Continuation *c, CriticalSearch *x, PetscBool *found);

#endif
