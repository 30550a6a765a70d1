/* effective_matrix.h: the effective matrix cm M + cc C + ck K of linear systems, and its solver. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_LINEAR_EFFECTIVE_MATRIX_H
#define FS_SOLVE_LINEAR_EFFECTIVE_MATRIX_H

#include <fs/low_rank.h>
#include <petscksp.h>
#include "lumped_mass.h"
#include "solve/free_motions.h"

/* ---- low rank solve -------------------------------------------------------------------------- */

/* LowRankSolve - Data of the Sherman-Morrison-Woodbury formula, which solves with A + cc C by
   solves with A alone, for a damping matrix C = W c W^T with few columns in W:

     (A + cc C)^-1 b = y - Z S^-1 W^T y,  y = A^-1 b,  Z = A^-1 W,  S = 1 / (cc c) + W^T Z.

   A is the effective matrix cm M + cc C + ck K without this damping, the columns of W are the
   vectors of the damping terms, and c is the diagonal matrix of their coefficients. All members are
   zero if cc is 0 or if the system has no such damping. */
typedef struct {
  PetscReal cc; /* factor of C in the effective matrix [1/s] */
  PetscInt  n;  /* number of damping terms, which is the number of columns of W */
  Vec      *Z;  /* [n] A^-1 times each vector of a damping term; owned by this structure */
  /* [n][n] LU factors of the small matrix 1/(cc c) + W^T A^-1 W of the damping terms */
  PetscReal    *S;
  PetscBLASInt *pivot; /* [n] row exchanges of the LU factors S */
} LowRankSolve;

/* LowRankSetUp - Prepares solves with A + cc C, where A is the effective matrix of s->matrix->ksp
   and C a damping matrix of low rank that A does not contain, such as modal damping.

   Input:
     cc  factor of C [1/s]
   It solves with A once for each damping term. Collective. Error: A + cc C is singular. */
PetscErrorCode LowRankSetUp(LinearStage s, PetscReal cc);

/* LowRankSolveDestroy - Frees the data for solves with damping of low rank. Does nothing if all
   members are zero. Collective. */
PetscErrorCode LowRankSolveDestroy(LowRankSolve *l);

/* LowRankFinish - Replaces x = A^-1 b by (A + cc C)^-1 b, where C is the damping of low rank for
   which LowRankSetUp was called. Collective. */
PetscErrorCode LowRankFinish(LinearStage s, Vec x);

/* LowRankGuess - Replaces x, an initial guess of (A + cc C)^-1 b, by the guess of A^-1 b that
   follows from it. C is the damping of low rank for which LowRankSetUp was called, A the effective
   matrix without it. Collective. */
PetscErrorCode LowRankGuess(LinearStage s, Vec x);

/* LowRankReduce - Subtracts cc C x from b, where C is a damping matrix of low rank. C is the
   damping of low rank for which LowRankSetUp was called. A solution x of A x = b with the new b
   solves (A + cc C) x = b with the old b. Collective. */
PetscErrorCode LowRankReduce(LinearStage s, Vec x, Vec b);

/* ---- kept matrices -----------------------------------------------------------------------------
 */

/* KeptMatrix - An effective matrix that is not the present one, with its solver. The members are
   those of the stage matrix and of the linear stage that belong to one matrix. */
typedef struct {
  Mat          A;
  KSP          ksp;
  FsShift      effective;
  Vec          diagonal;
  PetscBool    takes_guess, fused, singular;
  PetscBool    tested; /* whether the factors have been tested */
  LowRankSolve low_rank;
} KeptMatrix;

/* KeptMatrices - The effective matrices that a linear stage keeps besides the present one, the one
   that was used last first. */
typedef struct {
  PetscInt    most; /* largest number of kept matrices; 0 unless FsStageSetShifts asks for more */
  PetscInt    n;
  KeptMatrix *matrix; /* [most] */
} KeptMatrices;

/* KeptMatrixSelect - Makes the kept matrix of a shift the present one, and keeps the present one.

   Input:
     shift  a shift that the present matrix does not have
   Output:
     found  whether a matrix with this shift was kept. If not, the caller must build the present
            matrix, which may be a new one without a solver (s->solver_chosen is PETSC_FALSE)
   Collective. */
PetscErrorCode KeptMatrixSelect(LinearStage s, FsShift shift, PetscBool *found);

/* KeptMatricesDestroy - Frees the kept matrices. Collective. */
PetscErrorCode KeptMatricesDestroy(KeptMatrices *kept);

/* The data of the effective matrix A = cm M + cc C + ck K of a linear system and its solver. A
   itself is matrix->A. */
struct _n_LinearStage {
  FsSystem    sys;
  Workspace   work;   /* borrowed, like matrix and free */
  StageMatrix matrix; /* the effective matrix and its solver */
  FreeMotions free;   /* rigid motions, which equilibria may hold */
  /* number of solves that the caller expects (FsStageSetExpectedSolves); 0 if unknown */
  PetscReal expected_solves;
  /* Right-hand side, increment and residual: vectors of the stage, which are borrowed when the
     first matrix is built and not returned */
  Vec b, x, r;
  /* diagonal of the effective matrix if it is diagonal (lumped mass, no stiffness), otherwise
     NULL */
  Vec          diagonal;
  KeptMatrices kept;
  PetscBool    solver_chosen; /* whether matrix->ksp has been set up for matrix->A */
  /* whether the linear solver starts from an initial guess (FsStageUsesInitialGuess) */
  PetscBool takes_guess;
  /* whether StencilSolve solves instead of matrix->ksp. StencilSolve is the method of conjugate
     gradients for stencil operators, which reads the vectors once in each iteration */
  PetscBool fused;
  /* M and C if StencilSolve is used; C is NULL if no force depends on velocities */
  Mat       inertial[2];
  PetscBool singular; /* whether the effective matrix could not be factored */
  /* the number of matrices that had been built when the factors of a matrix were last tested */
  PetscInt     tested_build;
  PetscBool    by_user;  /* whether the user has set an option of PETSc's solvers */
  LowRankSolve low_rank; /* damping of low rank, which A does not contain */
  PetscInt     solves;   /* number of results that EffectiveIsCheckDue was asked about */
  LumpedMass   lumped_mass;
};

