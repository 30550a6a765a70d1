/* solver_costs.h: counts what the present solver of tangents costs beside the other one.

   The unit is one iteration with incomplete factors. Only numbers of iterations and matrices are
   counted, never times: the result is the same on all ranks and in all runs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_NEWTON_TANGENT_SOLVER_COSTS_H
#define FS_SOLVE_NEWTON_TANGENT_SOLVER_COSTS_H

#include <fs/archive.h>
#include "linear/factor_cost.h"

/* All fields are zero before SolverCostsStart. "Factors" is one of the two solvers, "iterations" is
   the other. */
typedef struct {
  PetscReal iteration; /* cost of a linear solve by iterations: expected, later counted */
  PetscReal matrices;  /* number of matrices that a linear solve by factors needs: the same */
  PetscReal excess;    /* cost of the present solver beyond that of the other; at least 0 */
  PetscInt  changes;   /* number of changes of the solver so far */
} SolverCosts;

/* The work of one Newton solve. */
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

#endif
