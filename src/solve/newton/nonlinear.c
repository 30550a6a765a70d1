/* nonlinear.c: solves one stage of a nonlinear system by Newton's method (SNES).

   The unknown is the increment x along the line of the stage, q = q_0 + ck x and so on
   (stage_state.c). The tangent is cm M + cc C + ck K. newton.h describes modified Newton. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "nonlinear.h"
#include "base/printing.h"
#include "linear/near_null.h"
#include "linear/pc_elimination.h"
#include "mixed_newton.h"
#include "newton.h"
#include "solve/failure_report.h"
#include "solve/stage_matrix.h"
#include "solve/stage_state.h"
#include "solve/newton/tangent/tangent.h"
#include "system/force_units.h"

static PetscErrorCode StageResidual(SNES snes, Vec x, Vec r, void *context)
{
  NonlinearStage   s  = context;
  const Iteration *it = &s->iteration;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(StageUpdateState(s, x));
  PetscCall(FsSystemResidual(s->sys, &it->state, &it->loading, &it->rows, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether this iteration reuses an old matrix; never in equilibria (cm = 0). */
static PetscBool reuses_matrix(NonlinearStage s, PetscInt iteration)
{
  NewtonMatrix *m = &s->matrix->reuse;

  if (!s->sys->matrices.reuse_tangent || s->rebuild_always || s->iteration.shift.cm == 0)
    return PETSC_FALSE;
  if (iteration > 0)
    return (PetscBool)(!s->predicted.from_accepted &&
                       NewtonMatrixReuseNext(&s->test, iteration, m));
  /* multigrid levels are not reused from solve to solve */
  return NewtonMatrixReuseFirst(&s->test,
                                (PetscBool)(m->exists &&
                                            shift_equal(m->shift, s->iteration.shift) &&
                                            !TangentIsMultigrid(&s->tangent)),
                                m);
}

/* Adds sigma = |r| / (PACE times the characteristic length) to the diagonal of displacements and
   rotations. If nothing is stiff, a step is PACE of that length; near the solution, where |r|
   vanishes, the tangent is exact (pseudo-transient continuation with switched evolution relaxation:
   Kelley & Keyes 1998).
   |r| mixes forces and moments. It changes the way to the solution and no result. */
