/* tangent.h: the linear solver of the tangents of a nonlinear stage, direct or iterative.

   "Factors" stands for the direct solver, a factorization. TangentChoose chooses an iterative
   solver if it costs less than factors. If the present solver fails, TangentTryNext takes the next
   one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_TANGENT_TANGENT_H
#define FS_SOLVE_NEWTON_TANGENT_TANGENT_H

#include <fs/archive.h>
#include <fs/system.h>
#include <fs/petsc_versions.h>
#include "solve/newton/newton.h"
#include "linear/factor_cost.h"

/* ---- tangent choice -------------------------------------------------------------------------- */

/* The linear solvers of the tangents of Newton's method, in the order in which they are tried. CG
   serves symmetric and, in short steps, nearly symmetric tangents. The preconditioner is multigrid
   (the first two) or incomplete factors. The last solver is a direct one. */
typedef enum {
  TANGENT_CG_MULTIGRID,
  TANGENT_GMRES_MULTIGRID,
  TANGENT_CG,
  TANGENT_GMRES,
  TANGENT_FACTORS
} TangentSolver;

/* Bound of FactorCost.growth, which measures how fast the cost of factors grows as a mesh is
   refined. Below it a model counts as a surface or a line: those reach 2, lattices start at
   2.37. */
#define TANGENT_SURFACE 2.1
/* Cost of an iteration of CG or GMRES with multigrid, and of setting up the multigrid levels,
   relative to an iteration with incomplete factors. */
#define TANGENT_MULTIGRID_COST 3.5
#define TANGENT_LEVELS_COST 50

/* TangentChoice - The cheapest linear solvers for a tangent, and their expected costs. The unit of
   cost is one iteration with incomplete factors. */
typedef struct {
  TangentSolver cheapest;  /* the cheapest of all linear solvers */
  TangentSolver iteration; /* the cheapest iterative solver */
  PetscReal     cost;      /* expected cost of a linear solve by the cheapest iterative solver */
  /* expected number of iterations with incomplete factors as preconditioner */
  PetscReal plain;
} TangentChoice;

/* tangent_is_symmetric - Returns whether iterative solvers treat the tangents of a system as
   symmetric. */
PetscBool tangent_is_symmetric(FsSystem sys);

/* tangent_choice - Finds the cheapest linear solver for the tangents of a system and returns it.

   Input:
     cost       the cost of a direct solver for a tangent
     stiffness  how stiff the tangent is compared with its inertia, from StageStiffnessRatio; 0 for
                equilibria */
TangentChoice tangent_choice(const FactorCost *cost, FsSystem sys, PetscReal stiffness);

/* ---- solver costs ---------------------------------------------------------------------------- */

/* Counts what the present linear solver of tangents, direct or iterative, costs more than the other
   one would. The unit is one iteration with incomplete factors. Only numbers of iterations and
   matrices are counted, never times: the result is the same on all ranks and in all runs. */

/* SolverCosts - The counted costs of two linear solvers, a direct one ("factors") and an iterative
   one ("iterations"), in iterations with incomplete factors. All members are zero before
   SolverCostsStart. */
typedef struct {
  /* cost of a linear solve by iterations: the expected one at first, later the counted one */
  PetscReal iteration;
  /* number of new matrices for each linear solve by factors: the expected one at first, later the
     counted one */
  PetscReal matrices;
  /* by how much the present solver has cost more than the other would have; at least 0 */
  PetscReal excess;
  PetscInt  changes; /* number of times that the solver has been changed so far */
} SolverCosts;

/* SolverWork - The work of the linear solver during one solve by Newton's method. */
typedef struct {
  PetscBool iterates; /* whether the linear systems were solved by iterations, not by factors */
  PetscInt  solves;   /* number of linear systems that were solved */
  PetscInt  matrices; /* number of new matrices */
  /* cost of all linear iterations together, in iterations with incomplete factors; unused if the
     solver was direct */
  PetscReal cost;
} SolverWork;

/* SolverCostsStart - Starts to count the costs of a direct and an iterative solver, after a new
   choice.

   Input:
     iteration  expected cost of a linear solve by the iterative solver, in iterations with
                incomplete factors
     new_each   PETSC_TRUE if each linear solve needs a new matrix, as for equilibria */
