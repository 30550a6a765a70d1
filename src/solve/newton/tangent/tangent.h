/* tangent.h: the linear solver of the tangents of a nonlinear stage, direct or iterative.

   "Factors" stands for the direct solver, a factorization. TangentChoose chooses an iterative
   solver if it costs less than factors. If the present solver fails, TangentTryNext takes the next
   one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_TANGENT_TANGENT_H
#define FS_SOLVE_NEWTON_TANGENT_TANGENT_H

#include <fs/archive.h>
#include <fs/system.h>
#include <fs/fs.h>
#include "solve/newton/newton.h"
#include "linear/factor_cost.h"

/* ---- tangent choice -------------------------------------------------------------------------- */

/* Solvers in the order in which they are tried. CG serves symmetric tangents, and also nearly
   symmetric tangents of short steps. The preconditioner is multigrid (first two) or incomplete
   factors. */
typedef enum {
  TANGENT_CG_MULTIGRID,
  TANGENT_GMRES_MULTIGRID,
  TANGENT_CG,
  TANGENT_GMRES,
  TANGENT_FACTORS
} TangentSolver;

/* FactorCost.growth up to which a model is a surface or a line: these reach 2 as they are refined,
   lattices start at 2.37. */
#define TANGENT_SURFACE 2.1
/* Cost of an iteration with multigrid, and of its levels, in iterations with incomplete factors. */
#define TANGENT_MULTIGRID_COST 3.5
#define TANGENT_LEVELS_COST 50

/* TangentChoice - The cheapest solvers, and their expected costs in iterations with incomplete
   factors. */
typedef struct {
  TangentSolver cheapest;  /* the cheapest one of all solvers */
  TangentSolver iteration; /* the cheapest one that is not TANGENT_FACTORS */
  PetscReal     cost;      /* the cost of a linear solve with the solver iteration */
  PetscReal     plain;     /* number of iterations with incomplete factors */
} TangentChoice;

/* tangent_is_symmetric - Returns whether the matrices of an iterative solver are symmetric. */
PetscBool tangent_is_symmetric(FsSystem sys);

/* tangent_choice - Returns the cheapest solver.

   Input:
     cost       cost of factors
     stiffness  result of StageStiffnessRatio; 0 for equilibria */
TangentChoice tangent_choice(const FactorCost *cost, FsSystem sys, PetscReal stiffness);

/* ---- solver costs ---------------------------------------------------------------------------- */

/* Counts what the present solver of tangents costs beside the other one.
   The unit is one iteration with incomplete factors. Only numbers of iterations and matrices are
   counted, never times: the result is the same on all ranks and in all runs. */

/* SolverCosts - The counted costs of two solvers: factors, and an iterative solver ("iterations").
   All members are zero before SolverCostsStart. */
typedef struct {
  PetscReal iteration; /* cost of a linear solve by iterations: expected, later counted */
  PetscReal matrices;  /* number of matrices that a linear solve by factors needs: the same */
  PetscReal excess;    /* cost of the present solver beyond that of the other; at least 0 */
  PetscInt  changes;   /* number of changes of the solver so far */
} SolverCosts;

/* SolverWork - The work of one Newton solve. */
typedef struct {
  PetscBool iterates; /* it was done by iterations */
  PetscInt  solves;   /* number of linear solves */
  PetscInt  matrices; /* number of new matrices */
  PetscReal cost;     /* cost of all iterations; unused if the solver was factors */
} SolverWork;

/* SolverCostsStart - Starts to count for a new choice.

   Input:
     iteration  expected cost of a linear solve by iterations
     new_each   each linear solve needs a new matrix, as in equilibria */
void SolverCostsStart(SolverCosts *c, PetscReal iteration, PetscBool new_each);

/* SolverCostsAdd - Adds a Newton solve. */
void SolverCostsAdd(SolverCosts *c, const FactorCost *factors, const SolverWork *work);

