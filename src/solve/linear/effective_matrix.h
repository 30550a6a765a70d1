/* effective_matrix.h: the effective matrix cm M + cc C + ck K of linear systems, and its solver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_EFFECTIVE_MATRIX_H
#define FS_SOLVE_LINEAR_EFFECTIVE_MATRIX_H

#include <fs/low_rank.h>
#include <fs/solve.h>
#include <petscksp.h>

/* ---- low rank solve -------------------------------------------------------------------------- */

/* LowRankSolve - Data of the Sherman-Morrison-Woodbury formula for A + cc C, with C = W c W^T:

     (A + cc C)^-1 b = y - Z S^-1 W^T y,  y = A^-1 b,  Z = A^-1 W,  S = 1 / (cc c) + W^T Z.

   A is the effective matrix without this damping, the columns of W are the vectors of the damping
   terms, and c is the diagonal matrix of their coefficients. All members are zero if cc is 0 or if
   the system has no such damping. */
typedef struct {
  PetscReal     cc;    /* factor of C in the effective matrix [1/s] */
  PetscInt      n;     /* number of terms */
  Vec          *Z;     /* [n] the columns of Z; owned */
  PetscReal    *S;     /* [n][n] factors of S */
  PetscBLASInt *pivot; /* [n] */
} LowRankSolve;

/* LowRankSetUp - Computes Z and S for the matrix of s->ksp and a factor cc.

   It solves once for each term. Collective. Error: S is singular. */
PetscErrorCode LowRankSetUp(FsStage s, PetscReal cc);

/* LowRankSolveDestroy - Frees Z and S, and does nothing if all members are zero. Collective. */
PetscErrorCode LowRankSolveDestroy(LowRankSolve *l);

/* LowRankFinish - Replaces x = A^-1 b by (A + cc C)^-1 b. Collective. */
PetscErrorCode LowRankFinish(FsStage s, Vec x);

/* LowRankGuess - Replaces x, a guess of (A + cc C)^-1 b, by the guess of A^-1 b that follows from
   it. Collective. */
PetscErrorCode LowRankGuess(FsStage s, Vec x);

/* LowRankReduce - Subtracts cc C x from b. If then A x = b, x solves (A + cc C) x = b with the b on
   entry. Collective. */
PetscErrorCode LowRankReduce(FsStage s, Vec x, Vec b);

/* EffectiveMatrix - The effective matrix A, which is the matrix s->A of the stage s, and what its
   solver needs. */
typedef struct {
  FsShift shift;         /* shift of A; no_shift if A is not an effective matrix */
  Vec     b, x, r;       /* right-hand side; increment; residual. Work vectors of the stage, which
                            are borrowed when the first matrix is built and not returned */
  Vec          diagonal; /* diagonal of A if A is diagonal (lumped mass, ck = 0), otherwise NULL */
  PetscBool    takes_guess;  /* the solver starts from a guess, see FsStageUsesInitialGuess */
  PetscBool    fused;        /* StencilSolve replaces s->ksp; its work vectors are b, x and r */
  Mat          inertial[2];  /* M and C if fused; C is NULL if no force depends on velocities */
  PetscBool    singular;     /* A could not be factored */
  PetscInt     tested_build; /* value of s->builds when factors were last tested */
  PetscBool    by_user;      /* the user has set an option of PETSc's solvers */
  LowRankSolve low_rank;     /* damping that A does not contain */
  PetscInt     solves;       /* number of results that EffectiveIsCheckDue was asked about */
} EffectiveMatrix;

/* EffectiveBuildMatrix - Builds the effective matrix of a shift and sets up its solver.

   Does nothing if the matrix already has this shift. Collective. Input errors: a dof has no mass,
   but the scheme is explicit; the solver needs an assembled matrix, but -operator is matrix_free;
   PETSc rejects its options. */
PetscErrorCode EffectiveBuildMatrix(FsStage s, FsShift shift);

/* EffectiveSolve - Solves A x = s->effective.b.

   Input:
     x           initial guess; ignored if the solver is direct
   Output:
     x           solution
     reason      reason why the solver stopped; negative if it failed
     iterations  number of linear iterations
   May overwrite the right-hand side. After a failed factorization the next EffectiveBuildMatrix
   builds A and its solver again. Collective. */
PetscErrorCode EffectiveSolve(FsStage s, Vec x, KSPConvergedReason *reason, PetscInt *iterations);

/* EffectiveIsTrusted - Determines whether a result of EffectiveSolve needs no test.

   It needs none if reason says that ksp has tested the residual with a tolerance that is small
   enough. Otherwise call EffectiveIsSolution. Not collective. */
PetscErrorCode EffectiveIsTrusted(KSP ksp, KSPConvergedReason reason, PetscBool *trusted);

/* EffectiveIsCheckDue - Determines whether a trusted result must be tested all the same.

   A solver tests a residual that it updates, or a norm of its own. Each result is tested if the
   user has set an option of PETSc's solvers, and each 50th otherwise. Results of one application of
   factors are not. Counts the calls. Not collective. */
PetscErrorCode EffectiveIsCheckDue(FsStage s, PetscBool *due);

/* EffectiveIsBalanced - Tests whether q, v and a of a state solve the equations of a linear system.

   The residual M a + C v + K q - loads must be small against A q. The limit is 100 times the
   relative tolerance of the solver, at least 1e-5 and at most 0.5. A residual that changes q by
   1e-10 passes, too. Overwrites s->effective.b and s->effective.r. Collective. */
PetscErrorCode EffectiveIsBalanced(FsStage s, const FsState *state, const FsLoading *loading,
                                   PetscBool *balanced);

/* EffectiveIsSolution - Tests whether x solves A x = s->effective.b.

   KSP does not report a factorization that has broken down. CG does not report that the residual
   that it updates differs from the true one. Factors are tested once for each build, also with a
   random right-hand side. Later solves with them only test that x is finite.
   Overwrites s->effective.r, and with damping of low rank also the right-hand side. Collective. */
PetscErrorCode EffectiveIsSolution(FsStage s, Vec x, PetscBool *solved);

/* ---- stages ---------------------------------------------------------------------------------- */

/* LinearSolve - Solves a stage of a linear system, whose shift has ck = 1. The arguments are
   those of FsStageSolve.

   If the solve fails, info->ok becomes PETSC_FALSE, and info->reason says why. Collective. */
PetscErrorCode LinearSolve(FsStage s, FsShift shift, const FsLoading *loading, const FsLine *line,
                           FsState *state, FsStageInfo *info);

/* LinearSolveMass - Solves (cm M + cc C) a = forces, the stage of an explicit scheme.

   The forces are those at the point of the line with a = 0.
   Input:
     line   a point of the line; NULL if state holds the point on entry
   Output:
     state  q, a, and v = v(a = 0) + cc a
   If the solve fails, info->ok becomes PETSC_FALSE, and info->reason says why. Collective. */
PetscErrorCode LinearSolveMass(FsStage s, FsShift shift, const FsLoading *loading,
                               const FsLine *line, FsState *state, FsStageInfo *info);

#endif
