/* tangent.c: chooses and runs the solver of tangents: CG or GMRES with ILU or multigrid, or
   factors.

   CG serves symmetric tangents, GMRES the others. The preconditioner consists of incomplete factors
   of each rank's block, or of multigrid (near_null.h). Finite rotations make tangents of short
   steps so little unsymmetric that CG takes as many iterations as GMRES, without its vectors; the
   residual that it updates is still the true one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tangent.h"
#include "base/memory_check.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "linear/pc_elimination.h"
#include "solve/stage_matrix.h"

/* MIN_ITERATIONS: iterations that any solve may take, and the largest number with multigrid;
   CG_FACTOR: times the expected number */
enum { RESTART = 60, MIN_ITERATIONS = 300, CG_FACTOR = 4 };

static const TangentSolver next_solver[] = {TANGENT_CG, TANGENT_GMRES, TANGENT_GMRES,
                                            TANGENT_FACTORS, TANGENT_FACTORS};

const char *TangentIterationName(const Tangent *t, FsSystem sys)
{
  switch (t->first) {
  case TANGENT_CG_MULTIGRID:
    return "CG + multigrid";
  case TANGENT_GMRES_MULTIGRID:
    return "GMRES + multigrid";
  case TANGENT_GMRES:
    return "GMRES + block ILU";
  default:
    return tangent_is_symmetric(sys) ? "CG + block ICC" : "CG + block ILU";
  }
}

/* Whether the user has chosen a solver. */
static PetscErrorCode IsSolverChosen(PetscBool *chosen)
{
  static const char *const options[] = {"-ksp_type",  "-pc_type", "-pc_factor_mat_solver_type",
                                        "-snes_type", "-snes_mf", "-snes_mf_operator"};

  PetscFunctionBeginUser;
  PetscCall(BlocksGiven(chosen));
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
  PetscCall(PCGAMGSetNSmooths(pc, t->cost.growth < TANGENT_SURFACE ? 1 : 0));
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
  Vec ties;

  PetscFunctionBeginUser;
  *inner = ksp;
  if (!t->eliminates) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(sys->vec, &ties));
  PetscCall(MarkTies(sys, ties));
  PetscCall(KSPSetElimination(ksp, ties, inner));
  PetscCall(KSPConvergedDefaultSetUIRNorm(ksp));
  PetscCall(VecDestroy(&ties));
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
  PetscCall(BlocksSetOptions((PetscBool)(cg && tangent_is_symmetric(sys)), multigrid));
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
  Vec       ties, multipliers;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &ties));
  PetscCall(VecDuplicate(sys->vec, &multipliers));
  if (sys->constraints) PetscCall(MarkMultipliers(sys, multipliers));
  if (t->eliminates) {
    PetscCall(MarkTies(sys, ties));
    PetscCall(KSPSetEliminatedFactors(ksp, A, ties, multipliers, &eliminated));
  }
  if (!eliminated) {
    PetscCall(SolverSetDirect(ksp, A, sys->traits.indefinite));
    PetscCall(KSPGetPC(ksp, &pc));
    /* the matrix that an iteration was too slow for is too wide for PETSc's own factors */
    if (t->first != TANGENT_FACTORS) PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
    if (sys->constraints) PetscCall(KSPSetMultifrontal(ksp, A, multipliers));
  }
  PetscCall(VecDestroy(&ties));
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

