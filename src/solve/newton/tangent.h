/* tangent.h: what solves with the tangents of a nonlinear stage: factors, or an iteration where that costs less, and what is
   tried where it fails. Called by nonlinear.c and stage.c; begin with TangentChoose. */
#ifndef FS_SOLVE_NEWTON_TANGENT_H
#define FS_SOLVE_NEWTON_TANGENT_H

#include "linear/factor_cost.h"
#include "newton.h"

/* In the order in which they are tried. CG is for symmetric tangents, and of short steps for those that are so nearly; COARSE: with
   multigrid, else with incomplete factors. */
typedef enum {
  TANGENT_CG_MULTIGRID,
  TANGENT_GMRES_MULTIGRID,
  TANGENT_CG,
  TANGENT_GMRES,
  TANGENT_FACTORS
} TangentSolver;

/* What the functions below remember; zero before the first. */
typedef struct {
  TangentSolver first, current; /* by regime; what the KSP is set up for */
  PetscBool     decided;        /* TangentChoose has been called */
  PetscBool     by_user;        /* -ksp_rtol: tolerances are the user's */
  PetscInt      max_iterations,
    max_cg_iterations; /* iterations of a solve, after which another solver is tried; of CG where tangents are nearly symmetric */
  PetscInt pause,
    last_pause; /* solves that yet begin with what the last one ended with, and how many they were at first */
  FactorCost cost;
  PetscBool  new_levels; /* the next solve is the first one with the present levels of multigrid */
  PetscInt   best_iterations;  /* iterations of the first solve with them */
  PetscInt   extra_iterations; /* iterations that others with them have taken more */
} Tangent;

/* *may: an iteration is worth a thought: no constraints, no small model, and no solver of the user's. Collective, as all here. */
PetscErrorCode TangentMayIterate(FsSystem sys, PetscBool *may_iterate);
/* Choose by the pattern of A, a tangent, and stiffness, the largest ratio of its diagonal to that of the inertia in it, less 1
   (0: there is no inertia), if it may iterate, and set ksp up for it. name[size]: the choice and its reason; untouched where
   factors solve, or what the user chose, as NewtonCreate has set them up. */
PetscErrorCode TangentChoose(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool may_iterate,
                             PetscReal stiffness, char name[], size_t size);
/* Set ksp up for factors, for a matrix of another kind in A. */
PetscErrorCode TangentUseFactors(Tangent *t, FsSystem sys, KSP ksp, Mat A);

static inline PetscBool TangentIterates(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current != TANGENT_FACTORS);
}
static inline PetscBool TangentIsMultigrid(const Tangent *t)
{
  return (PetscBool)(t->decided && t->current <= TANGENT_GMRES_MULTIGRID);
}

/* Before a solve, that is all iterations of Newton's method: *ksp as what the last one ended with, or the first choice again. */
PetscErrorCode TangentStartSolve(Tangent *t, FsSystem sys, KSP ksp, Mat A);
/* After a solve that ended in failed linear solves: *again: ksp is set up for what is tried next. */
PetscErrorCode TangentTryNext(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool *again);
/* The tolerance of the next linear solve, see NewtonForcing; 0: factors, or the user's. */
PetscErrorCode TangentSetTolerance(const Tangent *t, KSP ksp, PetscReal tolerance);

/* Before the solve of an iteration of Newton's method, counted from 0, with a new tangent: whether the levels of multigrid are made
   anew, as they are in the first one of each solve and where they have cost as much in iterations as new ones do. */
PetscErrorCode TangentUpdateLevels(Tangent *t, SNES snes, PetscInt iteration);

/* NewtonTest.cost where so many linear iterations were taken in a number of Newton's; 0 with factors. Not collective. */
PetscReal TangentMatrixCost(const Tangent *t, PetscInt newton, PetscInt linear);

/* *regular: the matrix of an iterative ksp is not singular, as it solves for a random right-hand side, too: the load of a
   solve may miss what nothing holds. x: the solution, which moves most where a singular matrix lets it. Adds to *iterations. */
PetscErrorCode TangentIsNonsingular(KSP ksp, Vec x, PetscInt *iterations, PetscBool *nonsingular);

/* After TangentChoose. */
PetscErrorCode TangentArchive(Tangent *t, FsSystem sys, KSP ksp, Mat A, FsArchive a);

#endif