/* SolverCostsChange - Determines whether the solver must change now, and records the change.

   It must if its excess is larger than the cost of a factorization. The limit doubles with each
   change, so that the changes end. A run then costs at most a few factorizations more than one with
   the better solver from the start. */
PetscBool SolverCostsChange(SolverCosts *c, const FactorCost *factors);

PetscErrorCode SolverCostsArchive(SolverCosts *c, FsArchive a);

/* Tangent - The choice of the solver, and what the functions below remember. All members are zero
   before the first call. "Linear solve" means one KSPSolve, "Newton solve" one solve of a stage. */
typedef struct {
  TangentSolver first, current;    /* choice of the cost model; solver that the KSP is set up for */
  PetscBool     decided;           /* TangentChoose has been called */
  PetscBool     by_user;           /* the user gave -ksp_rtol */
  PetscBool     eliminates;        /* solvers eliminate the constraints of ties */
  PetscInt      max_iterations;    /* limit of a linear solve; beyond it the next solver is tried */
  PetscInt      max_cg_iterations; /* the same limit for CG without multigrid */
  PetscInt      pause; /* number of Newton solves that will still start with current, not first */
  PetscInt      last_pause;    /* initial value of pause after the last failure of first */
  FactorCost    cost;          /* of a tangent; set only if an iterative solver is considered */
  TangentSolver iteration;     /* the solver that is used instead of factors after a change */
  PetscBool     changes;       /* the solver may change for one that costs less */
  PetscBool     next_is_other; /* the next Newton solve starts with the other solver */
  SolverCosts   costs;         /* set only if an iterative solver is considered */
  PetscBool new_levels; /* the next linear solve is the first with the present multigrid levels */
  PetscInt  best_iterations;  /* iterations of the first linear solve with these levels */
  PetscInt  extra_iterations; /* sum over later linear solves of the iterations beyond that */
} Tangent;

/* TangentMayIterate - Determines whether an iterative solver may be considered.

   It may be if the model is large and not traits.indefinite, and if the user has chosen no solver.
   It may also be if traits.only_ties is set. Collective. */
PetscErrorCode TangentMayIterate(FsSystem sys, PetscBool *may_iterate);

/* TangentMayEliminate - Determines whether solvers may eliminate the constraints of ties.

   They may if the model is large and traits.has_ties is set, and if the user has chosen no solver.
   Collective. */
PetscErrorCode TangentMayEliminate(FsSystem sys, PetscBool *may_eliminate);

/* TangentChoose - Chooses the solver from the pattern of a tangent and sets up ksp.

   Input:
     A            tangent
     reduced      tangent without the constraints of ties and the unknowns that they determine; NULL
                  to eliminate nothing
     may_iterate  see TangentMayIterate
     stiffness    result of StageStiffnessRatio for A; 0 for equilibria
   Output:
     name         [size] the choice and its reason; unchanged if the choice is factors
   Collective. */
PetscErrorCode TangentChoose(Tangent *t, FsSystem sys, KSP ksp, Mat A, Mat reduced,
                             PetscBool may_iterate, PetscReal stiffness, char name[], size_t size);

/* TangentIterationName - Returns the name of the iterative solver that is used first. */
const char *TangentIterationName(const Tangent *t, FsSystem sys);

/* TangentUseFactors - Makes factors the solver, because A will get other matrices than tangents.

   Does nothing if the solver is already direct. Collective. */
PetscErrorCode TangentUseFactors(Tangent *t, FsSystem sys, KSP ksp, Mat A);

/* Returns whether the present solver is an iterative one that TangentChoose has chosen. */
static inline PetscBool TangentIterates(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current != TANGENT_FACTORS);
}
/* The same, but only for solvers with multigrid. */
static inline PetscBool TangentIsMultigrid(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current <= TANGENT_GMRES_MULTIGRID);
}

/* TangentStartSolve - Sets up ksp for the next Newton solve.

   For some solves after a failure it is the solver of the last solve, later t->first again.
   Collective. */
