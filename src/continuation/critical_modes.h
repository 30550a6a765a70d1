/* critical_modes.h: the directions in which a path's equilibrium is softest: eigenvectors of the tangent, K x = mu W x in the metric of the
   weights, whose mu are nearest to 0, by inverse iteration of a block (Bathe 2014, 11.6) with the factors of the pencil at c->s. Used by
   critical.c. */
#ifndef FS_CONTINUATION_CRITICAL_MODES_H
#define FS_CONTINUATION_CRITICAL_MODES_H

#include "continuation_step.h"

enum { MOST_SOFT = 2 * CRITICAL_MULTIPLE + 2 };

typedef struct {
  PetscInt  n;
  Vec      *x, *y;         /* [n], x orthonormal by WalkDot; y: scratch */
  PetscReal mu[MOST_SOFT]; /* nearest to 0 first */
} Softest;

/* n vectors, or as many as there are; they begin as any. Find: from those of the last time; the first few are settled. Collective. */
PetscErrorCode SoftestCreate(Continuation *c, PetscInt n, Softest *soft);
PetscErrorCode SoftestFind(Continuation *c, PetscInt few, Softest *soft);
PetscErrorCode SoftestDestroy(Softest *soft);

#endif
