/* block_newton.h: Newton's method for up to three unknown vectors at once.

   Each of the n unknown vectors has the layout of the system's vectors (dofs and multipliers). The
   tangent has n x n blocks, each with the pattern of the system's matrix. Schemes use it if a time
   step has more than one unknown vector. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_BLOCK_NEWTON_H
#define FS_SOLVE_NEWTON_BLOCK_NEWTON_H

#include <fs/solve.h>

/* BlockProblem - Functions that describe a problem r(x) = 0 with n unknown vectors x[0..n-1].
   BlockNewtonCreate copies the structure. The solve does not converge before the constraints are
   satisfied. All unknowns are measured as displacements [m] or rotations [rad] in the convergence
   test. */
typedef struct _n_BlockNewton *BlockNewton;
typedef struct {
  /* computes the residuals r[0..n-1] at the unknown vectors x[0..n-1]; context is that of
     BlockNewtonCreate */
  PetscErrorCode (*residual)(void *context, const Vec x[], const Vec r[]);
  /* computes the n x n blocks of the tangent, A[i*n + j] = dr[i]/dx[j], at x[0..n-1]. Each block
     still has the values of the last call, so the callback must zero or overwrite it */
  PetscErrorCode (*tangent)(void *context, const Vec x[], const Mat A[]);
  /* index i of the residual r[i] that contains the position constraints Phi; -1 if no residual
     does */
  PetscInt rows;
  /* returns the factor of the position constraints Phi in r[rows]; not called if rows is -1 */
  PetscReal (*scale)(void *context);
  PetscBool inexact; /* the tangent is not exact, so that convergence is linear */
} BlockProblem;

/* BlockNewtonCreate - Creates a solver by Newton's method for n unknown vectors of a system.

   Input:
     sys      the mechanical system; borrowed
     n        number of unknown vectors, at most 3
     problem  functions for the residuals and the tangent; copied
     context  first argument of these functions; borrowed
   Output:
     blocks   the solver, which the caller destroys by BlockNewtonDestroy
   Collective. Input error: PETSc rejects its options. */
PetscErrorCode BlockNewtonCreate(FsSystem sys, PetscInt n, const BlockProblem *problem,
                                 void *context, BlockNewton *blocks);
PetscErrorCode BlockNewtonDestroy(BlockNewton *blocks);

/* BlockNewtonArchive - Saves in a checkpoint, or restores, what a solver for several unknown
   vectors remembers of earlier solves, such as rates of convergence. Collective. */
PetscErrorCode BlockNewtonArchive(BlockNewton blocks, FsArchive a);

/* BlockNewtonSolve - Solves r(x) = 0 for several unknown vectors by Newton's method.

   Input:
     start  the displacements q at x = 0, with which the convergence test compares steps; not
            changed
     x      [n] initial guess
   Output:
     x      [n] solution; undefined if info->ok is PETSC_FALSE
     info   the number of iterations grows; if the solve fails, ok, reason and place are set
   Collective. */
PetscErrorCode BlockNewtonSolve(BlockNewton blocks, Vec start, const Vec x[], FsStageInfo *info);

/* BlockNewtonSolveStage - Solves r(x) = 0 by BlockNewtonSolve, which has the same arguments, and
   counts the solve as one stage of a time step in info and in the log. Collective. */
PetscErrorCode BlockNewtonSolveStage(BlockNewton blocks, Vec start, const Vec x[],
                                     FsStageInfo *info);

#endif
