/* blocks.h: Newton's method for n vectors of a system at once, n^2 blocks of its matrix, for steps that have more
   unknowns than a stage. */
#ifndef BLOCKS_H
#define BLOCKS_H

#include <fs/solve.h>

/* tangent gives the blocks A[n][n] (their values are left from the call before), residual r from x; rows: the block of r in
   which the constraints on positions are, times scale(context); -1: none are. Unknowns are displacements, or count as such:
   from start, a q. x: in a guess, out the solution. */
typedef struct _n_BlockNewton *BlockNewton;
typedef struct {
  PetscErrorCode (*residual)(void *context, const Vec x[], const Vec r[]);
  PetscErrorCode (*tangent)(void *context, const Vec x[], const Mat A[]);
  PetscInt rows;
  PetscReal (*scale)(void *context);
} BlockProblem;
PetscErrorCode BlockNewtonCreate(FsSystem sys, PetscInt n, const BlockProblem *problem, void *context,
                                 BlockNewton *blocks);
PetscErrorCode BlockNewtonDestroy(BlockNewton *blocks);
PetscErrorCode BlockNewtonSolve(BlockNewton blocks, Vec start, const Vec x[], FsStageInfo *info);
/* BlockNewtonSolve as a stage of a step: an event of the log, and counted in info->stages. */
PetscErrorCode BlockNewtonSolveStage(BlockNewton blocks, Vec start, const Vec x[], FsStageInfo *info);

#endif