void SolverCostsStart(SolverCosts *c, PetscReal iteration, PetscBool new_each);

/* SolverCostsAdd - Adds the work of the linear solver in one Newton solve to the counted costs.
   factors is the cost of a factorization. */
void SolverCostsAdd(SolverCosts *c, const FactorCost *factors, const SolverWork *work);

/* SolverCostsChange - Determines whether the linear solver must now be changed from direct to
   iterative or back, and records the change.

   The solver must be changed if the work that another solver would have saved since the last change
   exceeds the work of a factorization. This limit doubles with each change, so that the changes
   end. A run then costs at most a few factorizations more than one with the better solver from the
   start. */
PetscBool SolverCostsChange(SolverCosts *c, const FactorCost *factors);

PetscErrorCode SolverCostsArchive(SolverCosts *c, FsArchive a);

/* Tangent - The choice of the linear solver for the tangents of a stage, and what is remembered of
   its work. All members are zero before the first call. "Linear solve" means one KSPSolve, "Newton
   solve" one solve of a stage. */
typedef struct {
  /* choice of the cost model, and the solver that the KSP is set up for now */
  TangentSolver first, current;
  PetscBool     decided; /* whether TangentChoose has been called */
  PetscBool     by_user; /* whether the user has set -ksp_rtol */
  /* whether the linear solvers first eliminate the constraint equations of ties between nodes */
  PetscBool eliminates;
  /* limit of iterations of a linear solve, beyond which the next solver is tried */
  PetscInt max_iterations;
  PetscInt max_cg_iterations; /* the limit of iterations for CG without multigrid */
  /* number of Newton solves that will still start with the solver current instead of first, because
     first has failed */
  PetscInt pause;
  /* number of Newton solves that paused the solver first after its last failure */
  PetscInt last_pause;
  /* cost of factoring a tangent; set only if an iterative solver is considered */
  FactorCost cost;
  /* the iterative solver that replaces the direct one after a change */
  TangentSolver iteration;
  PetscBool     changes; /* whether the solver may be changed for one that costs less */
  /* whether the next Newton solve starts with the other of the direct and the iterative solver */
  PetscBool next_is_other;
  /* counted costs of the two solvers; set only if an iterative solver is considered */
  SolverCosts costs;
  /* whether the next linear solve is the first one with the present multigrid levels */
  PetscBool new_levels;
  /* number of iterations of the first linear solve with the present multigrid levels */
  PetscInt best_iterations;
  /* number of iterations by which later linear solves have exceeded best_iterations, summed */
  PetscInt extra_iterations;
} Tangent;

/* TangentMayIterate - Determines whether an iterative solver may be considered for the tangents of
   a system.

   It may be if the model is large and not traits.indefinite, and if the user has chosen no solver.
   It may also be if all constraints are those of ties (traits.only_ties). Collective. */
PetscErrorCode TangentMayIterate(FsSystem sys, PetscBool *may_iterate);

/* TangentMayEliminate - Determines whether linear solvers may eliminate the constraint equations of
   ties, which fix nodes to points of elements, before they solve.

   They may if the model is large and traits.has_ties is set, and if the user has chosen no solver.
   Collective. */
PetscErrorCode TangentMayEliminate(FsSystem sys, PetscBool *may_eliminate);

/* TangentChoose - Chooses a direct or an iterative linear solver from the pattern of a tangent, and
   sets up ksp for it.

   Input:
     A            tangent
     reduced      tangent without the constraints of ties and the unknowns that they determine; NULL
                  to eliminate nothing
     may_iterate  result of TangentMayIterate
     stiffness    how stiff A is compared with its inertia, from StageStiffnessRatio; 0 for
                  equilibria
   Output:
     name         [size] text for the log with the choice and its reason; unchanged if the choice is
                  direct
   Collective. */
PetscErrorCode TangentChoose(Tangent *t, FsSystem sys, KSP ksp, Mat A, Mat reduced,
                             PetscBool may_iterate, PetscReal stiffness, char name[], size_t size);

/* TangentIterationName - Returns the name of the iterative linear solver that is used first, for
   messages. */
const char *TangentIterationName(const Tangent *t, FsSystem sys);

/* TangentUseFactors - Sets up ksp as a direct solver, because the matrix A will get other values
   than those of a tangent. Does nothing if the solver is already direct. Collective. */
