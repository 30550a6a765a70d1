/* critical_modes.h: the directions in which a path's equilibrium is softest: eigenvectors of the tangent, K x = mu W x in the metric of the
   weights, whose mu are nearest to 0, by inverse iteration of a block (Bathe 2014, 11.6) with the factors of the pencil at c->s. Used by
   critical.c. */
#ifndef FS_CONTINUATION_CRITICAL_MODES_H
#define FS_CONTINUATION_CRITICAL_MODES_H

#include "continuation_step.h"

enum { MAX_CRITICAL_MODES = 2 * CRITICAL_MULTIPLE + 2 };

typedef struct {
  PetscInt  n;
  Vec      *x, *y;                  /* [n], x orthonormal by ContinuationDot; y: scratch */
  PetscReal mu[MAX_CRITICAL_MODES]; /* nearest to 0 first */
} CriticalModes;

/* n vectors, or as many as there are; they begin as any. Find: from those of the last time; the first few are settled. Collective. */
PetscErrorCode CriticalModesCreate(Continuation *c, PetscInt n, CriticalModes *modes);
PetscErrorCode CriticalModesFind(Continuation *c, PetscInt nsettled, CriticalModes *modes);
PetscErrorCode CriticalModesDestroy(CriticalModes *modes);

#endif