/* LinearStageCreate - Creates the part of a stage that solves with the effective matrix. Its
   arguments are borrowed. Not collective. */
PetscErrorCode LinearStageCreate(Workspace work, StageMatrix matrix, FreeMotions free,
                                 LinearStage *s);
/* LinearStageDestroy - Frees the part and what it owns. Collective. */
PetscErrorCode LinearStageDestroy(LinearStage *s);

/* EffectiveBuildMatrix - Builds the effective matrix cm M + cc C + ck K of a linear system for the
   factors in shift, and sets up its solver.

   Does nothing if the matrix already has these factors. Collective. Input errors: a dof has no
   mass, but the scheme is explicit; the solver needs an assembled matrix, but -operator is
   matrix_free; PETSc rejects its options. */
PetscErrorCode EffectiveBuildMatrix(LinearStage s, FsShift shift);

/* EffectiveSolve - Solves A x = s->b, where A = cm M + cc C + ck K is the effective
   matrix that EffectiveBuildMatrix has built.

   Input:
     x           initial guess; ignored if the solver is direct
   Output:
     x           solution
     reason      reason why the solver stopped; negative if it failed
     iterations  number of linear iterations
   May overwrite the right-hand side. After a failed factorization the next EffectiveBuildMatrix
   builds A and its solver again. Collective. */
PetscErrorCode EffectiveSolve(LinearStage s, Vec x, KSPConvergedReason *reason,
                              PetscInt *iterations);

/* EffectiveIsTrusted - Determines whether a solution by EffectiveSolve can be used without a test
   of its residual.

   It can if reason, which EffectiveSolve returns, says that ksp has tested the residual with a
   tolerance that is small enough. Otherwise call EffectiveIsSolution. Not collective. */
PetscErrorCode EffectiveIsTrusted(KSP ksp, KSPConvergedReason reason, PetscBool *trusted);

/* EffectiveIsCheckDue - Determines whether a result of the linear solver is tested although
   EffectiveIsTrusted accepts it. Iterative solvers test a recursively updated residual or a norm of
   their own, not the true residual.

   due is true in each solve if the user has set an option of PETSc's solvers, and in each 50th
   otherwise. It is false if the solver is one application of factors. Counts the calls. Not
   collective. */
PetscErrorCode EffectiveIsCheckDue(LinearStage s, PetscBool *due);

/* EffectiveIsBalanced - Tests whether q, v and a of a state solve the equations of a linear system.

   The residual M a + C v + K q - loads must be small against A q, where A is the effective matrix.
   The limit is 100 times the relative tolerance of the solver, at least 1e-5 and at most 0.5. A
   residual that changes q by 1e-10 passes, too. Overwrites s->b and s->r.
   Collective. */
PetscErrorCode EffectiveIsBalanced(LinearStage s, const FsState *state, const FsLoading *loading,
                                   PetscBool *balanced);

/* EffectiveIsSolution - Tests whether x solves A x = s->b, where A is the effective
   matrix.

   KSP does not report a factorization that has broken down. CG does not report that the residual
   that it updates differs from the true one. Factors are tested once for each build, also with a
   random right-hand side. Later solves with them only test that x is finite. Overwrites
   s->r, and with damping of low rank also the right-hand side. Collective. */
PetscErrorCode EffectiveIsSolution(LinearStage s, Vec x, PetscBool *solved);

/* LinearSolveStiffness - Solves K x = force as StageSolveStiffness does. Collective. */
PetscErrorCode LinearSolveStiffness(LinearStage s, Vec force, Vec x, PetscBool *ok);

/* ---- stages ---------------------------------------------------------------------------------- */

/* LinearSolve - Solves the equations of a time step, or of an equilibrium, of a linear system. The
   unknown is a displacement increment.

   Input:
     shift    the factors of M, C and K in the effective matrix, with ck = 1
     loading  time, load factor and other data of the loads
     line     vectors and factors that give q, v and a where the increment is 0; NULL if state has
              them
   Output:
     state    the solution
     info     how the solve went; if it failed, info->ok is PETSC_FALSE and info->reason says why
   Collective. */
PetscErrorCode LinearSolve(LinearStage s, FsShift shift, const FsLoading *loading,
                           const FsLine *line, FsState *state, FsStageInfo *info);

/* LinearSolveMass - Solves (cm M + cc C) a = forces, the equations of a step of an explicit time
   integration scheme of a linear system.

   The forces are those at a = 0.
   Input:
     line   vectors and factors that give q, v and a for a = 0; NULL if state has these values on
            entry
   Output:
     state  q, a, and v = v(a = 0) + cc a
   If the solve fails, info->ok becomes PETSC_FALSE, and info->reason says why. Collective. */
PetscErrorCode LinearSolveMass(LinearStage s, FsShift shift, const FsLoading *loading,
                               const FsLine *line, FsState *state, FsStageInfo *info);

#endif
