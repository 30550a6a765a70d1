/* block_newton.h: Newton's method for up to three unknown vectors at once.

   Each vector has the layout of the system's vectors; the tangent has n x n blocks, each with the
   pattern of the system. Steps that have more unknowns than one stage use it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_BLOCK_NEWTON_H
#define FS_SOLVE_NEWTON_BLOCK_NEWTON_H

#include <fs/solve.h>

/* The problem r(x) = 0, which a caller fills in; BlockNewtonCreate copies it.

   Convergence waits until the constraint rows hold. All unknowns count as displacements [m] or
   rotations [rad] when NewtonTestStep measures steps. */
typedef struct _n_BlockNewton *BlockNewton;
typedef struct {
  /* r[0..n-1] at x[0..n-1] */
  PetscErrorCode (*residual)(void *context, const Vec x[], const Vec r[]);
  /* A[i*n + j] = dr[i]/dx[j]; each block holds the values of the call before, so the callback must
     zero or overwrite it; blocks that it never changes are 0 */
  PetscErrorCode (*tangent)(void *context, const Vec x[], const Mat A[]);
  /* block of r whose rows of multipliers are scale(context) Phi; -1 if no block has them */
  PetscInt rows;
  PetscReal (*scale)(void *context);
} BlockProblem;

/* BlockNewtonCreate - Creates a solver for n unknown vectors.

   Input:
     n        number of vectors, at most 3
     context  argument of the callbacks
   sys and context are borrowed. Collective. Input error: solver options that PETSc rejects. */
PetscErrorCode BlockNewtonCreate(FsSystem sys, PetscInt n, const BlockProblem *problem,
                                 void *context, BlockNewton *blocks);
PetscErrorCode BlockNewtonDestroy(BlockNewton *blocks);

/* BlockNewtonArchive - Saves or restores what the solver remembers of earlier solves.
   Collective. */
PetscErrorCode BlockNewtonArchive(BlockNewton blocks, FsArchive a);

/* BlockNewtonSolve - Solves r(x) = 0.

   Input:
     start  displacements q that the unknowns are added to, only to measure steps; borrowed
     x      [n] guess
   Output:
     x      [n] solution; undefined if info->ok is false
     info   iterations are added; a failure sets ok, reason and place
   Collective. */
PetscErrorCode BlockNewtonSolve(BlockNewton blocks, Vec start, const Vec x[], FsStageInfo *info);

/* BlockNewtonSolveStage - Calls BlockNewtonSolve, and logs and counts it as one stage of a step. */
PetscErrorCode BlockNewtonSolveStage(BlockNewton blocks, Vec start, const Vec x[],
                                     FsStageInfo *info);

#endif
