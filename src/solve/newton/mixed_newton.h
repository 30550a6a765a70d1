/* mixed_newton.h: predicts the strains that the tangents of a Newton iteration use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_MIXED_NEWTON_H
#define FS_SOLVE_NEWTON_MIXED_NEWTON_H

#include "solve/stage_parts.h"

/* PredictedStrains - The element strains at which the last tangent of a Newton iteration was
   computed, and the iterate from which they were predicted. Predicted strains speed up Newton's
   method for slender beams. Vectors are NULL before the first use. The owner of the stage destroys
   them by PredictedStrainsDestroy. */
typedef struct {
  /* strains for the first tangent of the present solve, borrowed; NULL to use the strains at the
     start */
  Vec first;
  /* increment of the state at the last iteration, from which strains are predicted */
  Vec x;
  Vec spin; /* a work vector that holds an increment of rotations in body axes */
  /* strains at which the last tangent was computed, unless it used first or the strains at x */
  Vec strain;
  /* whether strain comes from the last accepted state; then it serves one iteration only */
  PetscBool from_accepted;
} PredictedStrains;

/* StagePredictStrains - Returns the element strains at which the next tangent of a Newton iteration
   must be computed. Call it once in each iteration.

   Input:
     iteration  number of the iteration in the solve, from 0
     needed     PETSC_TRUE if a tangent will be built in this iteration
     x          increment of the state at this iteration
   Output:
     strain     the predicted strains, borrowed; NULL if the tangent uses the strains at x itself,
                or if no tangent is needed
   Collective. */
PetscErrorCode StagePredictStrains(NonlinearStage s, PetscInt iteration, PetscBool needed, Vec x,
                                   Vec *strain);
PetscErrorCode PredictedStrainsDestroy(PredictedStrains *f);

#endif