static PetscErrorCode Regularize(NonlinearStage s, SNES snes, Mat A)
{
  const PetscReal PACE = 0.02;
  PetscReal       norm;
  Vec             r;

  PetscFunctionBeginUser;
  PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
  PetscCall(VecNorm(r, NORM_2, &norm));
  PetscCall(StageAddDiagonal(s, norm / (PACE * FsSystemCharacteristicLength(s->sys)), A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the tolerance of the iterative solver for the next step. */
static PetscErrorCode SetLinearTolerance(NonlinearStage s, PetscInt iteration)
{
  PetscFunctionBeginUser;
  s->test.tolerance = TangentIterates(&s->tangent) ? NewtonTolerance(&s->test, iteration) : 0;
  PetscCall(TangentSetTolerance(&s->tangent, s->matrix->ksp, s->test.tolerance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageTangent(SNES snes, Vec x, Mat A, Mat P, void *context)
{
  NonlinearStage   s  = context;
  const Iteration *it = &s->iteration;
  PetscInt         iteration;
  PetscBool        reuse_tangent;
  Vec              strain;
  FsState          at;

  PetscFunctionBeginUser;
  /* -snes_mf_operator: A is applied by differences of the residual; only P is assembled here */
  if (A != P) {
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
  PetscCall(SNESGetIterationNumber(snes, &iteration));
  s->test.old_matrix = reuse_tangent = reuses_matrix(s, iteration);
  PetscCall(SetLinearTolerance(s, iteration));
  PetscCall(StagePredictStrains(s, iteration, (PetscBool)!reuse_tangent, x, &strain));
  if (reuse_tangent) {
    s->reused_matrix = PETSC_TRUE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  NewtonMatrixBuilt(&s->matrix->reuse, it->shift);
  s->matrix->effective = no_shift;
  if (!newton_loop_is_at_iterate(&s->loop)) PetscCall(StageUpdateState(s, x));
  at        = it->state;
  at.strain = strain;
  PetscCall(FsSystemTangent(s->sys, &at, &it->loading, &it->rows, it->shift, P));
  if (s->regularized) PetscCall(Regularize(s, snes, P));
  if (it->shift.cm == 0) PetscCall(FreeMotionsFixDofs(s->free, P));
  s->matrix->builds++;
  if (s->loop.dense) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(TangentUpdateLevels(&s->tangent, s->matrix->ksp, iteration));
  PetscCall(NearNullAttach(s->matrix->ksp, s->sys, &it->state, &it->loading, P));
  PetscCall(SolverSetZeroPivot(s->matrix->ksp, P));
  PetscCall(SolverAnnounceFactors(s->matrix->ksp, P));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageConverged(SNES snes, PetscInt iteration, PetscReal xnorm, PetscReal step,
                                     PetscReal fnorm, SNESConvergedReason *reason, void *context)
{
  NonlinearStage  s     = context;
  const PetscBool moves = (PetscBool)(s->iteration.shift.ck != 0);
  Vec             update, sum;

  PetscFunctionBeginUser;
  PetscCall(LongPhaseTick());
  PetscCall(NewtonTestUserTolerances(&s->test, snes, iteration, xnorm, step, fnorm, reason));
  if (!iteration) PetscCall(NewtonTestBalance(&s->test, snes, iteration, reason));
  if (*reason < 0 || !iteration) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(NewtonLoopGetStep(&s->loop, snes, &update));
  if (iteration == 1 && s->first_increment) PetscCall(VecAXPBY(s->first_increment, -1, 0, update));
  PetscCall(SNESGetSolution(snes, &sum));
  PetscCall(NewtonTestStep(&s->test, iteration, moves, s->iteration.start[moves ? 0 : 2], sum,
                           update, reason));
  if (*reason > 0 && s->iteration.rows.level == FS_CONSTRAINT_POSITION && moves) {
    Vec r;

    PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
    PetscCall(NewtonTestConstraints(&s->test, s->iteration.rows.scale, r, reason));
  }
  PetscCall(NewtonTestBalance(&s->test, snes, iteration, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets s->matrix->name to the name of an iteration; if that is empty, to the factors or the user's
   solver. */
static PetscErrorCode NameSolver(NonlinearStage s, const char iteration[])
{
  char direct[200] = "";

  PetscFunctionBeginUser;
  if (!*iteration)
    PetscCall(NewtonGetSolverName(s->sys, s->snes, s->matrix->A, direct, sizeof direct));
  PetscCall(PetscSNPrintf(s->matrix->name, sizeof s->matrix->name, "Newton's method with %s%s%s",
                          iteration, direct,
                          s->tangent.eliminates && !*iteration ? ", ties eliminated" : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NonlinearSetUp(NonlinearStage s)
{
  const NewtonProblem problem = {StageResidual, StageTangent, StageConverged};

  PetscFunctionBeginUser;
  s->test.sys = s->sys;
  PetscCall(VecGetSize(s->sys->vec, &s->test.dofs));
  PetscCall(WorkspaceGet(s->work, &s->x));
  PetscCall(WorkspaceGet(s->work, &s->r));
  PetscCall(NewtonCreate(s->sys, &problem, s->r, s->matrix->A, s, &s->snes));
  PetscCall(NewtonLoopSetUp(&s->loop, s->snes, &problem, s));
  PetscCall(SNESGetKSP(s->snes, &s->matrix->ksp));
  PetscCall(SystemSetMultifrontal(s->work, s->matrix->ksp, s->matrix->A));
  PetscCall(PetscObjectReference((PetscObject)s->matrix->ksp));
  PetscCall(NameSolver(s, ""));
  for (int i = 0; i < 3; i++) PetscCall(VecDuplicate(s->sys->vec, &s->iteration.start[i]));
  PetscCall(FsSystemStateCreate(s->sys, &s->iteration.state));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the largest ratio of the diagonal of a tangent to that of its inertia, less 1.
   Overwrites s->matrix->A. */
static PetscErrorCode FindStiffnessRatio(NonlinearStage s, FsShift shift, const FsState *at,
                                         PetscReal *stiffness)
{
  const FsLoading        loading = FsLoadingOfMotion();
  const FsConstraintRows none    = {FS_CONSTRAINT_POSITION, 0, 0};
  Vec                    diagonal, inertia, multipliers;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &diagonal));
  PetscCall(WorkspaceGet(s->work, &inertia));
  PetscCall(WorkspaceGet(s->work, &multipliers));
  PetscCall(FsSystemTangent(s->sys, at, &loading, &none, shift, s->matrix->A));
  PetscCall(MatGetDiagonal(s->matrix->A, diagonal));
  PetscCall(FsSystemTangent(s->sys, at, &loading, &none, (FsShift){.cm = shift.cm}, s->matrix->A));
  PetscCall(MatGetDiagonal(s->matrix->A, inertia));
  if (s->sys->constraints) { /* multipliers, whose rows are zero here, do not count */
    PetscCall(MarkMultipliers(s->sys, multipliers));
    PetscCall(VecAXPY(inertia, 1, multipliers));
  }
  PetscCall(StageStiffnessRatio(s->sys, diagonal, inertia, stiffness));
  PetscCall(WorkspaceRestore(s->work, &diagonal));
  PetscCall(WorkspaceRestore(s->work, &inertia));
  PetscCall(WorkspaceRestore(s->work, &multipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether the constraints of ties can be eliminated at a state; if it is NULL, where
   nothing moves. Overwrites s->matrix->A. *reduced: see EliminationIsPossible. */
static PetscErrorCode TryElimination(NonlinearStage s, FsShift shift, const FsState *at,
                                     PetscBool *possible, Mat *reduced)
{
  const FsLoading        loading = FsLoadingOfMotion();
  const FsConstraintRows rows    = {FS_CONSTRAINT_POSITION, 1, 1};
  const FsState         *rest    = &s->iteration.state;
  Vec                    ties;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &ties));
  if (!at) {
    PetscCall(VecZeroEntries(rest->q));
    PetscCall(VecZeroEntries(rest->v));
    PetscCall(VecZeroEntries(rest->a));
  }
  PetscCall(FsSystemTangent(s->sys, at ? at : rest, &loading, &rows, shift, s->matrix->A));
  PetscCall(MarkTies(s->sys, ties));
  PetscCall(EliminationIsPossible(s->matrix->A, ties, possible, reduced));
  PetscCall(WorkspaceRestore(s->work, &ties));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NonlinearChooseSolver(NonlinearStage s, FsShift shift, const FsState *at)
{
  PetscReal stiffness = 0;
  PetscBool may_iterate, may_eliminate;
  Mat       reduced   = NULL;
  char      name[160] = "";

  PetscFunctionBeginUser;
  PetscCall(TangentMayIterate(s->sys, &may_iterate));
  PetscCall(TangentMayEliminate(s->sys, &may_eliminate));
  /* ggl.c has a solver of its own */
  if (s->sys->constraints && s->sys->stabilization == FS_STABILIZED_VELOCITY && shift.cm > 0)
    may_iterate = may_eliminate = PETSC_FALSE;
  if (may_iterate && at && shift.cm > 0) {
    PetscCall(FindStiffnessRatio(s, shift, at, &stiffness));
    s->matrix->reuse.exists = PETSC_FALSE;
  }
  if (may_eliminate) PetscCall(TryElimination(s, shift, at, &may_eliminate, &reduced));
  if (s->sys->constraints) may_iterate = (PetscBool)(may_iterate && may_eliminate);
  PetscCall(TangentChoose(&s->tangent, s->sys, s->matrix->ksp, s->matrix->A, reduced, may_iterate,
                          stiffness, name, sizeof name));
  PetscCall(MatDestroy(&reduced));
  PetscCall(NonlinearSetMatrixFormat(s));
  PetscCall(NameSolver(s, name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NonlinearStiffness(NonlinearStage s, const FsState *at, const FsLoading *loading)
{
  const FsConstraintRows none = {FS_CONSTRAINT_POSITION, 0, 0};
  Vec                    unit;

  PetscFunctionBeginUser;
  if (s->matrix->stiffness > 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemTangent(s->sys, at, loading, &none, (FsShift){.ck = 1}, s->matrix->A));
  PetscCall(VecDuplicate(s->sys->vec, &unit));
  PetscCall(FsSystemForceUnits(s->sys, unit));
  PetscCall(MatDiagonalScale(s->matrix->A, unit, unit)); /* every solve computes A anew */
  PetscCall(MatNorm(s->matrix->A, NORM_INFINITY, &s->matrix->stiffness));
  if (!(s->matrix->stiffness > 0)) s->matrix->stiffness = 1;
  PetscCall(VecDestroy(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the scale s of the constraint rows s Phi and of the multipliers lambda = s x. In steps s =
   cm, as if multipliers were accelerations: then the conditioning does not depend on dt (Bottasso,
   Bauchau & Cardona 2007). In equilibria cm is 0, and s is the infinity norm of K at the first one.
   With projection (FS_STABILIZED_PROJECTION) stages obey the constraints of accelerations,
   unscaled. */
static PetscErrorCode ScaleConstraints(NonlinearStage s, PetscReal t, const Vec start[3])
{
  Iteration *it = &s->iteration;

  PetscFunctionBeginUser;
  it->rows = (FsConstraintRows){FS_CONSTRAINT_POSITION, 1, 1};
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  if (it->shift.cm == 0) {
    const FsState at = {.t = t, .q = start[0], .v = start[1], .a = start[2]};

    PetscCall(NonlinearStiffness(s, &at, &it->loading));
  }
  it->rows.column = it->shift.cm > 0 ? it->shift.cm : s->matrix->stiffness;
  if (s->sys->stabilization == FS_STABILIZED_PROJECTION && it->shift.cm > 0) {
    it->rows.level = FS_CONSTRAINT_ACCELERATION;
    it->rows.scale = 1;
  } else {
    it->rows.level = FS_CONSTRAINT_POSITION;
    it->rows.scale = it->rows.column;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets up the solver for the next Newton solve, and names it if it has changed. */
static PetscErrorCode StartSolver(NonlinearStage s)
{
  const Tangent *t = &s->tangent;

  PetscFunctionBeginUser;
  PetscCall(TangentStartSolve(&s->tangent, s->sys, s->matrix->ksp, s->matrix->A));
  PetscCall(NonlinearSetMatrixFormat(s));
  if (s->changes == t->costs.changes) PetscFunctionReturn(PETSC_SUCCESS);
  s->changes = t->costs.changes;
  PetscCall(NameSolver(s, TangentIterates(t) ? TangentIterationName(t, s->sys) : ""));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Calls NewtonTestFactors, or makes the same test for an iterative solver and adds its iterations
   to info. motion: see IterateStage. */
static PetscErrorCode TestMatrix(NonlinearStage s, PetscInt linear, FsStageInfo *info, Vec motion,
                                 SNESConvergedReason *reason)
{
  PetscFunctionBeginUser;
  if (!TangentIterates(&s->tangent)) {
    PetscCall(NewtonTestFactors(&s->test, s->snes, linear, motion, reason));
  } else if (*reason > 0 && !s->test.nonsingular) {
    PetscCall(TangentIsNonsingular(s->matrix->ksp, motion, &info->linear, &s->test.nonsingular));
    if (!s->test.nonsingular) *reason = NEWTON_MECHANISM;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Runs Newton's method once from x = 0; the result is s->x. Adds iterations to info, also if
   the run fails. motion: a work vector, and the motion of a mechanism if that is the reason. */
static PetscErrorCode IterateStage(NonlinearStage s, FsStageInfo *info, Vec motion,
                                   SNESConvergedReason *reason)
{
  const PetscInt builds = s->matrix->builds;
  PetscInt       iterations, linear;
  PC             pc;

  PetscFunctionBeginUser;
  s->reused_matrix = PETSC_FALSE;
  PetscCall(VecZeroEntries(s->x));
  PetscCall(StageSetInitialMultipliers(s, s->x));
  /* the first solve tests the factors of its KSP, and equilibria use them later */
  s->loop.may_be_dense = (PetscBool)(s->test.nonsingular && s->iteration.shift.cm != 0);
  PetscCall(NewtonLoopSolve(&s->loop, s->snes, s->x, &iterations, &linear, reason));
  info->newton += iterations;
  info->linear += linear;
  if (!s->regularized) PetscCall(TestMatrix(s, linear, info, motion, reason));
  TangentCountCosts(&s->tangent, iterations, linear, s->matrix->builds - builds);
  s->test.cost = TangentMatrixCost(&s->tangent, iterations, linear);
  NewtonMatrixSolved(&s->matrix->reuse, iterations, (PetscBool)(*reason > 0));
  /* MUMPS cannot be used again after a failed factorization. KSPReset would leave some Krylov
     methods (Chebyshev, flexible CG) with work vectors that are freed */
  if (*reason < 0) {
    PetscCall(KSPGetPC(s->matrix->ksp, &pc));
    PetscCall(PCReset(pc));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char friction_unsolved[] =
  "Newton's method did not converge in -snes_max_it iterations; if the friction of joints is large "
  "beside the inertia of their nodes, no accelerations balance it: give nodes rotary inertia, or "
  "smaller coefficients";

PetscErrorCode NonlinearSolve(NonlinearStage s, PetscReal t, const FsLoading *loading,
                              FsShift shift, const Vec start[3], Vec strain, FsStageInfo *info)
{
  Iteration          *it = &s->iteration;
  SNESConvergedReason reason;
  PetscBool           again;
  Vec                 motion;

  PetscFunctionBeginUser;
  PetscCall(WorkspaceGet(s->work, &motion));
  it->loading        = *loading;
  it->shift          = shift;
  it->state.t        = t;
  s->predicted.first = strain;
  PetscCall(ScaleConstraints(s, t, start));
  for (int i = 0; i < 3; i++) PetscCall(VecCopy(start[i], it->start[i]));
  PetscCall(StartSolver(s));
  PetscCall(IterateStage(s, info, motion, &reason));
  if (reason < 0 && s->regularized && !s->sys->constraints) {
    PetscBool close_enough;

    PetscCall(StageSolvePseudoTransient(s, info, &close_enough));
    if (close_enough) reason = SNES_CONVERGED_FNORM_RELATIVE;
  }
  /* an old matrix may be the reason: repeat the solve with a new matrix in every iteration */
  if (reason < 0 && s->reused_matrix) {
    s->rebuild_always = PETSC_TRUE;
    PetscCall(IterateStage(s, info, motion, &reason));
    s->rebuild_always = PETSC_FALSE;
  }
  for (again = PETSC_TRUE;
       again && (reason == SNES_DIVERGED_LINEAR_SOLVE || reason == NEWTON_MECHANISM);) {
    PetscCall(TangentTryNext(&s->tangent, s->sys, s->matrix->ksp, s->matrix->A, &again));
    PetscCall(NonlinearSetMatrixFormat(s));
    if (again) PetscCall(IterateStage(s, info, motion, &reason));
  }
  if (reason < 0 && s->sys->traits.friction) {
    PetscCall(NewtonLoopSetLineSearch(&s->loop, s->snes, PETSC_TRUE));
    PetscCall(IterateStage(s, info, motion, &reason));
    PetscCall(NewtonLoopSetLineSearch(&s->loop, s->snes, PETSC_FALSE));
  }
  /* if the residual is not finite, it was evaluated last at that state; since PETSc 3.25 line
     searches take x back from there */
  if (reason != SNES_DIVERGED_FUNCTION_NANORINF && reason != SNES_DIVERGED_FUNCTION_DOMAIN &&
      !(newton_loop_is_at_iterate(&s->loop) && !s->regularized && reason > 0))
    PetscCall(StageUpdateState(s, s->x));
  info->ok = (PetscBool)(reason > 0);
  if (!info->ok) {
    info->reason    = reason == SNES_DIVERGED_MAX_IT && s->sys->traits.multiplier_dependent
                        ? friction_unsolved
                        : newton_reason(reason);
    info->mechanism = (PetscBool)(reason == NEWTON_MECHANISM);
    if (reason == NEWTON_UNSOLVED && s->test.check.by_user) info->diverged = PETSC_TRUE;
    if (info->mechanism) PetscCall(ReportLargestEntry(s->sys, largest_motion, motion, info));
    else PetscCall(ReportLargestResidual(s->work, &it->state, loading, &it->rows, info));
  }
  PetscCall(WorkspaceRestore(s->work, &motion));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NonlinearSetStatic(NonlinearStage s, FsStaticMethod method)
{
  /* largest number of Newton iterations: longer runs wander, and may end in another equilibrium;
     without initial stiffness the way is long */
  const PetscInt  max_iterations = method == FS_STATIC_REGULARIZED ? 200 : 12;
  const PetscBool search         = (PetscBool)(method == FS_STATIC_SEARCH);
  PetscBool       chosen;

  PetscFunctionBeginUser;
  s->regularized   = (PetscBool)(method == FS_STATIC_REGULARIZED);
  s->exact_strains = (PetscBool)(method != FS_STATIC_FULL);
  PetscCall(NewtonLoopSetLineSearch(&s->loop, s->snes, search));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-snes_max_it", &chosen));
  if (!chosen)
    PetscCall(SNESSetTolerances(s->snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT,
                                max_iterations, PETSC_DEFAULT));
  PetscFunctionReturn(PETSC_SUCCESS);
}
