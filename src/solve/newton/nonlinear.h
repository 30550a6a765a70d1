/* nonlinear.h: solves the stages of nonlinear systems by Newton's method for one unknown vector x,
   the increment of the state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_NONLINEAR_H
#define FS_SOLVE_NEWTON_NONLINEAR_H

#include <fs/solve.h>
#include "newton_loop.h"
#include "mixed_newton.h"
#include "newton.h"
#include "solve/newton/tangent/tangent.h"

/* Iteration - The arguments of the present solve, which the callbacks of SNES need. NonlinearSolve
   and StabilizedSolve set them before they start SNES. */
typedef struct {
  FsLoading        loading;
  FsConstraintRows rows;
  FsShift          shift;
  /* q, v and a at x = 0. If shift.rates is true, they are q, qd and v*, where a = cc (v - v*) */
  Vec     start[3];
  FsState state; /* the state at the last increment x that was evaluated */
} Iteration;

/* Data of the nonlinear solver of a stage. A is the matrix of the stage, s->A. */
typedef struct {
  SNES snes; /* NULL for linear systems and for nodal inertia */
  Vec  x, r; /* increment and residual of the iteration. Work vectors of the stage, which
                are borrowed by NonlinearCreate and not returned */
  NewtonLoop       loop;
  Iteration        iteration;
  NewtonTest       test;
  NewtonMatrix     matrix;  /* modified Newton: the tangent that A contains, and its reuse */
  Tangent          tangent; /* the choice of the linear solver of A */
  PredictedStrains predicted;
  PetscBool        reused_matrix;  /* an iteration of the present solve used an old matrix */
  PetscBool        rebuild_always; /* build a new matrix in every iteration */
  PetscInt         changes;        /* number of changes of the linear solver (SolverCosts) so far */
  PetscBool        regularized;    /* FS_STATIC_REGULARIZED: the tangent is stiffened */
  PetscBool        exact_strains;  /* tangents use the strains at q, not predicted strains */
} NonlinearStage;

/* NonlinearCreate - Creates the SNES of a stage. Collective. */
PetscErrorCode NonlinearCreate(FsStage s);

/* NonlinearChooseSolver - Chooses the linear solver of the tangents.

   Input:
     shift  the factors cm, cc, ck of M, C, K in the tangents of the next stages
     at     a state close to the states of the next stages; NULL for equilibria
   Overwrites s->A. Collective. */
PetscErrorCode NonlinearChooseSolver(FsStage s, FsShift shift, const FsState *at);

/* NonlinearSolve - Solves a stage by Newton's method.

   If the solve fails, info->ok becomes PETSC_FALSE.
   Input:
     t       time of the stage [s]
     shift   the factors cm, cc, ck of M, C, K in the tangent
     start   q, v and a at x = 0. If shift.rates is true: q, qd and v*, where a = cc (v - v*)
     strain  the strains for the first tangent; NULL for those at x = 0
   Changed:
     info    the iterations are added; ok, reason and place are set if the solve fails
   The solution is s->newton.iteration.state. Collective. */
PetscErrorCode NonlinearSolve(FsStage s, PetscReal t, const FsLoading *loading, FsShift shift,
                              const Vec start[3], Vec strain, FsStageInfo *info);

/* NonlinearSetStatic - Prepares the SNES for equilibria by one of the methods of FsStaticMethod.

   Collective. */
PetscErrorCode NonlinearSetStatic(FsStage s, FsStaticMethod method);

/* NonlinearStiffness - Sets s->stiffness to the infinity norm of K at a state [N/m], by which the
   constraint equations of equilibria are multiplied.

   Rows and columns of rotations are divided by a length of their node (FsSystemForceUnits), so that
   all entries have the same unit. Does nothing after the first call. Collective. */
PetscErrorCode NonlinearStiffness(FsStage s, const FsState *at, const FsLoading *loading);

/* ---- pseudo transient ------------------------------------------------------------------------ */

/* StageSolvePseudoTransient - Moves s->newton.x from 0 towards an equilibrium by a viscous motion.

   Output:
     info          the iterations are added
     close_enough  PETSC_TRUE if the unbalanced forces have fallen below 1e-6 of their initial norm
   Collective. */
PetscErrorCode StageSolvePseudoTransient(FsStage s, FsStageInfo *info, PetscBool *close_enough);

/* StageAddDiagonal - Adds sigma times the weight of each unknown to the diagonal of A.

   The weight is 1 for a displacement and 0 for a multiplier. For a rotation it is the square of a
   length at its node [m2]. Collective. */
PetscErrorCode StageAddDiagonal(FsStage s, PetscReal sigma, Mat A);

#endif
