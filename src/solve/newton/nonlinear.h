/* nonlinear.h: solves the stages of nonlinear systems by Newton's method for one unknown vector. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_NONLINEAR_H
#define FS_SOLVE_NEWTON_NONLINEAR_H

#include "mixed_newton.h"
#include "newton.h"
#include "tangent.h"

/* Arguments of the present Newton iteration, for the callbacks of SNES. NonlinearSolve and
   StabilizedSolve set them before they start SNES. */
typedef struct {
  FsLoading        loading;
  FsConstraintRows rows;
  FsShift          shift;
  /* q, v, a where x = 0; if shift.rates is true: q, qd, and v* of a = cc (v - v*) */
  Vec     start[3];
  FsState state; /* at the last increment x that was evaluated */
} Iteration;

/* State of the nonlinear solver of a stage. */
typedef struct {
  SNES             snes; /* NULL for linear systems and for nodal inertia */
  Iteration        iteration;
  NewtonTest       test;
  NewtonMatrix     matrix;  /* modified Newton: state of A */
  Tangent          tangent; /* solver of A */
  PredictedStrains predicted;
  PetscBool        reused_matrix;  /* some iteration of the solve used an old matrix */
  PetscBool        rebuild_always; /* build a new matrix in every iteration */
  PetscBool        regularized;    /* equilibria: the tangent gets an additional diagonal */
  PetscBool        exact_strains;  /* equilibria: tangents use the strains of the state */
} NonlinearStage;

/* NonlinearCreate - Creates the SNES of a stage. Collective. */
PetscErrorCode NonlinearCreate(FsStage s);

/* NonlinearChooseSolver - Chooses the linear solver of the tangents.

   Input:
     shift  of the stages to come
     at     state near to those to come; NULL for equilibria
   Overwrites s->A, s->b and s->r. Collective. */
PetscErrorCode NonlinearChooseSolver(FsStage s, FsShift shift, const FsState *at);

/* NonlinearSolve - Solves a stage by Newton's method.

   Input:
     t       time of the stage [s]
     start   see Iteration
     strain  for the first tangent, see FsState; may be NULL
   The solution is newton.iteration.state. Collective. A failure sets info->ok to false. */
PetscErrorCode NonlinearSolve(FsStage s, PetscReal t, const FsLoading *loading, FsShift shift,
                              const Vec start[3], Vec strain, FsStageInfo *info);

/* NonlinearSetStatic - Sets Newton's method for equilibria, see FsStageSolveStatic. Collective. */
PetscErrorCode NonlinearSetStatic(FsStage s, FsStaticMethod method);

/* NonlinearStiffness - Sets s->stiffness to the infinity norm of K at a state, once [N/m].

   It scales the constraint rows in equilibria. Collective. */
PetscErrorCode NonlinearStiffness(FsStage s, const FsState *at, const FsLoading *loading);

#endif