PetscErrorCode TangentStartSolve(Tangent *t, FsSystem sys, KSP ksp, Mat A);

/* TangentCountCosts - Records the work of a Newton solve, and decides whether the next one starts
   with the other of factors and iterations.

   Input:
     newton, linear  numbers of Newton and of linear iterations
     matrices        number of new tangents
   Not collective; the result is the same on all ranks. Does nothing for systems with
   constraints. */
void TangentCountCosts(Tangent *t, PetscInt newton, PetscInt linear, PetscInt matrices);

/* TangentTryNext - Sets up ksp for the next solver of TangentSolver after a linear solve failed.

   Output:
     again  PETSC_TRUE if the caller must solve again. PETSC_FALSE if no other solver is left, or
            if there is not enough memory for factors
   Collective. */
PetscErrorCode TangentTryNext(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool *again);

/* TangentSetTolerance - Sets the relative tolerance of the next linear solve.

   Does nothing if the solver is a factorization, or if the user gave -ksp_rtol.
   Input:
     tolerance  see NewtonTolerance
   Collective. */
PetscErrorCode TangentSetTolerance(const Tangent *t, KSP ksp, PetscReal tolerance);

/* TangentUpdateLevels - Decides whether the multigrid levels are rebuilt for a new tangent.

   They are rebuilt in the first iteration of each Newton solve. They are also rebuilt when the
   additional iterations with old levels have cost more than new levels.
   Input:
     iteration  number of the Newton iteration, from 0
   Collective. */
PetscErrorCode TangentUpdateLevels(Tangent *t, KSP ksp, PetscInt iteration);

/* TangentMatrixCost - Returns the cost of a new tangent for NewtonTest.cost; 0 if the solver is
   direct.

   Input:
     newton, linear  numbers of Newton and of linear iterations in the last Newton solve */
PetscReal TangentMatrixCost(const Tangent *t, PetscInt newton, PetscInt linear);

/* TangentIsNonsingular - Tests whether the matrix of an iterative ksp is nonsingular.

   It solves for a random right-hand side, which acts on every mechanism. If the loads of the model
   do not act on a mechanism, a solution for them does not show it.
   Output:
     x            solution; if the matrix is singular, mainly a vector of its null space
     iterations   the number of linear iterations is added
     nonsingular  PETSC_TRUE if the matrix is nonsingular
   Collective. */
PetscErrorCode TangentIsNonsingular(KSP ksp, Vec x, PetscInt *iterations, PetscBool *nonsingular);

/* TangentArchive - Saves or restores the present solver; call it after TangentChoose.
   Collective. */
PetscErrorCode TangentArchive(Tangent *t, FsSystem sys, KSP ksp, Mat A, FsArchive a);

/* ---- block options --------------------------------------------------------------------------- */

/* BlocksSetOptions - Sets or removes the options of the blocks.

   PETSc's default limit for a zero pivot is absolute, and its search for a shift makes all pivots
   positive; the options replace both.
   Input:
     symmetric  PETSC_TRUE for incomplete Cholesky factors, PETSC_FALSE for incomplete LU factors
     clear      PETSC_TRUE removes the options */
PetscErrorCode BlocksSetOptions(PetscBool symmetric, PetscBool clear);

/* BlocksSkipEmpty - Sets no preconditioner for the block of a rank without rows.

   PETSc's ICC ends there by a signal if rows come in blocks.
   Input:
     x  a vector of the matrix */
PetscErrorCode BlocksSkipEmpty(Vec x);

/* BlocksGiven - Determines whether the user has chosen the preconditioner of the blocks.

   The options that BlocksSetOptions has set are not the user's, although they have the same names
   in the database. Otherwise the second stage of a run would take the choice of the first one for
   a choice of the user, and would use factors. */
PetscErrorCode BlocksGiven(PetscBool *given);

#endif
