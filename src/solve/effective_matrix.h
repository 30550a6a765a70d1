/* effective_matrix.h: the effective matrix cm M + cc C + ck K of linear systems, and its solver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_EFFECTIVE_MATRIX_H
#define FS_SOLVE_EFFECTIVE_MATRIX_H

#include <fs/solve.h>
#include <petscksp.h>

/* State of the effective matrix, which is A of the stage. */
typedef struct {
  FsShift   shift;        /* of A; no_shift if A is not an effective matrix */
  Vec       diagonal;     /* of A if A is diagonal (explicit schemes with lumped mass), else NULL */
  PetscBool takes_guess;  /* see FsStageUsesInitialGuess */
  PetscBool fused;        /* StencilSolve replaces ksp; b, x, r are its work vectors */
  Mat       inertial[2];  /* M and C if fused; C is NULL if no force depends on velocities */
  PetscBool singular;     /* A could not be factored */
  PetscInt  tested_build; /* number of the build whose factors have been tested */
} EffectiveMatrix;

/* EffectiveBuildMatrix - Builds the effective matrix of a shift and sets up its solver.

   Does nothing if the matrix is already that of the shift. Collective. Input errors: an explicit
   scheme without mass at some dof; a solver that needs an assembled matrix. */
PetscErrorCode EffectiveBuildMatrix(FsStage s, FsShift shift);

/* EffectiveSolve - Solves A x = s->b.

   Input:
     x           guess, if the solver takes one
   Output:
     x           solution
     reason      of the solver
     iterations  taken
   May overwrite s->b. After a failed factorization the next EffectiveBuildMatrix builds A and its
   solver again. Collective. */
PetscErrorCode EffectiveSolve(FsStage s, Vec x, KSPConvergedReason *reason, PetscInt *iterations);

/* EffectiveIsTrusted - Determines whether the reason of a solver proves that x is a solution.

   The solver must have tested the residual with a tolerance that is small enough for a step.
   Not collective. */
PetscErrorCode EffectiveIsTrusted(KSP ksp, KSPConvergedReason reason, PetscBool *trusted);

/* EffectiveIsSolution - Tests whether x solves A x = s->b.

   KSP does not report when a factorization has broken down, when it has applied a preconditioner
   once, or when the residual that CG updates differs from the true one. Factors are tested once for
   each build, also with a random right-hand side; later x only has to be finite.
   Overwrites s->r. Collective. */
PetscErrorCode EffectiveIsSolution(FsStage s, Vec x, PetscBool *solved);

#endif
