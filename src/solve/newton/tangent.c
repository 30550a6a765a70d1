/* tangent.c: conjugate gradients where tangents are symmetric, else GMRES, with incomplete factors of each rank's block or with
   multigrid (near_null.h); or factors. Finite rotations make tangents of short steps so little unsymmetric that conjugate gradients
   take as many iterations as GMRES, without its vectors; the residual that they carry along is the true one all the same.
   Incomplete factors and iterations cost memory and time in proportion to the dofs, factors in space the powers 4/3 and 2 of them.
   Iterations with incomplete factors grow with the step, as the square root of the stiffness ratio, up to those of statics, which
   grow with the length of the model in elements; frames and shells in which waves of bending are long need its square. Those with
   multigrid hardly grow, and each costs several of the others. */
#include "base/memory_check.h"
#include "tangent.h"

/* Iterations to a relative 1e-8, measured with lattices of beams. */
static const PetscReal BY_STEP = 1.5, BY_LENGTH = 3.5;
/* The same with multigrid, whatever the size; what one of them costs, and its levels, in iterations of GMRES with incomplete factors. */
static const PetscReal COARSE = 30, COARSE_COST = 3.5, LEVELS_COST = 50;
/* Of the iterations expected in steps, what counts against multigrid: conjugate gradients work in blocks and keep no vectors. In lattices
   of 1e5 and 3e5 beams, steps of 10 ms, 360 and 500 expected, they take 0.7 and 0.6 of the time of multigrid, 0.4 of its memory. */
static const PetscReal IN_BLOCKS = 0.2;
/* The same of nets of lines, FactorCost.neighbors up to NET, along which incomplete factors solve: nets of 61, 121 and 181 cables each way
   took 37, 70 and 102 iterations, 0.09 of those expected, and a half of the time of multigrid. */
static const PetscReal NET = 5.5, IN_NETS = 0.09;
/* What kept factors serve: solves, in a run. */
static const PetscReal SERVES = 4;
/* FactorCost.growth up to which a model is a surface or a line: those come up to 2 as they are refined, lattices begin at 2.37 */
static const PetscReal SURFACE = 2.1;
/* LEAST: iterations that any solve may take, and with multigrid the most; FEW: times what is expected */
enum { RESTART = 60, LEAST = 300, FEW = 4 };

static const TangentSolver after[] = {TANGENT_CG, TANGENT_GMRES, TANGENT_GMRES, TANGENT_FACTORS, TANGENT_FACTORS};

/* The name of an iteration. */
static const char *iteration_name(TangentSolver solver, PetscBool symmetric)
{
  switch (solver) {
  case TANGENT_CG_COARSE:
    return "CG + multigrid";
  case TANGENT_GMRES_COARSE:
    return "GMRES + multigrid";
  case TANGENT_GMRES:
    return "GMRES + block ILU";
  default:
    return symmetric ? "CG + block ICC" : "CG + block ILU";
  }
}

/* Whether the user's options say what solves. */
static PetscErrorCode IsChosen(PetscBool *chosen)
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

