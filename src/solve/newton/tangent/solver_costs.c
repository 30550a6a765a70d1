/* solver_costs.c: counts what the present solver of tangents costs beside the other one.

   Estimates before a run are wrong by factors of ten: incomplete factors of straight lines of
   slender members are nearly exact, and nobody knows how often Newton's method needs a matrix. This
   is the rent-or-buy problem: change when the loss has reached the price of the change. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "solver_costs.h"

/* Cost of a tangent without its factors, measured with beams. */
static const PetscReal TANGENT = 30;
/* Number of linear solves that share a matrix with factors, in steps, before it is counted. */
static const PetscReal SHARED = 16;
/* Part of the expected cost of iterations that counts before they are tried. Estimates are mostly
   too high, and only a trial shows the cost. */
static const PetscReal UNTRIED = 0.25;
/* Weight of the last Newton solve in the counted means. */
static const PetscReal RECENT = 0.25;

void SolverCostsStart(SolverCosts *c, PetscReal iteration, PetscBool new_each)
{
  *c = (SolverCosts){.iteration = UNTRIED * iteration, .matrices = new_each ? 1 : 1 / SHARED};
}

void SolverCostsAdd(SolverCosts *c, const FactorCost *factors, const SolverWork *work)
{
  const PetscReal solves = (PetscReal)work->solves, matrices = (PetscReal)work->matrices;
  PetscReal       now, other;

  if (!work->solves) return;
  if (work->iterates) {
    now   = work->cost + TANGENT * matrices;
    other = solves * (factors->solve + c->matrices * (factors->iterations + TANGENT));
    c->iteration += RECENT * (work->cost / solves - c->iteration);
  } else {
    now   = solves * factors->solve + matrices * factors->iterations;
    other = solves * c->iteration;
    c->matrices += RECENT * (matrices / solves - c->matrices);
  }
  c->excess = PetscMax(0, c->excess + now - other);
}

PetscBool SolverCostsChange(SolverCosts *c, const FactorCost *factors)
{
  enum { MOST = 20 };
  const PetscReal limit = factors->iterations * (PetscReal)(1 << PetscMin(MOST, c->changes));

  if (c->excess <= limit) return PETSC_FALSE;
  c->excess = 0;
  c->changes++;
  return PETSC_TRUE;
}

PetscErrorCode SolverCostsArchive(SolverCosts *c, FsArchive a)
{
  PetscFunctionBeginUser;
  PetscCall(FsArchiveReals(a, "iteration", 1, &c->iteration));
  PetscCall(FsArchiveReals(a, "matrices", 1, &c->matrices));
  PetscCall(FsArchiveReals(a, "excess", 1, &c->excess));
  PetscCall(FsArchiveInt(a, "changes", &c->changes));
  PetscFunctionReturn(PETSC_SUCCESS);
}
