/* nonlinear.h: solves the stages of nonlinear systems by Newton's method for one unknown vector x,
   the increment of the state. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_NONLINEAR_H
#define FS_SOLVE_NEWTON_NONLINEAR_H

#include "newton_loop.h"
#include "mixed_newton.h"
#include "newton.h"
#include "solve/free_motions.h"
#include "solve/newton/tangent/tangent.h"
#include "solve/stage_parts.h"

/* Iteration - The equations that Newton's method is solving at present, for the callbacks of SNES.
   NonlinearSolve and StabilizedSolve set the members before they start SNES. */
typedef struct {
  FsLoading        loading;
  FsConstraintRows rows;
  FsShift          shift;
  /* q, v and a where the unknown increment x is 0. If shift.rates is true, they are q, dq/dt and
     v*, where the acceleration is a = cc (v - v*) */
  Vec     start[3];
  FsState state; /* the state at the last increment x that was evaluated */
} Iteration;

/* Data of the solver of the nonlinear equations of a time step (a stage). The tangent matrix is
   matrix->A. */
struct _n_NonlinearStage {
  FsSystem    sys;
  Workspace   work;   /* borrowed, like matrix and free */
  StageMatrix matrix; /* the tangent and its solver */
  FreeMotions free;   /* rigid motions, which equilibria may hold */
  /* the last accepted state, which FsStageSetPreviousState gives; borrowed, may be NULL */
  const FsState *last_accepted;
  SNES snes; /* the SNES; NULL for linear systems, and if accelerations are computed node by node */
  /* Increment and residual of the iteration: vectors that NonlinearSetUp borrows from the stage
     and does not return */
  Vec              x, r;
  NewtonLoop       loop;
  Iteration        iteration;
  NewtonTest       test;
  Tangent          tangent; /* the choice of the linear solver for A, direct or iterative */
  PredictedStrains predicted;
  /* whether an iteration of the present solve used the matrix of an earlier iteration */
  PetscBool reused_matrix;
  PetscBool rebuild_always; /* whether every Newton iteration builds a new matrix */
  /* number of times that the linear solver has been replaced by a cheaper one so far */
  PetscInt changes;
  /* whether equilibria are solved with a stiffened tangent (FS_STATIC_REGULARIZED) */
  PetscBool regularized;
  /* whether tangents use the strains at the displacements q instead of predicted strains */
  PetscBool exact_strains;
  /* where the increment of the first iteration of a solve is copied, borrowed; NULL: nowhere */
  Vec first_increment;
};

/* NonlinearStageCreate - Creates the part of a stage that solves nonlinear equations, without a
   solver. Its arguments are borrowed. Not collective. */
PetscErrorCode NonlinearStageCreate(Workspace work, StageMatrix matrix, FreeMotions free,
                                    NonlinearStage *s);
/* NonlinearStageDestroy - Frees the part and what it owns. Collective. */
PetscErrorCode NonlinearStageDestroy(NonlinearStage *s);

/* NonlinearSetUp - Creates the SNES, for the matrix that s->matrix has. Collective. */
PetscErrorCode NonlinearSetUp(NonlinearStage s);

/* NonlinearSetMatrixFormat - Replaces the matrix of a stage if the present linear solver needs the
   other format: one dense block for each pair of nodes, or single entries. Collective. */
PetscErrorCode NonlinearSetMatrixFormat(NonlinearStage s);

/* NonlinearChooseSolver - Chooses the linear solver of a stage's tangents, direct or iterative.

   Input:
     shift  the factors cm, cc, ck of M, C, K in the tangents of the next stages
     at     a state close to those that will be solved for; NULL for equilibria
   Overwrites s->matrix->A. Collective. */
PetscErrorCode NonlinearChooseSolver(NonlinearStage s, FsShift shift, const FsState *at);

/* NonlinearSolve - Solves the nonlinear equations of a time step or an equilibrium (a stage) by
   Newton's method.

   If the solve fails, info->ok becomes PETSC_FALSE.
   Input:
     t       time at which the equations hold [s]
     shift   the factors cm, cc, ck of M, C, K in the tangent
     start   q, v and a where the unknown increment x is 0. If shift.rates is true: q, dq/dt and v*,
             where a = cc (v - v*)
     strain  the element strains for the first tangent; NULL for those at x = 0
   Changed:
     info    the iterations are added; ok, reason and place are set if the solve fails
   The solution is s->iteration.state. Collective. */
PetscErrorCode NonlinearSolve(NonlinearStage s, PetscReal t, const FsLoading *loading,
                              FsShift shift, const Vec start[3], Vec strain, FsStageInfo *info);

/* NonlinearSetStatic - Prepares Newton's method of a stage for equilibria.

   Input:
     method  how equilibria are looked for, for example with a stiffened tangent or a line search
   Collective. */
PetscErrorCode NonlinearSetStatic(NonlinearStage s, FsStaticMethod method);

/* NonlinearStiffness - Computes a typical stiffness of the model, the infinity norm of K at a state
   [N/m], and stores it in s->matrix->stiffness. The constraint equations of equilibria are
   multiplied by it.

   Rows and columns of rotations are divided by a length of their node (FsSystemForceUnits), so that
   all entries have the same unit. Does nothing after the first call. Collective. */
PetscErrorCode NonlinearStiffness(NonlinearStage s, const FsState *at, const FsLoading *loading);

/* ---- pseudo transient ------------------------------------------------------------------------ */

/* StageSolvePseudoTransient - Approaches an equilibrium by a viscous motion (pseudo-transient
   continuation) when Newton's method fails. s->x, the increment of the state, starts at 0.

   Output:
     info          the number of iterations grows
     close_enough  PETSC_TRUE if the unbalanced forces have fallen below 1e-6 of their initial norm
   Collective. */
PetscErrorCode StageSolvePseudoTransient(NonlinearStage s, FsStageInfo *info,
                                         PetscBool *close_enough);

/* StageAddDiagonal - Stiffens a tangent: adds sigma [N/m] times the weight of each unknown to the
   diagonal of A.

   The weight is 1 for a displacement and 0 for a multiplier. For a rotation it is the square of a
   length at its node [m2]. Collective. */
PetscErrorCode StageAddDiagonal(NonlinearStage s, PetscReal sigma, Mat A);

#endif
