/* full_newton.h: Newton's method with full steps, without what SNES looks up in each iteration.

   SNES asks for about ten options in each iteration and computes norms that no test reads. In a
   small system this takes longer than the mechanics. The loop here does the same arithmetic as
   SNESNEWTONLS without a line search, and therefore gives the same bits. It calls the callbacks of
   NewtonProblem with the SNES, whose iteration, solution, function and reason are set. Callbacks
   get the last step from FullNewtonGetStep.

   A few unknowns on one rank need no KSP either (direct/dense_solve.h). If that elimination fails,
   the KSP takes over for the rest of the solve, and its failure is the one that is reported. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_FULL_NEWTON_H
#define FS_SOLVE_NEWTON_FULL_NEWTON_H

#include "newton.h"

typedef struct {
  NewtonProblem problem;
  void         *context;
  PetscBool     by_user;        /* the user has set an option -snes_...: SNES solves */
  PetscBool     solver_by_user; /* the user has set an option of SNES, KSP or PC */
  PetscBool may_be_dense; /* the owner allows solves without the KSP, whose factors nobody needs */
  PetscBool dense;        /* this solve needs no KSP so far */
  PetscBool search;       /* a line search is on: SNES solves */
  PetscBool active;       /* this loop, and not SNES, has done the last solve, or does it now */
  PetscInt  linear;       /* number of linear iterations of the last solve of this loop */
  Vec       step;         /* the last step; NULL before the first solve */
} FullNewton;

/* FullNewtonSetUp - Sets the problem, whose arguments are those of NewtonCreate, and asks whether
   the user has set options of SNES. */
PetscErrorCode FullNewtonSetUp(FullNewton *f, const NewtonProblem *problem, void *context);
PetscErrorCode FullNewtonDestroy(FullNewton *f);

/* FullNewtonSetLineSearch - Calls NewtonSetLineSearch; with a search, SNES solves. */
PetscErrorCode FullNewtonSetLineSearch(FullNewton *f, SNES snes, PetscBool search);

/* FullNewtonSolve - Solves from x by the loop if that is possible, else by SNESSolve.

   Input:
     factors  PETSC_FALSE if the linear solver is iterative: SNES then updates its levels
   Output:
     x           the last iterate
     iterations  number of iterations
     linear      number of linear iterations
     reason      as SNES reports it. Failures are those of SolverSolveNonlinear
   Collective. */
PetscErrorCode FullNewtonSolve(FullNewton *f, SNES snes, PetscBool factors, Vec x,
                               PetscInt *iterations, PetscInt *linear, SNESConvergedReason *reason);

/* FullNewtonGetStep - Returns the last step of the present solve, borrowed. */
PetscErrorCode FullNewtonGetStep(const FullNewton *f, SNES snes, Vec *step);

#endif
