/* mixed_newton.h: predicts the strains that the tangents of a Newton iteration use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_MIXED_NEWTON_H
#define FS_SOLVE_NEWTON_MIXED_NEWTON_H

#include <fs/solve.h>

/* Predicted strains and the point that they come from. Vectors are NULL before the first use. */
typedef struct {
  Vec first;  /* strains of the first tangent of the solve, borrowed; NULL for those of its start */
  Vec x;      /* increment at the last iteration */
  Vec spin;   /* work vector */
  Vec strain; /* predicted at x */
  PetscBool from_accepted; /* strains are those of the accepted state, which serve one iteration */
} PredictedStrains;

/* StagePredictStrains - Returns the strains that the tangent at x uses.

   Input:
     iteration  number of the iteration in the solve, from 0
     needed     whether a tangent will be built
     x          increment
   Output:
     strain     borrowed; NULL for the strains at x, or if they are not needed
   Call it once in each iteration. Overwrites s->r. Collective. */
PetscErrorCode StagePredictStrains(FsStage s, PetscInt iteration, PetscBool needed, Vec x,
                                   Vec *strain);
PetscErrorCode PredictedStrainsDestroy(PredictedStrains *f);

#endif