PetscErrorCode TangentUseFactors(Tangent *t, FsSystem sys, KSP ksp, Mat A);

/* TangentIterates - Returns whether the present linear solver is an iterative one that
   TangentChoose has chosen. */
static inline PetscBool TangentIterates(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current != TANGENT_FACTORS);
}
/* TangentIsMultigrid - Returns whether the present linear solver is an iterative one with a
   multigrid preconditioner that TangentChoose has chosen. */
static inline PetscBool TangentIsMultigrid(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current <= TANGENT_GMRES_MULTIGRID);
}

/* TangentStartSolve - Sets up ksp for the linear solver of the next Newton solve: after a failure
   of the first choice, the solver that took over, for some solves; otherwise the first choice. A is
   the tangent. Collective. */
PetscErrorCode TangentStartSolve(Tangent *t, FsSystem sys, KSP ksp, Mat A);

/* TangentCountCosts - Records the work of the linear solver in a Newton solve, and decides whether
   the next Newton solve uses the other of the direct and the iterative solver, because it costs
   less.

   Input:
     newton, linear  numbers of Newton and of linear iterations
     matrices        number of new tangents
   Not collective; the result is the same on all ranks. Does nothing for systems with
   constraints. */
void TangentCountCosts(Tangent *t, PetscInt newton, PetscInt linear, PetscInt matrices);

/* TangentTryNext - Sets up ksp for the next linear solver in the order of TangentSolver, after a
   linear solve with A has failed.

   Output:
     again  PETSC_TRUE if the caller must solve again. PETSC_FALSE if no other solver is left, or if
            there is not enough memory for the direct solver
   Collective. */
PetscErrorCode TangentTryNext(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool *again);

/* TangentSetTolerance - Sets the relative tolerance of the next linear solve by ksp, usually to the
   result of NewtonTolerance. Does nothing if the solver is direct, or if the user has set
   -ksp_rtol. Collective. */
PetscErrorCode TangentSetTolerance(const Tangent *t, KSP ksp, PetscReal tolerance);

/* TangentUpdateLevels - Decides whether the levels of the multigrid preconditioner of ksp are
   rebuilt for a new tangent.

   They are rebuilt in the first iteration of each Newton solve. They are also rebuilt when the
   additional iterations with old levels have cost more than new levels.
   Input:
     iteration  number of the Newton iteration, from 0
   Collective. */
PetscErrorCode TangentUpdateLevels(Tangent *t, KSP ksp, PetscInt iteration);

/* TangentMatrixCost - Returns the cost of a new tangent matrix, in Newton iterations with an old
   matrix, which NewtonTest.cost needs. Returns 0 if the linear solver is direct.

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

/* TangentArchive - Saves in a checkpoint, or restores, which linear solver is in use; call it after
   TangentChoose. sys, ksp and A are those of TangentChoose. Collective. */
PetscErrorCode TangentArchive(Tangent *t, FsSystem sys, KSP ksp, Mat A, FsArchive a);

/* ---- block options --------------------------------------------------------------------------- */

/* BlocksSetOptions - Sets PETSc's options for the incomplete factors of the diagonal blocks of
   block Jacobi, one for each rank, or removes them.

   PETSc's default limit for a zero pivot is absolute, and its search for a shift makes all pivots
   positive; the options replace both.
   Input:
     symmetric  PETSC_TRUE for incomplete Cholesky factors, PETSC_FALSE for incomplete LU factors
     clear      PETSC_TRUE removes the options */
PetscErrorCode BlocksSetOptions(PetscBool symmetric, PetscBool clear);

/* BlocksSkipEmpty - Gives the block Jacobi block of a rank without rows no preconditioner.

   PETSc's ICC ends there by a signal if rows come in blocks.
   Input:
     x  a vector of the matrix, which shows whether this rank has rows */
PetscErrorCode BlocksSkipEmpty(Vec x);

/* BlocksGiven - Determines whether the user has chosen, by an option, the preconditioner of the
   diagonal blocks of block Jacobi.

   The options that BlocksSetOptions has set are not the user's, although they have the same names
   in the database. Otherwise the second stage of a run would take the choice of the first one for a
   choice of the user, and would use factors. */
PetscErrorCode BlocksGiven(PetscBool *given);

#endif
