/* block_newton.h: Newton's method for up to three unknown vectors at once.

   With n vectors, each has the layout of the system's vectors. The tangent has n x n blocks, each
   with the pattern of the system's matrix. Schemes use it if a time step has more than one unknown
   vector. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_BLOCK_NEWTON_H
#define FS_SOLVE_NEWTON_BLOCK_NEWTON_H

#include <fs/solve.h>

/* BlockProblem - The problem r(x) = 0. The caller sets the members; BlockNewtonCreate copies them.

   The solve does not converge before the constraints are satisfied. When NewtonTestStep measures
   steps, all unknowns count as displacements [m] or rotations [rad]. */
typedef struct _n_BlockNewton *BlockNewton;
typedef struct {
  /* computes r[0..n-1] at x[0..n-1] */
  PetscErrorCode (*residual)(void *context, const Vec x[], const Vec r[]);
  /* computes A[i*n + j] = dr[i]/dx[j]. Each block still has the values of the last call, so the
     callback must zero or overwrite it. Blocks that it never changes are 0 */
  PetscErrorCode (*tangent)(void *context, const Vec x[], const Mat A[]);
  /* index i of the block r[i] that contains the position constraints Phi; -1 if no block does */
  PetscInt rows;
  /* returns the factor of Phi in r[rows]; not called if rows is -1 */
  PetscReal (*scale)(void *context);
} BlockProblem;

/* BlockNewtonCreate - Creates a solver for n unknown vectors.

   Input:
     n        number of vectors, at most 3
     context  argument of the callbacks
   sys and context are borrowed. Collective. Input error: PETSc rejects its options. */
PetscErrorCode BlockNewtonCreate(FsSystem sys, PetscInt n, const BlockProblem *problem,
                                 void *context, BlockNewton *blocks);
PetscErrorCode BlockNewtonDestroy(BlockNewton *blocks);

/* BlockNewtonArchive - Saves or restores what the solver remembers of earlier solves.
   Collective. */
PetscErrorCode BlockNewtonArchive(BlockNewton blocks, FsArchive a);

/* BlockNewtonSolve - Solves r(x) = 0.

   Input:
     start  displacements q to which the unknowns are added; used only to measure steps. Borrowed
     x      [n] initial guess
   Output:
     x      [n] solution; undefined if info->ok is PETSC_FALSE
     info   the iterations are added; if the solve fails, ok, reason and place are set
   Collective. */
PetscErrorCode BlockNewtonSolve(BlockNewton blocks, Vec start, const Vec x[], FsStageInfo *info);

/* BlockNewtonSolveStage - Calls BlockNewtonSolve, and logs and counts it as one stage of a step.

   Collective. */
PetscErrorCode BlockNewtonSolveStage(BlockNewton blocks, Vec start, const Vec x[],
                                     FsStageInfo *info);

#endif
