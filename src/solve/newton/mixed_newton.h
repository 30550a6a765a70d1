/* mixed_newton.h: predicts the strains that the tangents of a Newton iteration use. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_MIXED_NEWTON_H
#define FS_SOLVE_NEWTON_MIXED_NEWTON_H

#include <fs/solve.h>

/* PredictedStrains - The strains that the last tangent used, and the iterate from which they were
   predicted. Vectors are NULL before the first use. The owner of the stage destroys them by
   PredictedStrainsDestroy. */
typedef struct {
  Vec       first;  /* strains for the first tangent of the solve, borrowed; NULL if not given */
  Vec       x;      /* increment at the last iteration, from which strains are predicted */
  Vec       spin;   /* work vector */
  Vec       strain; /* strains of the last tangent, unless they were first or those at x */
  PetscBool from_accepted; /* strain is from the last accepted state; it serves one iteration */
} PredictedStrains;

/* StagePredictStrains - Returns the strains that the tangent at x uses.

   Input:
     iteration  number of the iteration in the solve, from 0
     needed     PETSC_TRUE if a tangent will be built in this iteration
     x          increment of the state at this iteration
   Output:
     strain     the strains, borrowed; NULL if the tangent uses the strains at x, or if no tangent
   is needed Call it once in each iteration. Collective. */
PetscErrorCode StagePredictStrains(FsStage s, PetscInt iteration, PetscBool needed, Vec x,
                                   Vec *strain);
PetscErrorCode PredictedStrainsDestroy(PredictedStrains *f);

#endif
