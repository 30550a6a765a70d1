/* critical_search.h: searches a step of a path of equilibria for the first eigenvalue of the
   stiffness matrix that changes its sign.

   The search computes some equilibria within the step, called probes. At each probe it counts the
   negative eigenvalues by the signs of the pivots of the factored stiffness matrix, and computes
   the eigenvalues nearest to 0. Two probes, before and behind the sign change, form a bracket. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CONTINUATION_CRITICAL_CRITICAL_SEARCH_H
#define FS_CONTINUATION_CRITICAL_CRITICAL_SEARCH_H

#include "continuation/continuation_step.h"

/* ---- critical modes -------------------------------------------------------------------------- */

/* Computes the directions in which an equilibrium of a path is softest. They are the eigenvectors
   of K x = mu W x with mu nearest to 0. K is the stiffness matrix at c->s, and the diagonal of W is
   c->weights. The eigenvectors are found by inverse iteration of a block of vectors (Bathe 2014,
   11.6) with the factors of c->pencil. */

enum { MAX_CRITICAL_MODES = 2 * CRITICAL_MULTIPLE + 2 };

typedef struct {
  PetscInt n; /* number of modes */
  /* [n] the modes x, which are eigenvectors, orthonormal in the inner product of ContinuationDot.
     The vectors y are work vectors. */
  Vec      *x, *y;
  PetscReal mu[MAX_CRITICAL_MODES]; /* [n] the eigenvalues of x, by ascending size */
} CriticalModes;

/* CriticalModesCreate - Creates n random vectors modes->x, from which the first search for critical
   modes starts.

   If the system has fewer dofs than n, there is one vector for each dof. The caller destroys modes
   by CriticalModesDestroy. Collective. */
PetscErrorCode CriticalModesCreate(Continuation *c, PetscInt n, CriticalModes *modes);

/* CriticalModesFind - Computes the softest modes of the present equilibrium c->s of a path, by an
   iteration that starts from modes->x.

   The stiffness matrix in c->pencil must be factored. The iteration stops when the nsettled
   eigenvalues nearest to 0 have converged.
   Input:
     settled  the change of the eigenvalue nearest to 0 in the last iteration, relative to it;
              CRITICAL_SETTLED is nearly round-off. Other eigenvalues change by 1e-6 or by settled
   Collective. */
#define CRITICAL_SETTLED 1e-10
PetscErrorCode CriticalModesFind(Continuation *c, PetscInt nsettled, PetscReal settled,
                                 CriticalModes *modes);
PetscErrorCode CriticalModesDestroy(CriticalModes *modes);

enum { CRITICAL_PROBES = 60 }; /* largest number of probes for one point */
/* length of the final bracket, relative to the step */
#define CRITICAL_NARROW 1e-7
/* Distance of the states whose difference is the slope of the stiffness, relative to the step. The
   error of the slope is about the square, 1e-6, and that of round-off 1e-13. The slope decides
   whether a step is repeated with a smaller size: tests/analysis/buckling_tension.py (test_near)
   has pairs of critical points in one step. */
#define CRITICAL_BESIDE 1e-3

/* PathProbe - What is known about one equilibrium within a step of a path. */
typedef struct {
  /* The distance `size` of the probe from the start of the step. The load level, and its derivative
     `rate` along the path. The n eigenvalues mu nearest to 0, by ascending size. The squared
     cosines `along` of the angles between the path and their eigenvectors. */
  PetscReal size, level, rate, mu[MAX_CRITICAL_MODES], along[MAX_CRITICAL_MODES];
  /* index: the number of negative eigenvalues of the stiffness matrix. n: the number of computed
     eigenvalues in mu. */
  PetscInt  index, n;
  PetscReal slope; /* the derivative of the load level with respect to `size` */
  /* PETSC_TRUE if the probe is just behind a critical point that was located. Eigenvalues that are
     round-off are then the zero eigenvalues of this point. */
  PetscBool passed;
} PathProbe;

/* CriticalSearch - The search in one step. */
typedef struct {
  CriticalModes modes;      /* the eigenvectors of the last probe */
  PetscReal     size;       /* the length of the step */
  PetscInt      max_points; /* the largest number of critical points in the step */
  PetscInt      number; /* the number of the eigenvalue that changes its sign; 1 is the lowest */
  PetscReal     change; /* the change, from the start to the end of the step, of the eigenvalue that
                           changes its sign */
  /* low and high: the last probe before the sign change, and the first one behind it. list: [n] all
     probes. */
  PathProbe low, high, list[CRITICAL_PROBES];
  PetscInt  n;
  /* the probe just behind the critical point by which the point was interpolated; its size is 0 if
     there was no such probe */
  PathProbe behind;
} CriticalSearch;

