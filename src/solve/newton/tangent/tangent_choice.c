/* tangent_choice.c: estimates which solver of tangents is cheapest.

   Incomplete factors and iterations cost memory and time in proportion to the dofs; factors in
   space cost the powers 4/3 and 2 of them. Iterations with incomplete factors grow with the step,
   as the square root of the stiffness ratio. Their limit is that of statics, which grows with the
   length of the model in elements. Frames and shells with long bending waves need its square. Those
   with multigrid hardly grow, and each costs as much as several of the others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tangent_choice.h"

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
