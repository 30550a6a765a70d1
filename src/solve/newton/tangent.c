/* tangent.c: chooses and runs the solver of tangents: CG or GMRES with ILU or multigrid, or
   factors.

   CG serves symmetric tangents, GMRES the others. The preconditioner consists of incomplete factors
   of each rank's block, or of multigrid (near_null.h). Finite rotations make tangents of short
   steps so little unsymmetric that CG takes as many iterations as GMRES, without its vectors; the
   residual that it updates is still the true one. Incomplete factors and iterations cost memory and
   time in proportion to the dofs; factors in space cost the powers 4/3 and 2 of them. Iterations
   with incomplete factors grow with the step, as the square root of the stiffness ratio. Their
   limit is that of statics, which grows with the length of the model in elements. Frames and shells
   with long bending waves need its square. Those with multigrid hardly grow, and each costs as much
   as several of the others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tangent.h"
#include "base/memory_check.h"
#include "block_options.h"
#include "linear/multifrontal/pc_multifrontal.h"
#include "linear/pc_elimination.h"
#include "solve/stage_matrix.h"

/* Iterations to a relative 1e-8, measured with lattices of beams. */
static const PetscReal BY_STEP = 1.5, BY_LENGTH = 3.5;
/* The same with multigrid, for any size; cost of one iteration, and of the levels, in iterations of
   GMRES with incomplete factors. */
static const PetscReal MULTIGRID_ITERATIONS = 30, MULTIGRID_COST = 3.5, LEVELS_COST = 50;
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
/* FactorCost.growth up to which a model is a surface or a line: these reach 2 as they are refined,
   lattices start at 2.37 */
static const PetscReal SURFACE = 2.1;
/* MIN_ITERATIONS: iterations that any solve may take, and the largest number with multigrid;
   CG_FACTOR: times the expected number */
enum { RESTART = 60, MIN_ITERATIONS = 300, CG_FACTOR = 4 };

static const TangentSolver next_solver[] = {TANGENT_CG, TANGENT_GMRES, TANGENT_GMRES,
                                            TANGENT_FACTORS, TANGENT_FACTORS};

/* Whether the matrices of an iterative solver are symmetric. */
static PetscBool is_symmetric(FsSystem sys)
{
  return (PetscBool)(sys->traits.symmetric ||
                     (sys->traits.eliminable && sys->traits.nearly_symmetric && !sys->rotations));
}

/* Returns the name of an iteration. */
static const char *iteration_name(TangentSolver solver, PetscBool symmetric)
{
  switch (solver) {
  case TANGENT_CG_MULTIGRID:
    return "CG + multigrid";
  case TANGENT_GMRES_MULTIGRID:
    return "GMRES + multigrid";
  case TANGENT_GMRES:
    return "GMRES + block ILU";
  default:
    return symmetric ? "CG + block ICC" : "CG + block ILU";
  }
}

/* Whether the user has chosen a solver. */
static PetscErrorCode IsSolverChosen(PetscBool *chosen)
{
  static const char *const options[] = {"-ksp_type",   "-pc_type", "-pc_factor_mat_solver_type",
                                        "-snes_type",  "-snes_mf", "-snes_mf_operator",
                                        "-sub_pc_type"};

  PetscFunctionBeginUser;
  *chosen = PETSC_FALSE;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(options) && !*chosen; k++)
    PetscCall(PetscOptionsHasName(NULL, NULL, options[k], chosen));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the number of iterations after which the next solver is tried. */
static PetscInt iteration_limit(const Tangent *t)
{
  return TangentIsMultigrid(t)      ? MIN_ITERATIONS
         : t->current == TANGENT_CG ? t->max_cg_iterations
                                    : t->max_iterations;
}

/* Uses unsmoothed aggregates in space, because smoothing fills the levels; does not reuse the
   levels of an earlier solve. */
