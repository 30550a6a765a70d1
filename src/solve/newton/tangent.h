/* tangent.h: the linear solver of the tangents of a nonlinear stage: factors or an iteration.

   TangentChoose takes an iteration if it costs less than factors; another solver is tried if the
   present one fails. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_TANGENT_H
#define FS_SOLVE_NEWTON_TANGENT_H

#include "linear/factor_cost.h"
#include "newton.h"

/* Solvers in the order in which they are tried. CG serves symmetric tangents, and nearly symmetric
   ones of short steps. The preconditioner is multigrid or incomplete factors. */
typedef enum {
  TANGENT_CG_MULTIGRID,
  TANGENT_GMRES_MULTIGRID,
  TANGENT_CG,
  TANGENT_GMRES,
  TANGENT_FACTORS
} TangentSolver;

/* Memory of the functions below; zero before the first call. */
typedef struct {
  TangentSolver first, current;    /* by the cost model; what the KSP is set up for */
  PetscBool     decided;           /* TangentChoose has been called */
  PetscBool     by_user;           /* the user gave -ksp_rtol */
  PetscInt      max_iterations;    /* of a solve, before another solver is tried */
  PetscInt      max_cg_iterations; /* the same for CG with nearly symmetric tangents */
  PetscInt      pause;             /* number of solves that still start with the last solver */
  PetscInt      last_pause;        /* initial value of pause after the last failure */
  FactorCost    cost;
  PetscBool     new_levels;      /* the next solve is the first with the present multigrid levels */
  PetscInt      best_iterations; /* iterations of the first solve with these levels */
  PetscInt      extra_iterations; /* additional iterations of later solves with these levels */
} Tangent;

/* TangentMayIterate - Determines whether an iterative solver may be considered.

   It may if the model is large, has no constraints, and the user has chosen no solver.
   Collective. */
PetscErrorCode TangentMayIterate(FsSystem sys, PetscBool *may_iterate);

/* TangentChoose - Chooses the solver from the pattern of a tangent and sets up ksp.

   Input:
     A            tangent
     may_iterate  see TangentMayIterate
     stiffness    largest ratio of the diagonal of A to that of its inertia, less 1; 0 without
                  inertia
   Output:
     name         [size] the choice and its reason; unchanged for factors and for the user's solver
   Collective. */
PetscErrorCode TangentChoose(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool may_iterate,
                             PetscReal stiffness, char name[], size_t size);

/* TangentUseFactors - Sets up ksp for factors, for a matrix of another kind in A. Collective. */
PetscErrorCode TangentUseFactors(Tangent *t, FsSystem sys, KSP ksp, Mat A);

static inline PetscBool TangentIterates(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current != TANGENT_FACTORS);
}
static inline PetscBool TangentIsMultigrid(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current <= TANGENT_GMRES_MULTIGRID);
}

/* TangentStartSolve - Sets up ksp for the next Newton solve.

   The solver is the one that the last solve ended with, or the first choice again. Collective. */
PetscErrorCode TangentStartSolve(Tangent *t, FsSystem sys, KSP ksp, Mat A);

/* TangentTryNext - Sets up ksp for the next solver after failed linear solves.

   Output:
     again  false if there is no other solver
   Collective. */
PetscErrorCode TangentTryNext(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool *again);

/* TangentSetTolerance - Sets the relative tolerance of the next linear solve.

   Input:
     tolerance  see NewtonTolerance; ignored for factors and if the user gave -ksp_rtol
   Collective. */
PetscErrorCode TangentSetTolerance(const Tangent *t, KSP ksp, PetscReal tolerance);

/* TangentUpdateLevels - Decides whether the multigrid levels are rebuilt for a new tangent.

   They are rebuilt in the first iteration of each Newton solve, and when old levels have cost as
   many additional iterations as new ones would.
   Input:
     iteration  number of the Newton iteration, from 0
   Collective. */
PetscErrorCode TangentUpdateLevels(Tangent *t, SNES snes, PetscInt iteration);

/* Returns NewtonTest.cost after a solve with these numbers of Newton and linear iterations; 0 for
   factors. */
PetscReal TangentMatrixCost(const Tangent *t, PetscInt newton, PetscInt linear);

/* TangentIsNonsingular - Tests whether the matrix of an iterative ksp is nonsingular.

   It solves for a random right-hand side, because the loads may not act on a mechanism.
   Output:
     x            solution, which is largest in the null space of a singular matrix
     iterations   number of iterations is added
     nonsingular  result
   Collective. */
PetscErrorCode TangentIsNonsingular(KSP ksp, Vec x, PetscInt *iterations, PetscBool *nonsingular);

/* TangentArchive - Saves or restores the present solver; call it after TangentChoose.
   Collective. */
PetscErrorCode TangentArchive(Tangent *t, FsSystem sys, KSP ksp, Mat A, FsArchive a);

#endif