/* Options of the blocks, which are made anew after KSPReset and read the database. clear: take them out again. */
static PetscErrorCode SetBlocks(PetscBool symmetric, PetscBool clear)
{
  const char *const options[][2] = {
    {"-sub_pc_type",              symmetric ? PCICC : PCILU},
    {"-sub_pc_factor_zeropivot",  "1e-300"                 }, /* PETSc's is absolute */
    {"-sub_pc_factor_shift_type",
     symmetric ? "inblocks" : "none"                       }  /* PETSc seeks a shift that makes all pivots positive */
  };
  PetscBool set;

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(options); k++) {
    if (clear) {
      PetscCall(PetscOptionsClearValue(NULL, options[k][0]));
    } else {
      PetscCall(PetscOptionsSetValue(NULL, options[k][0], options[k][1]));
      PetscCall(PetscOptionsHasName(NULL, NULL, options[k][0], &set)); /* looked at: no option that nothing reads */
    }
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whatever is chosen for the blocks, a rank without rows takes none: there PETSc's ICC ends by a signal if rows come in blocks. */
static PetscErrorCode SpareEmptyBlock(FsSystem sys)
{
  PetscBool set;
  PetscInt  rows;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(sys->vec, &rows));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-sub_pc_type", &set));
  if (set && !rows) PetscCall(PetscOptionsSetValue(NULL, "-sub_pc_type", PCNONE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Iterations after which the next solver is tried. */
static PetscInt limit(const Tangent *t) { return TangentIsCoarse(t) ? LEAST : t->now == TANGENT_CG ? t->few : t->most; }

/* Unsmoothed aggregates in space, whose smoothing fills the levels; nothing is kept of the levels of a solve before. */
static PetscErrorCode SetLevels(const Tangent *t, PC pc)
{
  PetscFunctionBeginUser;
  PetscCall(PCGAMGSetNSmooths(pc, t->cost.growth < SURFACE ? 1 : 0));
  PetscCall(PCGAMGSetReuseInterpolation(pc, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Before a solve by levels that are kept: the finest has the present matrix, and smooths by factors of that. PETSc would keep these, too, since 3.24,
   so that Chebyshev's iteration leaves the interval that it was told. */
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

static PetscErrorCode SetIteration(const Tangent *t, FsSystem sys, KSP ksp)
{
  const PetscBool cg     = (PetscBool)(t->now == TANGENT_CG || t->now == TANGENT_CG_COARSE);
  const PetscBool coarse = TangentIsCoarse(t);
  PC              pc;

  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, cg ? KSPCG : KSPGMRES));
  PetscCall(KSPSetNormType(ksp, cg ? KSP_NORM_NATURAL : KSP_NORM_PRECONDITIONED));
  if (!cg) PetscCall(KSPGMRESSetRestart(ksp, RESTART));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCNONE)); /* what is of the same type would stay */
  PetscCall(PCSetType(pc, coarse ? PCGAMG : PCBJACOBI));
  PetscCall(SetBlocks((PetscBool)(cg && sys->symmetric), coarse));
  PetscCall(SpareEmptyBlock(sys));
  if (coarse) PetscCall(SetLevels(t, pc));
  PetscCall(KSPSetPreSolve(ksp, RefreshFinest, NULL));
  PetscCall(KSPSetTolerances(ksp, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, limit(t)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ksp for t->now. */
static PetscErrorCode Set(Tangent *t, FsSystem sys, KSP ksp, Mat A)
{
  PetscBool set;
  PC        pc;

  PetscFunctionBeginUser;
  PetscCall(KSPReset(ksp));
  PetscCall(KSPSetReusePreconditioner(ksp, PETSC_FALSE));
  if (t->now != TANGENT_FACTORS) {
    PetscCall(SetIteration(t, sys, ksp));
  } else {
    PetscCall(SetBlocks(PETSC_FALSE, PETSC_TRUE));
    PetscCall(KSPSetNormType(ksp, KSP_NORM_NONE));
    PetscCall(SolverSetDirect(ksp, A, sys->pivots));
    PetscCall(KSPGetPC(ksp, &pc));
    /* what is tried in place of an iteration is too wide for PETSc's own factors */
    if (t->first != TANGENT_FACTORS) PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  }
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ksp_rtol", &set));
  if (!set) PetscCall(KSPSetTolerances(ksp, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetFromOptions(ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Take(Tangent *t, TangentSolver solver, FsSystem sys, KSP ksp, Mat A)
{
  PetscFunctionBeginUser;
  if (t->now == solver) PetscFunctionReturn(PETSC_SUCCESS);
  t->now = solver;
  PetscCall(Set(t, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether waves of bending are long in it, of which neither incomplete factors nor levels of plain aggregates know enough. */
static PetscBool bends(const FactorCost *cost, FsSystem sys)
{
  return (PetscBool)(sys->rotations && cost->growth < SURFACE);
}

/* Iterations to expect with incomplete factors. */
static PetscReal expected(const FactorCost *cost, FsSystem sys, PetscReal stiffness)
{
  const PetscReal length = BY_LENGTH * cost->levels * (bends(cost, sys) ? cost->levels : 1);

  return stiffness > 0 ? PetscMin(BY_STEP * PetscSqrtReal(stiffness), length) : length;
}

/* Of the iterations that are expected with incomplete factors, what counts against multigrid. */
static PetscReal share(const FactorCost *cost, FsSystem sys, PetscBool cg)
{
  const PetscBool net = (PetscBool)(cost->growth < SURFACE && cost->neighbors < NET);

  return PetscMin(net ? IN_NETS : 1, cg && !sys->symmetric ? IN_BLOCKS : 1);
}

/* What solves, where plain iterations are expected with incomplete factors; cg: by conjugate gradients. */
static TangentSolver cheapest(const FactorCost *cost, FsSystem sys, PetscReal plain, PetscBool cg)
{
  const PetscReal levels = bends(cost, sys) ? PETSC_INFINITY : COARSE_COST * COARSE + LEVELS_COST;

  if (SERVES * PetscMin(plain, levels) >= cost->iterations) return TANGENT_FACTORS;
  if (levels < share(cost, sys, cg) * plain) return sys->symmetric ? TANGENT_CG_COARSE : TANGENT_GMRES_COARSE;
  return cg ? TANGENT_CG : TANGENT_GMRES;
}

PetscErrorCode TangentMayIterate(FsSystem sys, PetscBool *may)
{
  PetscBool chosen;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(IsChosen(&chosen));
  PetscCall(VecGetSize(sys->vec, &n));
  if (chosen) PetscCall(SpareEmptyBlock(sys));
  *may = (PetscBool)(!chosen && !sys->constraints && !sys->pivots && n > FS_SMALL_MODEL);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentChoose(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool may, PetscReal stiffness, char name[],
                             size_t size)
{
  PetscReal plain = 0;
  PetscInt  n;

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-ksp_rtol", &t->given));
  PetscCall(MatGetSize(A, &n, NULL));
  if (!t->decided) t->now = TANGENT_FACTORS; /* of NewtonCreate */
  t->decided = PETSC_TRUE;
  t->first   = TANGENT_FACTORS;
  if (may) {
    PetscCall(FactorCostEstimate(A, &t->cost));
    plain    = expected(&t->cost, sys, stiffness);
    t->first = cheapest(&t->cost, sys, plain, (PetscBool)(sys->symmetric || (sys->nearly_symmetric && stiffness > 0)));
  }
  t->most = PetscMax(LEAST, (PetscInt)PetscMin((PetscReal)(PETSC_MAX_INT / 2), t->cost.iterations));
  t->few  = sys->symmetric ? t->most : PetscMin(t->most, LEAST + (PetscInt)(FEW * plain));
  PetscCall(Take(t, t->first, sys, ksp, A));
  if (TangentIsCoarse(t))
    PetscCall(PetscSNPrintf(name, size,
                            "%s (%" PetscInt_FMT " dofs; incomplete factors alone would take about %.2g iterations, "
                            "factors cost as much as %.2g)",
                            iteration_name(t->first, sys->symmetric), n, (double)plain, (double)t->cost.iterations));
  else if (t->first != TANGENT_FACTORS)
    PetscCall(PetscSNPrintf(name, size, "%s (%" PetscInt_FMT " dofs; factors would cost as much as %.2g iterations)",
                            iteration_name(t->first, sys->symmetric), n, (double)t->cost.iterations));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentLeave(Tangent *t, FsSystem sys, KSP ksp, Mat A)
{
  PetscFunctionBeginUser;
  if (!TangentIterates(t)) PetscFunctionReturn(PETSC_SUCCESS);
  t->first = TANGENT_FACTORS;
  PetscCall(Take(t, TANGENT_FACTORS, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentBegin(Tangent *t, FsSystem sys, KSP ksp, Mat A)
{
  PetscFunctionBeginUser;
  if (!t->decided) PetscFunctionReturn(PETSC_SUCCESS);
  if (t->now != t->first && t->pause) t->pause--;
  else PetscCall(Take(t, t->first, sys, ksp, A));
  if (TangentIsCoarse(t)) PetscCall(Set(t, sys, ksp, A)); /* nothing is left of the last solve, as after a restart */
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentNext(Tangent *t, FsSystem sys, KSP ksp, Mat A, PetscBool *again)
{
  enum { LONGEST = 64 };
  PetscBool fits = PETSC_TRUE;

  PetscFunctionBeginUser;
  *again = TangentIterates(t);
  if (*again && t->now == TANGENT_GMRES) PetscCall(MemoryFits(sys->comm, t->cost.bytes, &fits));
  *again = (PetscBool)(*again && fits);
  if (!*again) PetscFunctionReturn(PETSC_SUCCESS);
  if (t->now == t->first) {
    t->last_pause = PetscMin(LONGEST, PetscMax(1, 2 * t->last_pause));
    t->pause      = t->last_pause;
  }
  PetscCall(Take(t, after[t->now], sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentTighten(const Tangent *t, KSP ksp, PetscReal tolerance)
{
  PetscFunctionBeginUser;
  if (TangentIterates(t) && !t->given)
    PetscCall(KSPSetTolerances(ksp, tolerance, PETSC_DEFAULT, PETSC_DEFAULT, limit(t)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentPrepare(Tangent *t, SNES snes, PetscInt iteration)
{
  enum { EACH = 1, NEVER = -1 }; /* SNES settles after each tangent whether the KSP makes its preconditioner anew */
  const PetscInt levels = (PetscInt)(LEVELS_COST / COARSE_COST); /* what new ones cost, in iterations */
  PetscInt       last;
  PetscBool      given;
  KSP            ksp;

  PetscFunctionBeginUser;
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(KSPGetIterationNumber(ksp, &last));
  if (iteration > 0 && t->fresh) t->at_best = last;
  t->lost += PetscMax(0, last - t->at_best);
  t->fresh = (PetscBool)(!TangentIsCoarse(t) || iteration == 0 || t->lost > levels);
  if (t->fresh) t->lost = 0;
  PetscCall(PetscOptionsHasName(NULL, NULL, "-snes_lag_preconditioner", &given));
  if (!given) PetscCall(SNESSetLagPreconditioner(snes, t->fresh ? EACH : NEVER));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscReal TangentMatrixCost(const Tangent *t, PetscInt newton, PetscInt linear)
{
  /* a tangent with its incomplete factors, and a residual, in linear iterations: measured with beams */
  const PetscReal matrix = 30, residual = 4, iteration = TangentIsCoarse(t) ? COARSE_COST : 1;

  return TangentIterates(t) ? matrix / (residual + iteration * (PetscReal)linear / (PetscReal)PetscMax(1, newton)) : 0;
}

/* *left = |b - P x| over |b|, rows scaled to largest entries of 1: units do not matter. */
static PetscErrorCode LeftOver(Mat P, Vec x, Vec b, PetscReal *left)
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
  PetscCall(VecNorm(r, NORM_2, left));
  *left /= of_b;
  PetscCall(VecDestroy(&weights));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The iteration is stopped by the residual itself: in its preconditioned norm smooth motions count the more the finer a model is, and
   a small one leaves much of b, which is rough. */
PetscErrorCode TangentSolvesAll(KSP ksp, Vec x, PetscInt *iterations, PetscBool *regular)
{
  const PetscReal rough = 1e-5, first = 1e-6, last = 1e-12, finer = 1e-3;
  PetscReal       before, left = 1;
  PetscInt        taken;
  PetscBool       solved = PETSC_TRUE, gmres;
  KSPNormType     norm;
  PCSide          side;
  Mat             P;
  Vec             b;

  PetscFunctionBeginUser;
  PetscCall(KSPGetOperators(ksp, NULL, &P));
  PetscCall(KSPGetTolerances(ksp, &before, NULL, NULL, NULL));
  PetscCall(KSPGetNormType(ksp, &norm));
  PetscCall(KSPGetPCSide(ksp, &side));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPGMRES, &gmres));
  PetscCall(KSPSetPCSide(ksp, gmres ? PC_RIGHT : PC_LEFT));
  PetscCall(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  PetscCall(VecDuplicate(x, &b));
  PetscCall(VecSetRandom(b, NULL));
  for (PetscReal tight = first; solved && left > rough && tight > last; tight *= finer) {
    PetscCall(KSPSetInitialGuessNonzero(ksp, (PetscBool)(tight < first)));
    PetscCall(KSPSetTolerances(ksp, tight, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
    PetscCall(SolverSolve(ksp, b, x, &solved));
    PetscCall(KSPGetIterationNumber(ksp, &taken));
    PetscCall(LeftOver(P, x, b, &left));
    *iterations += taken;
  }
  *regular = (PetscBool)(solved && left <= rough);
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_FALSE));
  PetscCall(KSPSetTolerances(ksp, before, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetNormType(ksp, norm));
  PetscCall(KSPSetPCSide(ksp, side));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode TangentArchive(Tangent *t, FsSystem sys, KSP ksp, Mat A, FsArchive a)
{
  PetscInt now = t->now;

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "tangent"));
  PetscCall(FsArchiveInt(a, "solver", &now));
  PetscCall(FsArchiveInt(a, "pause", &t->pause));
  PetscCall(FsArchiveInt(a, "last_pause", &t->last_pause));
  PetscCall(FsArchivePopScope(a));
  /* with other options, or on other ranks, the choice may be another one */
  if (a->reading && t->decided && t->first != TANGENT_FACTORS && now >= (PetscInt)t->first)
    PetscCall(Take(t, (TangentSolver)now, sys, ksp, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
