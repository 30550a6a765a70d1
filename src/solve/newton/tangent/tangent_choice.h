/* tangent_choice.h: estimates which solver of tangents is cheapest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_TANGENT_TANGENT_CHOICE_H
#define FS_SOLVE_NEWTON_TANGENT_TANGENT_CHOICE_H

#include "linear/factor_cost.h"
#include <fs/system.h>

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

/* The costs that are expected of the solvers; the unit is an iteration with incomplete factors. */
typedef struct {
  TangentSolver cheapest;  /* of all */
  TangentSolver iteration; /* the cheapest one that is not TANGENT_FACTORS */
  PetscReal     cost;      /* of a linear solve with it */
  PetscReal     plain;     /* number of iterations with incomplete factors */
} TangentChoice;

/* tangent_is_symmetric - Returns whether the matrices of an iterative solver are symmetric. */
PetscBool tangent_is_symmetric(FsSystem sys);

/* tangent_choice - Returns the cheapest solver.

   Input:
     cost       cost of factors
     stiffness  result of StageStiffnessRatio; 0 for equilibria */
TangentChoice tangent_choice(const FactorCost *cost, FsSystem sys, PetscReal stiffness);

#endif