static PetscErrorCode SetLevels(const Tangent *t, PC pc)
{
  PetscFunctionBeginUser;
  PetscCall(PCGAMGSetNSmooths(pc, t->cost.growth < SURFACE ? 1 : 0));
  PetscCall(PCGAMGSetReuseInterpolation(pc, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Before a solve with old levels: the finest level gets the present matrix, and its smoother new
   factors of it. Since 3.24 PETSc would keep the factors, so that Chebyshev's iteration would leave
   its interval. */
static PetscErrorCode RefreshFinest(KSP ksp, Vec b, Vec x, void *context)
{
  PetscBool levels;
  PetscInt  n;
  KSP       finest;
  PC        pc;

  PetscFunctionBeginUser;
  (void)b, (void)x, (void)context;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCGAMG, &levels));
  if (!levels) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCMGGetLevels(pc, &n));
  if (n < 2) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(PCMGGetSmoother(pc, n - 1, &finest));
  PetscCall(KSPGetPC(finest, &pc));
  PetscCall(PCSetReusePreconditioner(pc, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Gets the solver whose preconditioner is that of the iteration: ksp, or the solver of the reduced
   matrix if ksp eliminates constraints. Then the tolerance is relative to the first residual, which
   is the right-hand side of the reduced system. */
static PetscErrorCode GetPreconditionedKSP(const Tangent *t, FsSystem sys, KSP ksp, KSP *inner)
{
  Vec multipliers;

  PetscFunctionBeginUser;
  *inner = ksp;
  if (!t->eliminates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &multipliers));
  PetscCall(MarkMultipliers(sys, multipliers));
  PetscCall(KSPSetElimination(ksp, multipliers, inner));
  PetscCall(KSPConvergedDefaultSetUIRNorm(ksp));
  PetscCall(VecDestroy(&multipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SetIteration(const Tangent *t, FsSystem sys, KSP ksp)
{
  const PetscBool cg = (PetscBool)(t->current == TANGENT_CG || t->current == TANGENT_CG_MULTIGRID);
  const PetscBool multigrid = TangentIsMultigrid(t);
  KSP             inner;
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, cg ? KSPCG : KSPGMRES));
  PetscCall(KSPSetNormType(ksp, cg ? KSP_NORM_NATURAL : KSP_NORM_PRECONDITIONED));
  if (!cg) PetscCall(KSPGMRESSetRestart(ksp, RESTART));
  PetscCall(GetPreconditionedKSP(t, sys, ksp, &inner));
  PetscCall(KSPGetPC(inner, &pc));
  /* a PC of the same type would stay */
  PetscCall(PCSetType(pc, PCNONE));
  PetscCall(PCSetType(pc, multigrid ? PCGAMG : PCBJACOBI));
  PetscCall(BlocksSetOptions((PetscBool)(cg && is_symmetric(sys)), multigrid));
  PetscCall(BlocksSkipEmpty(sys->vec));
  if (multigrid) PetscCall(SetLevels(t, pc));
  if (inner != ksp) PetscCall(PCSetFromOptions(pc));
  PetscCall(KSPSetPreSolve(ksp, RefreshFinest, NULL));
  PetscCall(KSPSetTolerances(ksp, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, iteration_limit(t)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors the tangent, or what remains of it without the constraints of ties. */
static PetscErrorCode SetFactors(const Tangent *t, FsSystem sys, KSP ksp, Mat A)
{
  PetscBool eliminated = PETSC_FALSE;
  PC        pc;
  Vec       multipliers;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &multipliers));
  if (sys->constraints) PetscCall(MarkMultipliers(sys, multipliers));
  if (t->eliminates) PetscCall(KSPSetEliminatedFactors(ksp, A, multipliers, &eliminated));
  if (!eliminated) {
    PetscCall(SolverSetDirect(ksp, A, sys->traits.indefinite));
    PetscCall(KSPGetPC(ksp, &pc));
    /* the matrix that an iteration was too slow for is too wide for PETSc's own factors */
    if (t->first != TANGENT_FACTORS) PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    if (sys->constraints) PetscCall(KSPSetMultifrontal(ksp, A, multipliers));
  }
  PetscCall(VecDestroy(&multipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets up ksp for t->current. */
static PetscErrorCode SetUpKSP(Tangent *t, FsSystem sys, KSP ksp, Mat A)
{
  PetscBool set;

  PetscFunctionBeginUser;
  PetscCall(KSPReset(ksp));
  PetscCall(KSPSetReusePreconditioner(ksp, PETSC_FALSE));
  if (t->current != TANGENT_FACTORS) {
    PetscCall(SetIteration(t, sys, ksp));
  } else {
    PetscCall(BlocksSetOptions(PETSC_FALSE, PETSC_TRUE));
    PetscCall(KSPSetNormType(ksp, KSP_NORM_NONE));
    PetscCall(SetFactors(t, sys, ksp, A));
  }
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ksp_rtol", &set));
  if (!set)
    PetscCall(KSPSetTolerances(ksp, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SwitchSolver(Tangent *t, TangentSolver solver, FsSystem sys, KSP ksp, Mat A)
{
  PetscFunctionBeginUser;
  if (t->current == solver) PetscFunctionReturn(PETSC_SUCCESS);
  t->current = solver;
  PetscCall(SetUpKSP(t, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether bending waves are long, for which neither incomplete factors nor levels of plain
   aggregates suffice. */
static PetscBool has_bending_waves(const FactorCost *cost, FsSystem sys)
{
  return (PetscBool)(sys->rotations && cost->growth < SURFACE);
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
  const PetscBool net = (PetscBool)(cost->growth < SURFACE && cost->neighbors < NET);

  return PetscMin(net ? IN_NETS : 1, cg && !is_symmetric(sys) ? IN_BLOCKS : 1);
}

/* Returns the cheapest solver if `plain` iterations are expected with incomplete factors; cg: CG
   instead of GMRES. */
static TangentSolver cheapest(const FactorCost *cost, FsSystem sys, PetscReal plain, PetscBool cg)
{
  const PetscReal levels = has_bending_waves(cost, sys)
                             ? PETSC_INFINITY
                             : MULTIGRID_COST * MULTIGRID_ITERATIONS + LEVELS_COST;

  if (SOLVES_PER_FACTOR * PetscMin(plain, levels) >= cost->iterations) return TANGENT_FACTORS;
  if (levels < multigrid_share(cost, sys, cg) * plain)
    return is_symmetric(sys) ? TANGENT_CG_MULTIGRID : TANGENT_GMRES_MULTIGRID;
  return cg ? TANGENT_CG : TANGENT_GMRES;
}

PetscErrorCode TangentMayIterate(FsSystem sys, PetscBool *may_iterate)
{
  PetscBool chosen;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(IsSolverChosen(&chosen));
  PetscCall(VecGetSize(sys->vec, &n));
  if (chosen) PetscCall(BlocksSkipEmpty(sys->vec));
  *may_iterate =
    (PetscBool)(!chosen && n > FS_SMALL_MODEL &&
                (sys->traits.eliminable || (!sys->constraints && !sys->traits.indefinite)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Writes the name of the solver to name[size], if it iterates. */
static PetscErrorCode NameIteration(const Tangent *t, FsSystem sys, Mat A, PetscReal plain,
                                    char name[], size_t size)
{
  char     described[80];
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCall(PetscSNPrintf(described, sizeof described, "%s (%" PetscInt_FMT " dofs%s",
                          iteration_name(t->first, is_symmetric(sys)), n,
                          t->eliminates ? ", ties eliminated" : ""));
  if (TangentIsMultigrid(t))
    PetscCall(PetscSNPrintf(name, size,
                            "%s; incomplete factors alone would take about %.2g iterations, "
                            "factors cost as much as %.2g)",
                            described, (double)plain, (double)t->cost.iterations));
  else if (t->first != TANGENT_FACTORS)
    PetscCall(PetscSNPrintf(name, size, "%s; factors would cost as much as %.2g iterations)",
                            described, (double)t->cost.iterations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentChoose(Tangent *t, FsSystem sys, KSP ksp, Mat A, Mat reduced,
                             PetscBool may_iterate, PetscReal stiffness, char name[], size_t size)
{
  PetscReal plain = 0;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ksp_rtol", &t->by_user));
  if (!t->decided) t->current = TANGENT_FACTORS; /* set by NewtonCreate */
  t->decided    = PETSC_TRUE;
  t->first      = TANGENT_FACTORS;
  t->eliminates = (PetscBool)(reduced != NULL);
  if (may_iterate) {
    PetscCall(FactorCostEstimate(reduced ? reduced : A, &t->cost));
    plain = expected_iterations(&t->cost, sys, stiffness);
    t->first =
      cheapest(&t->cost, sys, plain,
               (PetscBool)(is_symmetric(sys) || (sys->traits.nearly_symmetric && stiffness > 0)));
  }
  t->max_iterations = PetscMax(
    MIN_ITERATIONS, (PetscInt)PetscMin((PetscReal)(PETSC_MAX_INT / 2), t->cost.iterations));
  t->max_cg_iterations =
    is_symmetric(sys) ? t->max_iterations
                      : PetscMin(t->max_iterations, MIN_ITERATIONS + (PetscInt)(CG_FACTOR * plain));
  if (reduced && t->current == t->first) PetscCall(SetUpKSP(t, sys, ksp, A));
  else PetscCall(SwitchSolver(t, t->first, sys, ksp, A));
  PetscCall(NameIteration(t, sys, reduced ? reduced : A, plain, name, size));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentUseFactors(Tangent *t, FsSystem sys, KSP ksp, Mat A)
{
  PetscFunctionBeginUser;
  if (!TangentIterates(t)) PetscFunctionReturn(PETSC_SUCCESS);
  t->first = TANGENT_FACTORS;
  PetscCall(SwitchSolver(t, TANGENT_FACTORS, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentStartSolve(Tangent *t, FsSystem sys, KSP ksp, Mat A)
{
  PetscFunctionBeginUser;
  if (!t->decided) PetscFunctionReturn(PETSC_SUCCESS);
  if (t->current != t->first && t->pause) t->pause--;
  else PetscCall(SwitchSolver(t, t->first, sys, ksp, A));
  if (TangentIsMultigrid(t)) /* nothing is reused from the last solve, as after a restart */
    PetscCall(SetUpKSP(t, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* If the present factors are those of a tangent without the constraints of ties, factors the whole
   tangent from now on. */
static PetscErrorCode StopElimination(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool *again)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCIsElimination(pc, again));
  if (!*again) PetscFunctionReturn(PETSC_SUCCESS);
  t->first      = TANGENT_FACTORS;
  t->eliminates = PETSC_FALSE;
  PetscCall(SetUpKSP(t, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentTryNext(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool *again)
{
  enum { LONGEST = 64 };
  PetscBool fits = PETSC_TRUE;

  PetscFunctionBeginUser;
  if (t->eliminates && !TangentIterates(t)) {
    PetscCall(StopElimination(t, sys, ksp, A, again));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  *again = TangentIterates(t);
  if (*again && t->current == TANGENT_GMRES) PetscCall(MemoryFits(sys->comm, t->cost.bytes, &fits));
  *again = (PetscBool)(*again && fits);
  if (!*again) PetscFunctionReturn(PETSC_SUCCESS);
  if (t->current == t->first) {
    t->last_pause = PetscMin(LONGEST, PetscMax(1, 2 * t->last_pause));
    t->pause      = t->last_pause;
  }
  PetscCall(SwitchSolver(t, next_solver[t->current], sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentSetTolerance(const Tangent *t, KSP ksp, PetscReal tolerance)
{
  PetscFunctionBeginUser;
  if (TangentIterates(t) && !t->by_user)
    PetscCall(KSPSetTolerances(ksp, tolerance, PETSC_DEFAULT, PETSC_DEFAULT, iteration_limit(t)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentUpdateLevels(Tangent *t, SNES snes, PetscInt iteration)
{
  /* after each tangent SNES decides whether the KSP sets up its preconditioner again */
  enum { EACH = 1, NEVER = -1 };
  /* cost of new levels, in iterations */
  const PetscInt levels = (PetscInt)(LEVELS_COST / MULTIGRID_COST);
  PetscInt       last;
  PetscBool      by_user;
  KSP            ksp;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetIterationNumber(ksp, &last));
  if (iteration > 0 && t->new_levels) t->best_iterations = last;
  t->extra_iterations += PetscMax(0, last - t->best_iterations);
  t->new_levels = (PetscBool)(!TangentIsMultigrid(t) || t->eliminates || iteration == 0 ||
                              t->extra_iterations > levels);
  if (t->new_levels) t->extra_iterations = 0;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-snes_lag_preconditioner", &by_user));
  if (!by_user) PetscCall(SNESSetLagPreconditioner(snes, t->new_levels ? EACH : NEVER));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal TangentMatrixCost(const Tangent *t, PetscInt newton, PetscInt linear)
{
  /* cost of a tangent with its incomplete factors, and of a residual, in linear iterations,
     measured with beams */
  const PetscReal matrix = 30, residual = 4, iteration = TangentIsMultigrid(t) ? MULTIGRID_COST : 1;

  return TangentIterates(t)
           ? matrix / (residual + iteration * (PetscReal)linear / (PetscReal)PetscMax(1, newton))
           : 0;
}

PetscErrorCode TangentArchive(Tangent *t, FsSystem sys, KSP ksp, Mat A, FsArchive a)
{
  PetscInt current = t->current;

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "tangent"));
  PetscCall(FsArchiveInt(a, "solver", &current));
  PetscCall(FsArchiveInt(a, "pause", &t->pause));
  PetscCall(FsArchiveInt(a, "last_pause", &t->last_pause));
  PetscCall(FsArchivePopScope(a));
  /* the choice may differ with other options or ranks */
  if (a->reading && t->decided && t->first != TANGENT_FACTORS && current >= (PetscInt)t->first)
    PetscCall(SwitchSolver(t, (TangentSolver)current, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
