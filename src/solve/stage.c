/* stage.c: implements FsStage, which solves the stages of schemes and equilibria.

   linear_stage.c solves linear systems, and velocity-free ones with ck = 0. nonlinear.c solves
   nonlinear systems, and ggl.c those with velocity constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/error.h"
#include "base/profile.h"
#include "linear/solver.h"
#include "solve/linear/effective_matrix.h"
#include "constraint_solver.h"
#include "stage.h"
#include "free_motions.h"
#include "ggl.h"
#include "solve/midpoint/midpoint_stage.h"
#include "solve/linear/lumped_mass.h"
#include "solve/newton/mixed_newton.h"
#include "solve/newton/newton.h"
#include "solve/newton/nonlinear.h"
#include "solve/newton/tangent/tangent.h"
#include "stage_matrix.h"
#include "stage_state.h"
#include "system/force_units.h"

const FsOptionDoc fs_solver_options[] = {
  {"-change_points", "continue",
   "positions in which branches of a mechanism's motion cross: continue on the branch of its "
   "velocity, or stop"                                                             },
  {"-hold_rigid",    "by need",
   "true: equilibria (-analysis static, -initial_static) hold the rigid motions that no support "
   "prevents, and the loads must balance; inertia: accelerations of the rigid model balance them. "
   "By default true for "
   "modes and responses with -initial_static, if a translation is free; else false"},
  {NULL,             NULL,       NULL                                              }
};

const FsShift fs_equilibrium_shift = {.ck = 1};

/* Creates the matrix and its solver. */
static PetscErrorCode CreateSolver(FsStage s)
{
  PetscBool may_iterate = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (!s->sys->traits.linear) PetscCall(TangentMayIterate(s->sys, &may_iterate));
  PetscCall(StageMatrixCreate(s->sys, may_iterate, s->matrix));
  if (s->sys->traits.linear) {
    PetscCall(KSPCreate(s->sys->comm, &s->matrix->ksp));
    PetscCall(
      KSPSetTolerances(s->matrix->ksp, SOLVER_RTOL, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  } else {
    PetscCall(NonlinearSetUp(s->newton));
    if (s->sys->constraints && s->sys->stabilization == FS_STABILIZED_VELOCITY)
      PetscCall(StabilizedCreate(s->newton, &s->stabilized));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageCreate(FsSystem sys, FsStage *out)
{
  FsStage s;

  PetscFunctionBeginUser;
  PetscCall(FsSystemSetUp(sys));
  PetscCall(SolverCheckTolerances(sys->comm));
  PetscCall(PetscNew(&s));
  s->sys = sys;
  PetscCall(WorkspaceCreate(sys, &s->work));
  PetscCall(PetscNew(&s->matrix));
  s->matrix->effective = no_shift;
  PetscCall(PetscNew(&s->free));
  *s->free = (struct _n_FreeMotions){.sys = sys, .work = s->work, .matrix = s->matrix};
  PetscCall(LinearStageCreate(s->work, s->matrix, s->free, &s->linear));
  PetscCall(NonlinearStageCreate(s->work, s->matrix, s->free, &s->newton));
  PetscCall(PetscNew(&s->constraints));
  *s->constraints = (struct _n_ConstraintSolver){
    .sys     = sys,
    .work    = s->work,
    .pattern = &s->matrix->A,
    .inertia = {.sys = sys, .work = s->work}
  };
  if (sys->traits.linear || sys->constraints) PetscCall(CreateSolver(s));
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroyConstraintSolver(ConstraintSolver s)
{
  PetscFunctionBeginUser;
  PetscCall(KSPDestroy(&s->inertia.ksp));
  PetscCall(MatDestroy(&s->inertia.B));
  PetscCall(VecDestroy(&s->unit));
  PetscCall(RankWatchDestroy(&s->watch));
  PetscCall(BranchingStartDestroy(&s->branching));
  PetscCall(PetscFree(s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageDestroy(FsStage *stage)
{
  FsStage s = *stage;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StabilizedDestroy(&s->stabilized));
  PetscCall(MidpointStageDestroy(&s->midpoint));
  PetscCall(KSPDestroy(&s->matrix->ksp));
  PetscCall(NonlinearStageDestroy(&s->newton));
  PetscCall(DestroyConstraintSolver(s->constraints));
  PetscCall(MatDestroy(&s->matrix->A));
  PetscCall(LinearStageDestroy(&s->linear));
  PetscCall(PetscFree(s->matrix));
  PetscCall(PetscFree(s->free));
  PetscCall(WorkspaceDestroy(&s->work));
  PetscCall(PetscFree(*stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void FsStageSetPreviousState(FsStage s, const FsState *previous)
{
  s->newton->last_accepted = s->constraints->last_accepted = previous;
}

void FsStageSetExpectedSolves(FsStage s, PetscReal solves) { s->linear->expected_solves = solves; }
void FsStageSetShifts(FsStage s, PetscInt shifts)
{
  if (s->sys->traits.linear) s->linear->kept.most = PetscMax(shifts, 1) - 1;
}
void        FsStageHoldRigid(FsStage s, FsRigidHold mode) { s->free->hold = mode; }
KSP         FsStageLinearSolver(FsStage s) { return s->matrix->ksp; }
PetscBool   FsStageHasLumpedMass(FsStage s) { return linear_has_lumped_mass(s->linear); }
PetscBool   FsStageIsIterative(FsStage s) { return TangentIterates(&s->newton->tangent); }
PetscInt    FsStageMatrixBuilds(FsStage s) { return s->matrix->builds; }
PetscBool   FsStageUsesInitialGuess(FsStage s) { return s->linear->takes_guess; }
const char *FsStageSolverName(FsStage s) { return s->matrix->name; }
PetscInt    FsStageSolverChanges(FsStage s) { return s->newton->changes; }

PetscErrorCode FsStageCountFreeMotions(FsStage s, PetscReal t, PetscInt *n)
{
  PetscFunctionBeginUser;
  PetscCall(FreeMotionsFind(s->free, t));
  *n = s->free->n;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Saves or restores the kept matrices of linear stages, the one used last at the end. */
static PetscErrorCode ArchiveKept(LinearStage s, FsArchive a)
{
  PetscInt n = s->kept.n;

  PetscFunctionBeginUser;
  PetscCall(FsArchiveInt(a, "kept", &n));
  for (PetscInt i = n; i-- > 0;) {
    FsShift shift = i < s->kept.n ? s->kept.matrix[i].effective : no_shift;
    char    name[32];

    PetscCall(PetscSNPrintf(name, sizeof name, "kept_%" PetscInt_FMT, i));
    PetscCall(FsArchiveShift(a, name, &shift));
    if (a->reading) PetscCall(EffectiveBuildMatrix(s, shift));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Saves or restores the matrix of linear stages, which serves shifts that differ by round-off. */
static PetscErrorCode ArchiveLinear(FsStage s, FsArchive a)
{
  FsShift shift = s->matrix->effective;

  PetscFunctionBeginUser;
  PetscCall(ArchiveKept(s->linear, a));
  PetscCall(FsArchiveShift(a, "shift", &shift));
  if (!a->reading) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EffectiveBuildMatrix(s->linear, shift));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Saves or restores the solver and the old matrix; archives store entries, not blocks. */
static PetscErrorCode ArchiveTangent(FsStage s, FsArchive a)
{
  const PetscBool exists = s->matrix->reuse.exists;
  Mat             A      = s->matrix->A;

  PetscFunctionBeginUser;
  PetscCall(TangentArchive(&s->newton->tangent, s->sys, s->matrix->ksp, s->matrix->A, a));
  PetscCall(NonlinearSetMatrixFormat(s->newton));
  s->matrix->reuse.exists = exists;
  if (!exists || !s->sys->matrices.reuse_tangent) PetscFunctionReturn(PETSC_SUCCESS);
  A = s->matrix->A;
  if (s->matrix->blocks) PetscCall(FsSystemCreateMatrix(s->sys, PETSC_TRUE, &A));
  if (s->matrix->blocks && !a->reading) PetscCall(MatCopy(s->matrix->A, A, SAME_NONZERO_PATTERN));
  PetscCall(FsArchiveMat(a, "A", A));
  if (s->matrix->blocks && a->reading) PetscCall(MatCopy(A, s->matrix->A, SAME_NONZERO_PATTERN));
  if (s->matrix->blocks) PetscCall(MatDestroy(&A));
  if (a->reading) PetscCall(SolverSetZeroPivot(s->matrix->ksp, s->matrix->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageArchive(FsStage s, FsArchive a)
{
  PetscBool linear = (PetscBool)!shift_equal(s->matrix->effective, no_shift);

  PetscFunctionBeginUser;
  PetscCall(FsArchivePushScope(a, "stage"));
  PetscCall(FsArchiveReals(a, "stiffness", 1, &s->matrix->stiffness));
  if (!s->sys->traits.linear) {
    PetscCall(NewtonTestArchive(&s->newton->test, a));
    PetscCall(NewtonMatrixArchive(&s->matrix->reuse, a));
    if (!s->linear->lumped_mass.nodal && !s->newton->snes)
      PetscCall(CreateSolver(s)); /* some analyses set up later */
    if (!s->linear->lumped_mass.nodal) PetscCall(ArchiveTangent(s, a));
  }
  if (s->free->hold != FS_HOLD_NONE) PetscCall(FreeMotionsArchive(s->free, a));
  PetscCall(FsArchiveBool(a, "linear", &linear));
  if (linear) PetscCall(ArchiveLinear(s, a));
  else s->matrix->effective = no_shift;
  if (s->stabilized) PetscCall(StabilizedArchive(s->stabilized, a));
  if (s->midpoint) PetscCall(MidpointStageArchive(s->midpoint, a));
  PetscCall(ChangePointsArchive(&s->constraints->change_points, a));
  PetscCall(RankWatchArchive(s->constraints, a));
  PetscCall(FsArchivePopScope(a));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSetUp(FsStage s, FsShift shift, const FsState *at)
{
  CaughtError caught;
  PetscBool   nodal = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (shift.ck == 0) PetscCall(SystemHasNodalInertia(s->sys, &nodal));
  if (nodal) {
    if (s->matrix->ksp)
      PetscCall(TangentUseFactors(&s->newton->tangent, s->sys, s->matrix->ksp, s->matrix->A));
    PetscCall(StageSetUpNodal(s->linear));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (!s->matrix->ksp) PetscCall(CreateSolver(s));
  if (s->sys->traits.linear ||
      (shift.ck == 0 && s->sys->traits.velocity_independent && !s->sys->constraints)) {
    PetscCall(TangentUseFactors(&s->newton->tangent, s->sys, s->matrix->ksp, s->matrix->A));
    if (!s->sys->traits.linear) PetscCall(NonlinearSetMatrixFormat(s->newton));
    PetscCall(EffectiveBuildMatrix(s->linear, shift));
    PetscCall(LumpedMassSetUp(s->linear));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (shift.ck != 0) PetscCall(NonlinearChooseSolver(s->newton, shift, at));
  else PetscCall(TangentUseFactors(&s->newton->tangent, s->sys, s->matrix->ksp, s->matrix->A));
  PetscCall(NonlinearSetMatrixFormat(s->newton));
  PetscCall(CatchErrorsBegin(&caught));
  (void)SNESSetUp(s->newton->snes);
  PetscCall(CatchErrorsEnd());
  PetscCall(RaiseOptionError(CaughtErrorComm(&caught, s->sys->comm), &caught));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves a stage. Newton's method starts from the state. The one solve of linear systems, and of
   mass matrices, starts from a point of the line; if line is NULL, the state already holds the
   point. */
static PetscErrorCode SolveOnLine(FsStage s, const FsLoading *loading, FsShift shift,
                                  const FsLine *line, FsState *state, FsStageInfo *info)
{
  const FsStageInfo before = *info;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  if (shift.ck == 0 && s->linear->lumped_mass.nodal) {
    if (line) PetscCall(StageEvaluateLine(line, state));
    PetscCall(StageSolveNodal(s->work, shift.cc, loading, state, info));
    info->newton++;
  } else if (shift.ck == 0 && (s->sys->traits.linear || s->sys->traits.velocity_independent)) {
    PetscCall(LinearSolveMass(s->linear, shift, loading, line, state, info));
  } else if (s->sys->traits.linear) {
    PetscCall(LinearSolve(s->linear, shift, loading, line, state, info));
  } else {
    const Vec start[3] = {state->q, state->v, state->a};

    PetscCall(NonlinearSolve(s->newton, state->t, loading, shift, start, state->strain, info));
    PetscCall(VecCopy(s->newton->iteration.state.q, state->q));
    PetscCall(VecCopy(s->newton->iteration.state.v, state->v));
    PetscCall(VecCopy(s->newton->iteration.state.a, state->a));
  }
  PetscCall(StageFinish(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves a stage from the state. */
static PetscErrorCode SolveFromState(FsStage s, const FsLoading *loading, FsShift shift,
                                     FsState *state, FsStageInfo *info)
{
  static const PetscReal unit[3][3] = {
    {1, 0, 0},
    {0, 1, 0},
    {0, 0, 1}
  };
  const Vec    vecs[] = {state->q, state->v, state->a};
  const FsLine line   = {3, vecs, unit[0], unit[1], unit[2]};

  PetscFunctionBeginUser;
  PetscCall(SolveOnLine(s, loading, shift, &line, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSolve(FsStage s, FsShift shift, const FsLine *line, FsState *state,
                            FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();

  PetscFunctionBeginUser;
  if (!s->sys->traits.linear) PetscCall(StageEvaluateLine(line, state));
  PetscCall(SolveOnLine(s, &loading, shift, line, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSetUpMidpoint(FsStage stage, const FsState *s)
{
  char text[512];

  PetscFunctionBeginUser;
  PetscCheck(stage->sys->ops.midpoint.refusal, stage->sys->comm, PETSC_ERR_USER_INPUT,
             "-integrator energy_momentum needs a model of fsolve, because its forces are computed "
             "from strains; take trapezoidal");
  PetscCall(stage->sys->ops.midpoint.refusal(stage->sys, s, text, sizeof text));
  PetscCheck(!text[0], stage->sys->comm, PETSC_ERR_USER_INPUT, "-integrator energy_momentum: %s",
             text);
  PetscCall(MidpointStageCreate(stage->sys, &stage->midpoint));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSolveMidpoint(FsStage s, PetscReal h, const FsState *from, FsState *state,
                                    FsStageInfo *info)
{
  return MidpointStageSolve(s->midpoint, h, from, state, info);
}

PetscErrorCode FsStageSolveRates(FsStage s, PetscReal h, FsState *state, FsStageInfo *info)
{
  const FsLoading   loading  = FsLoadingOfMotion();
  const Vec         start[3] = {state->q, state->qd, state->a};
  const FsStageInfo before   = *info;
  const FsState    *now      = &s->newton->iteration.state;
  FsShift           shift    = FsFirstOrderShift(h);

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  shift.rates = PETSC_TRUE;
  if (s->stabilized) PetscCall(StabilizedSolve(s->stabilized, state->t, shift, start, info));
  else PetscCall(NonlinearSolve(s->newton, state->t, &loading, shift, start, state->strain, info));
  PetscCall(VecCopy(now->q, state->q));
  PetscCall(VecCopy(now->qd, state->qd));
  if (state->qd != state->v) PetscCall(VecCopy(now->v, state->v));
  PetscCall(VecCopy(now->a, state->a));
  PetscCall(StageFinish(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageSolveAcceleration(FsStage s, PetscReal h, const FsLine *line, FsState *state,
                                        FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();

  PetscFunctionBeginUser;
  if (line && !s->linear->lumped_mass.nodal && !s->sys->traits.linear &&
      !s->sys->traits.velocity_independent) {
    PetscCall(StageEvaluateLine(line, state));
    line = NULL;
  }
  PetscCall(SolveOnLine(s, &loading, (FsShift){1, h, 0, PETSC_FALSE}, line, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageAcceleration(FsStage s, FsState *state, FsStageInfo *info)
{
  const FsLoading loading = FsLoadingOfMotion();
  PetscBool       nodal;

  PetscFunctionBeginUser;
  *info = (FsStageInfo){.ok = PETSC_TRUE};
  PetscCall(SystemHasNodalInertia(s->sys, &nodal));
  if (nodal) PetscCall(StageSolveNodal(s->work, 0, &loading, state, info));
  else PetscCall(BorderedMassAccelerations(&s->constraints->inertia, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveStiffness(FsStage s, Vec force, Vec x, PetscBool *ok)
{
  return LinearSolveStiffness(s->linear, force, x, ok);
}

static PetscErrorCode SolveForEquilibrium(FsStage s, const FsLoading *loading, FsState *state,
                                          FsStageInfo *info)
{
  return SolveFromState(s, loading, fs_equilibrium_shift, state, info);
}

PetscErrorCode FsStageSolveStatic(FsStage s, const FsLoading *loading, FsStaticMethod method,
                                  FsState *state, FsStageInfo *info)
{
  PetscFunctionBeginUser;
  if (!s->sys->traits.linear) PetscCall(NonlinearSetStatic(s->newton, method));
  if (s->free->hold == FS_HOLD_NONE) PetscCall(SolveForEquilibrium(s, loading, state, info));
  else PetscCall(RigidHoldSolve(s->free, s, SolveForEquilibrium, loading, state, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsStageUnbalancedForces(FsStage s, const FsLoading *loading, const FsState *state,
                                       Vec r, PetscReal *rounding)
{
  /* Round-off of forces, which are differences of coordinates times the stiffness. Relative to the
     stiffness [N/m] times the size of the model. Moments count as forces at the rotation length.
     random_composites.py has frames in km, whose rows of angles were wrongly found unbalanced. */
  const PetscReal  round_off = 64 * PETSC_MACHINE_EPSILON;
  FsConstraintRows rows      = {FS_CONSTRAINT_POSITION, 1, 1};

  PetscFunctionBeginUser;
  *rounding = 0;
  if (!s->sys->traits.linear) {
    PetscCall(NonlinearStiffness(s->newton, state, loading));
    rows.scale = rows.column = s->matrix->stiffness;
    *rounding = round_off * s->matrix->stiffness * FsSystemCharacteristicLength(s->sys);
  }
  PetscCall(FsSystemResidual(s->sys, state, loading, &rows, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