/* Determines whether the model is large and its solver not the user's. */
static PetscErrorCode MayChoose(FsSystem sys, PetscBool *may_choose)
{
  PetscBool chosen;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(IsSolverChosen(&chosen));
  PetscCall(VecGetSize(sys->vec, &n));
  if (chosen) PetscCall(BlocksSkipEmpty(sys->vec));
  *may_choose = (PetscBool)(!chosen && n > FS_SMALL_MODEL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentMayIterate(FsSystem sys, PetscBool *may_iterate)
{
  PetscFunctionBeginUser;
  PetscCall(MayChoose(sys, may_iterate));
  *may_iterate = (PetscBool)(*may_iterate && (sys->traits.only_ties ||
                                              (!sys->constraints && !sys->traits.indefinite)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentMayEliminate(FsSystem sys, PetscBool *may_eliminate)
{
  PetscFunctionBeginUser;
  PetscCall(MayChoose(sys, may_eliminate));
  *may_eliminate = (PetscBool)(*may_eliminate && sys->traits.has_ties);
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
                          TangentIterationName(t, sys), n,
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
  TangentChoice choice = {.plain = 0};

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ksp_rtol", &t->by_user));
  if (!t->decided) t->current = TANGENT_FACTORS; /* set by NewtonCreate */
  t->decided    = PETSC_TRUE;
  t->first      = TANGENT_FACTORS;
  t->eliminates = (PetscBool)(reduced != NULL);
  if (may_iterate) {
    PetscCall(FactorCostEstimate(reduced ? reduced : A, &t->cost));
    choice       = tangent_choice(&t->cost, sys, stiffness);
    t->first     = choice.cheapest;
    t->iteration = choice.iteration;
    SolverCostsStart(&t->costs, choice.cost, (PetscBool) !(stiffness > 0));
  }
  /* equilibria by factors count negative eigenvalues, and therefore keep them */
  t->changes =
    (PetscBool)(may_iterate && !sys->constraints && (stiffness > 0 || t->first != TANGENT_FACTORS));
  t->max_iterations = PetscMax(
    MIN_ITERATIONS, (PetscInt)PetscMin((PetscReal)(PETSC_MAX_INT / 2), t->cost.iterations));
  t->max_cg_iterations =
    tangent_is_symmetric(sys)
      ? t->max_iterations
      : PetscMin(t->max_iterations, MIN_ITERATIONS + (PetscInt)(CG_FACTOR * choice.plain));
  if (reduced && t->current == t->first) PetscCall(SetUpKSP(t, sys, ksp, A));
  else PetscCall(SwitchSolver(t, t->first, sys, ksp, A));
  PetscCall(NameIteration(t, sys, reduced ? reduced : A, choice.plain, name, size));
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
  if (t->next_is_other) {
    t->first = t->first == TANGENT_FACTORS ? t->iteration : TANGENT_FACTORS;
    t->pause = t->last_pause = 0;
  }
  t->next_is_other = PETSC_FALSE;
  if (t->current != t->first && t->pause) t->pause--;
  else PetscCall(SwitchSolver(t, t->first, sys, ksp, A));
  if (TangentIsMultigrid(t)) /* nothing is reused from the last solve, as after a restart */
    PetscCall(SetUpKSP(t, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void TangentCountCosts(Tangent *t, PetscInt newton, PetscInt linear, PetscInt matrices)
{
  const PetscBool multigrid = TangentIsMultigrid(t);
  SolverWork      work = {.iterates = TangentIterates(t), .solves = newton, .matrices = matrices};

  if (!t->changes) return;
  work.cost = multigrid ? TANGENT_MULTIGRID_COST * (PetscReal)linear + TANGENT_LEVELS_COST
                        : (PetscReal)linear;
  SolverCostsAdd(&t->costs, &t->cost, &work);
  if (SolverCostsChange(&t->costs, &t->cost)) t->next_is_other = PETSC_TRUE;
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

PetscErrorCode TangentUpdateLevels(Tangent *t, KSP ksp, PetscInt iteration)
{
  /* cost of new levels, in iterations */
  const PetscInt levels = (PetscInt)(TANGENT_LEVELS_COST / TANGENT_MULTIGRID_COST);
  PetscInt       last;

  PetscFunctionBeginUser;
  PetscCall(KSPGetIterationNumber(ksp, &last));
  if (iteration > 0 && t->new_levels) t->best_iterations = last;
  t->extra_iterations += PetscMax(0, last - t->best_iterations);
  t->new_levels = (PetscBool)(!TangentIsMultigrid(t) || t->eliminates || iteration == 0 ||
                              t->extra_iterations > levels);
  if (t->new_levels) t->extra_iterations = 0;
  PetscCall(KSPSetReusePreconditioner(ksp, (PetscBool)!t->new_levels));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal TangentMatrixCost(const Tangent *t, PetscInt newton, PetscInt linear)
{
  /* cost of a tangent with its incomplete factors, and of a residual, in linear iterations,
     measured with beams */
  const PetscReal matrix = 30, residual = 4,
                  iteration = TangentIsMultigrid(t) ? TANGENT_MULTIGRID_COST : 1;

  return TangentIterates(t)
           ? matrix / (residual + iteration * (PetscReal)linear / (PetscReal)PetscMax(1, newton))
           : 0;
}

PetscErrorCode TangentArchive(Tangent *t, FsSystem sys, KSP ksp, Mat A, FsArchive a)
{
  PetscInt    current = t->current, first = t->first;
  SolverCosts costs = t->costs;
  PetscBool   other = t->next_is_other;

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "tangent"));
  PetscCall(FsArchiveInt(a, "solver", &current));
  PetscCall(FsArchiveInt(a, "choice", &first));
  PetscCall(FsArchiveBool(a, "next_is_other", &other));
  PetscCall(SolverCostsArchive(&costs, a));
  PetscCall(FsArchiveInt(a, "pause", &t->pause));
  PetscCall(FsArchiveInt(a, "last_pause", &t->last_pause));
  PetscCall(FsArchivePopScope(a));
  if (!a->reading || !t->decided) PetscFunctionReturn(PETSC_SUCCESS);
  /* the choice may differ with other options or ranks; the user's solver has no costs */
  if (t->changes && costs.iteration > 0) {
    t->costs         = costs;
    t->next_is_other = other;
    t->first         = first == TANGENT_FACTORS ? TANGENT_FACTORS : t->iteration;
    PetscCall(SwitchSolver(t, t->first, sys, ksp, A));
  }
  if (t->first != TANGENT_FACTORS && current >= (PetscInt)t->first)
    PetscCall(SwitchSolver(t, (TangentSolver)current, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
