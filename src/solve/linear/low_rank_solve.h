/* low_rank_solve.h: solves with the effective matrix plus damping of low rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_LOW_RANK_SOLVE_H
#define FS_SOLVE_LINEAR_LOW_RANK_SOLVE_H

#include <fs/low_rank.h>
#include <fs/solve.h>

/* LowRankSolve - Data of the Sherman-Morrison-Woodbury formula for A + cc C, with C = W c W^T:

     (A + cc C)^-1 b = y - Z S^-1 W^T y,  y = A^-1 b,  Z = A^-1 W,  S = 1 / (cc c) + W^T Z.

   Zero while cc is 0 or the system has no such damping. */
typedef struct {
  PetscReal     cc;    /* factor of C in the effective matrix [1/s] */
  PetscInt      n;     /* number of terms */
  Vec          *Z;     /* [n] */
  PetscReal    *S;     /* [n][n] factors of S */
  PetscBLASInt *pivot; /* [n] */
} LowRankSolve;

/* LowRankSetUp - Computes Z and S for the matrix of s->ksp and a factor cc.

   It solves once for each term. Collective. Error: S is singular. */
PetscErrorCode LowRankSetUp(FsStage s, PetscReal cc);

/* LowRankSolveDestroy - Frees Z and S. Works on data that is 0. Collective. */
PetscErrorCode LowRankSolveDestroy(LowRankSolve *l);

/* LowRankFinish - Replaces x = A^-1 b by (A + cc C)^-1 b. Collective. */
PetscErrorCode LowRankFinish(FsStage s, Vec x);

/* LowRankGuess - Replaces a guess x of (A + cc C)^-1 b by that of A^-1 b. Collective. */
PetscErrorCode LowRankGuess(FsStage s, Vec x);

/* LowRankReduce - Computes b -= cc C x, so that A x = b remains to be tested. Collective. */
PetscErrorCode LowRankReduce(FsStage s, Vec x, Vec b);

#endif