/* critical_position - Returns the position of an eigenvalue in the array p->mu of a probe; -1 if
   the array does not contain it.

   Input:
     p       the probe, an equilibrium within a step of a path
     number  the number of the eigenvalue among all eigenvalues; 1 is the lowest */
PetscInt critical_position(const PathProbe *p, PetscInt number);

/* critical_eigenvalue - Returns the eigenvalue of the stiffness matrix with the number x->number at
   the probe p. Returns infinity if p->mu does not contain this eigenvalue. */
PetscReal critical_eigenvalue(const CriticalSearch *x, const PathProbe *p);

/* critical_best_probe - Returns the probe at which the eigenvalue with the number x->number is
   nearest to 0. Returns NULL if no probe has this eigenvalue. The search x owns the probe. */
const PathProbe *critical_best_probe(const CriticalSearch *x);

/* CriticalFillProbe - Describes the present equilibrium c->s of a path, whose stiffness matrix is
   factored, as a probe *p.

   Input:
     settled  see CriticalModesFind
     size     the distance of c->s from the start of the step
   Directions without stiffness (c->neutral) are left out. x->modes become the eigenvectors at c->s.
   Collective. */
PetscErrorCode CriticalFillProbe(Continuation *c, CriticalSearch *x, PetscReal settled,
                                 PetscReal size, PathProbe *p);

/* CriticalProbeAt - Computes the equilibrium at a distance from the start of a step, and describes
   it as a probe *p.

   The present state c->s of the path is the start of the step, on entry and on return. If no
   equilibrium is found, *ok becomes PETSC_FALSE, and *p does not change. Collective. */
PetscErrorCode CriticalProbeAt(Continuation *c, CriticalSearch *x, PetscReal size, PathProbe *p,
                               PetscBool *ok);

/* CriticalNarrow - Narrows the bracket x->low, x->high about the first eigenvalue of the stiffness
   matrix that changes its sign, by the secant method.

   If two steps of the secant method do not reduce the eigenvalue by a factor of ten, the bracket is
   bisected.
   Output:
     found  PETSC_TRUE if the probe with the eigenvalue nearest to 0 is accurate enough
   Collective. */
PetscErrorCode CriticalNarrow(Continuation *c, CriticalSearch *x, PetscBool *found);

/* critical_kind - Returns the kind of a critical point.

   Input:
     along    the squared cosine of the angle between the path and the null vectors
     rate     the derivative of the load level along the path at the point
     fastest  the largest size of this derivative at the ends of the step */
CriticalKind critical_kind(PetscReal along, PetscReal rate, PetscReal fastest);

/* ---- Newton's method ------------------------------------------------------------------------- */

/* NewtonSearch - Locates critical points in a step of a path by Newton's method with the derivative
   of the stiffness along the path. A point takes about three probes, of which none is at the point
   itself. CriticalNarrow is the search where eigenvalues meet, and Newton's method fails. */
typedef struct NewtonSearch NewtonSearch;

/* CriticalNewtonCreate - Starts the search at the end of the step, which is c->s with its factors,
   and describes it as a probe *end. c and x are borrowed; x->size is the length of the step.
   Destroy the search by CriticalNewtonDestroy. Collective. */
PetscErrorCode CriticalNewtonCreate(Continuation *c, CriticalSearch *x, PathProbe *end,
                                    NewtonSearch **search);

/* CriticalNewtonFind - Locates the first critical point between x->low, a probe of the step or its
   start, and the end of the step.

   c->s is the start of the step, on entry and on return.
   Output:
     point  the point; CriticalPointDestroy destroys its null vectors
     found  PETSC_FALSE if the point could not be located. Otherwise x->low becomes the probe just
            behind the point; the numbers of unstable directions of both agree with the null vectors
   Collective. */
PetscErrorCode CriticalNewtonFind(NewtonSearch *search, const PathProbe *end, CriticalPoint *point,
                                  PetscBool *found);
PetscErrorCode CriticalNewtonDestroy(NewtonSearch **search);

#endif
