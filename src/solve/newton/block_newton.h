/* block_newton.h: Newton's method for n <= 3 unknown vectors x[0] ... x[n-1] at once, each with the layout of the
   system's vectors; the tangent has n x n blocks, each with the system's pattern. Used where a step has more
   unknowns than one stage: velocity constraints (solve/ggl.c), HHT-SI2 and HHT-ADD (integrator/schemes/semi_implicit.c), explicit
   schemes with joints (integrator/schemes/explicit_constrained.c). Begin with BlockProblem. */
#ifndef FS_SOLVE_NEWTON_BLOCK_NEWTON_H
#define FS_SOLVE_NEWTON_BLOCK_NEWTON_H

#include <fs/solve.h>

/* What a caller fills in; static, copied by BlockNewtonCreate.
     residual  r[0..n-1] at x[0..n-1]
     tangent   A[i*n + j] = dr[i]/dx[j]; the blocks hold the values of the call before, so each is to be zeroed or
               overwritten; blocks that are left alone stay zero
     rows      the block of r whose rows of multipliers are the position constraints Phi times scale(context);
               convergence waits until they hold. -1: no block has them
   All unknowns count as displacements [m], rotations [rad] when steps are measured (NewtonTestStep). */
typedef struct _n_BlockNewton *BlockNewton;
typedef struct {
  PetscErrorCode (*residual)(void *context, const Vec x[], const Vec r[]);
  PetscErrorCode (*tangent)(void *context, const Vec x[], const Mat A[]);
  PetscInt rows;
  PetscReal (*scale)(void *context);
} BlockProblem;
/* sys and context are borrowed. Collective. Input error: solver options that PETSc refuses. */
PetscErrorCode BlockNewtonCreate(FsSystem sys, PetscInt n, const BlockProblem *problem,
                                 void *context, BlockNewton *blocks);
PetscErrorCode BlockNewtonDestroy(BlockNewton *blocks);
PetscErrorCode BlockNewtonArchive(BlockNewton blocks, FsArchive a); /* of its last solves */
/* Solve r(x) = 0. x[n]: in the guess, out the solution, undefined when info->ok is false; start: the displacements
   q that the unknowns are added to, borrowed for the call, only to measure steps. Iterations are added to info; a
   failure gives info->reason and info->place and is no error. Collective. */
PetscErrorCode BlockNewtonSolve(BlockNewton blocks, Vec start, const Vec x[], FsStageInfo *info);
/* The same, logged and counted as one stage of a step (info->stages). */
PetscErrorCode BlockNewtonSolveStage(BlockNewton blocks, Vec start, const Vec x[],
                                     FsStageInfo *info);

#endif
