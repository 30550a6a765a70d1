/* tangent_choice.c: estimates which solver of tangents is cheapest.

   Incomplete factors and iterations cost memory and time in proportion to the dofs; factors in
   space cost the powers 4/3 and 2 of them. Iterations with incomplete factors grow with the step,
   as the square root of the stiffness ratio. Their limit is that of statics, which grows with the
   length of the model in elements. Frames and shells with long bending waves need its square. Those
   with multigrid hardly grow, and each costs as much as several of the others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tangent.h"
#include "linear/pc_elimination.h"

/* Iterations to a relative 1e-8, measured with lattices of beams. */
static const PetscReal BY_STEP = 1.5, BY_LENGTH = 3.5;
/* The same with multigrid, for any size. */
static const PetscReal MULTIGRID_ITERATIONS = 30;
/* Part of the iterations expected in steps that counts against multigrid: CG works in blocks and
   keeps no vectors. In lattices of 1e5 and 3e5 beams, with steps of 10 ms and 360 and 500 expected
   iterations, CG takes 0.7 and 0.6 of the time of multigrid, and 0.4 of its memory. */
static const PetscReal IN_BLOCKS = 0.2;
/* The same for nets of lines, FactorCost.neighbors up to NET, along which incomplete factors solve.
   Nets of 61, 121 and 181 cables each way took 37, 70 and 102 iterations, 0.09 of those expected,
   and a half of the time of multigrid. */
static const PetscReal NET = 5.5, IN_NETS = 0.09;
/* Number of solves of a run that one factorization serves. */
static const PetscReal SOLVES_PER_FACTOR = 4;

PetscBool tangent_is_symmetric(FsSystem sys)
{
  return (PetscBool)(sys->traits.symmetric ||
                     (sys->traits.only_ties && sys->traits.nearly_symmetric && !sys->rotations));
}

/* Whether bending waves are long, for which neither incomplete factors nor levels of plain
   aggregates suffice. */
static PetscBool has_bending_waves(const FactorCost *cost, FsSystem sys)
{
  return (PetscBool)(sys->rotations && cost->growth < TANGENT_SURFACE);
}

/* Returns the expected number of iterations with incomplete factors. */
static PetscReal expected_iterations(const FactorCost *cost, FsSystem sys, PetscReal stiffness)
{
  const PetscReal length =
    BY_LENGTH * cost->levels * (has_bending_waves(cost, sys) ? cost->levels : 1);

  return stiffness > 0 ? PetscMin(BY_STEP * PetscSqrtReal(stiffness), length) : length;
}

/* Returns the part of the expected iterations with incomplete factors that counts against
   multigrid. */
static PetscReal multigrid_share(const FactorCost *cost, FsSystem sys, PetscBool cg)
{
  const PetscBool net = (PetscBool)(cost->growth < TANGENT_SURFACE && cost->neighbors < NET);

  return PetscMin(net ? IN_NETS : 1, cg && !tangent_is_symmetric(sys) ? IN_BLOCKS : 1);
}

/* Returns the cheapest iterative solver; levels: cost of a solve with multigrid. */
static TangentSolver cheapest_iteration(const FactorCost *cost, FsSystem sys, PetscReal stiffness,
                                        PetscReal plain, PetscReal levels)
{
  const PetscBool symmetric = tangent_is_symmetric(sys);
  const PetscBool cg = (PetscBool)(symmetric || (sys->traits.nearly_symmetric && stiffness > 0));

  if (levels < multigrid_share(cost, sys, cg) * plain)
    return symmetric ? TANGENT_CG_MULTIGRID : TANGENT_GMRES_MULTIGRID;
  return cg ? TANGENT_CG : TANGENT_GMRES;
}

TangentChoice tangent_choice(const FactorCost *cost, FsSystem sys, PetscReal stiffness)
{
  const PetscReal levels = has_bending_waves(cost, sys)
                             ? PETSC_INFINITY
                             : TANGENT_MULTIGRID_COST * MULTIGRID_ITERATIONS + TANGENT_LEVELS_COST;
  const PetscReal plain  = expected_iterations(cost, sys, stiffness);
  TangentChoice   choice = {.plain = plain, .cost = PetscMin(plain, levels)};

  choice.iteration = cheapest_iteration(cost, sys, stiffness, plain, levels);
  choice.cheapest =
    SOLVES_PER_FACTOR * choice.cost >= cost->iterations ? TANGENT_FACTORS : choice.iteration;
  return choice;
}

/* ---- solver costs ---------------------------------------------------------------------------- */

/* Counts what the present solver of tangents costs beside the other one.
   Estimates before a run are wrong by factors of ten: incomplete factors of straight lines of
   slender members are nearly exact, and nobody knows how often Newton's method needs a matrix. This
   is the rent-or-buy problem: change when the loss has reached the price of the change. */

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

/* ---- test of a matrix ------------------------------------------------------------------------ */

/* Tests whether the matrix of an iterative solver is singular. */

/* Computes |b - P x| over |b|, with rows scaled to largest entries of 1, so that units do not
   matter. */
static PetscErrorCode RelativeResidual(Mat P, Vec x, Vec b, PetscReal *residual_norm)
{
  PetscReal of_b;
  Vec       r, weights;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(b, &r));
  PetscCall(VecDuplicate(b, &weights));
  PetscCall(MatGetRowMaxAbs(P, weights, NULL));
  PetscCall(VecPointwiseDivide(r, b, weights));
  PetscCall(VecNorm(r, NORM_2, &of_b));
  PetscCall(MatMult(P, x, r));
  PetscCall(VecAYPX(r, -1, b));
  PetscCall(VecPointwiseDivide(r, r, weights));
  PetscCall(VecNorm(r, NORM_2, residual_norm));
  *residual_norm /= of_b;
  PetscCall(VecDestroy(&weights));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The residual itself stops the iteration. In its preconditioned norm, smooth motions count the
   more the finer a model is; a small norm may leave much of b, which is rough. */
PetscErrorCode TangentIsNonsingular(KSP ksp, Vec x, PetscInt *iterations, PetscBool *nonsingular)
{
  PetscReal   before, residual_norm = 1;
  PetscInt    taken;
  PetscBool   solved = PETSC_TRUE, gmres, eliminates;
  KSPNormType norm;
  PCSide      side;
  PC          pc;
  Mat         P;
  Vec         b;

  PetscFunctionBeginUser;
  PetscCall(KSPGetOperators(ksp, NULL, &P));
  PetscCall(KSPGetTolerances(ksp, &before, NULL, NULL, NULL));
  PetscCall(KSPGetNormType(ksp, &norm));
  PetscCall(KSPGetPCSide(ksp, &side));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPGMRES, &gmres));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCIsElimination(pc, &eliminates));
  PetscCall(KSPSetPCSide(ksp, gmres ? PC_RIGHT : PC_LEFT));
  PetscCall(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  PetscCall(VecDuplicate(x, &b));
  PetscCall(VecSetRandom(b, NULL));
  for (PetscReal rtol = SINGULAR_TEST_FIRST_RTOL;
       solved && residual_norm > SINGULAR_TEST_MAX_RESIDUAL && rtol > SINGULAR_TEST_LAST_RTOL;
       rtol *= SINGULAR_TEST_RTOL_FACTOR) {
    /* with an elimination, the tolerance is relative to the residual of the guess */
    PetscCall(
      KSPSetInitialGuessNonzero(ksp, (PetscBool)(!eliminates && rtol < SINGULAR_TEST_FIRST_RTOL)));
    PetscCall(KSPSetTolerances(ksp, rtol, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
    PetscCall(SolverSolve(ksp, b, x, &solved));
    PetscCall(KSPGetIterationNumber(ksp, &taken));
    PetscCall(RelativeResidual(P, x, b, &residual_norm));
    *iterations += taken;
  }
  *nonsingular = (PetscBool)(solved && residual_norm <= SINGULAR_TEST_MAX_RESIDUAL);
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_FALSE));
  PetscCall(KSPSetTolerances(ksp, before, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetNormType(ksp, norm));
  PetscCall(KSPSetPCSide(ksp, side));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}
