/* solve.c: the stage of every scheme, on KSP (linear systems) or SNES; and accelerations. */
#include "profile.h"
#include "stage.h"

/* Residual of what was found, to say where it is worst. */
static PetscErrorCode ExplainFailure(Stage s, PetscReal t, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(SystemResidual(s->sys, t, q, v, a, s->b));
  PetscCall(SystemWorstPlace(s->sys, s->b, info->place, sizeof info->place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char GROWS[] = "the motion grows without bound: the step is not stable";

/* Whether a motion has outgrown what can be meant: squares of this are still numbers. */
static PetscBool is_endless(PetscReal norm)
{
  const PetscReal endless = 1e120;

  return (PetscBool)(norm > endless);
}

/* Whether x solves A x = b, roughly; false for NaN. */
static PetscErrorCode Solves(Mat A, Vec x, Vec b, Vec work, PetscReal rough, PetscBool *solves)
{
  PetscReal norm, residual;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(b, NORM_2, &norm));
  PetscCall(MatMult(A, x, work));
  PetscCall(VecAXPY(work, -1, b));
  PetscCall(VecNorm(work, NORM_2, &residual));
  *solves = (PetscBool)(residual <= rough * norm && !is_endless(norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const PetscReal OF_FACTOR = 1e-6; /* good to 1e-12; a preconditioner to 0.1 */

/* Whether the solver solves whatever it is asked to. */
static PetscErrorCode SolvesAll(Stage s, PetscBool *solves)
{
  Vec x, b;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->b, &x));
  PetscCall(VecDuplicate(s->b, &b));
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(KSPSolve(s->ksp, b, x));
  PetscCall(Solves(s->A, x, b, s->r, OF_FACTOR, solves));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether x solves A x = b, for solvers that do not look themselves: a factorization may have broken down, a single
   application of a preconditioner is no solution, and the residual that conjugate gradients carry along may have left that of x. Factors are tried once; then x must be made of numbers. */
static PetscErrorCode IsSolution(Stage s, Vec x, PetscBool *solved)
{
  const PetscReal of_iteration = 1e-3; /* theirs is of the natural norm, 1e-8 */
  PetscScalar     square;
  PetscBool       once;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &once));
  if (!once || s->tried != s->builds) {
    PetscCall(Solves(s->A, x, s->b, s->r, once ? OF_FACTOR : of_iteration, solved));
    if (*solved && once) PetscCall(SolvesAll(s, solved));
    if (*solved) s->tried = s->builds;
  } else {
    PetscCall(VecDot(x, x, &square));
    *solved = (PetscBool)(!PetscIsInfOrNanScalar(square) && !is_endless(PetscSqrtReal(PetscRealPart(square))));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *reason_text(KSPConvergedReason reason)
{
  switch (reason) {
  case KSP_DIVERGED_ITS:
    return "the linear solver ran out of iterations (-ksp_max_it, another -pc_type, or a smaller -dt)";
  case KSP_DIVERGED_PC_FAILED:
    return "the effective matrix is singular: a part has neither mass nor stiffness in some direction, or is not "
           "connected";
  case KSP_DIVERGED_INDEFINITE_MAT:
  case KSP_DIVERGED_INDEFINITE_PC:
    return "the effective matrix is not positive definite (-ksp_type gmres -pc_type lu)";
  case KSP_DIVERGED_NANORINF:
    return "infinite or undefined numbers";
  default:
    return "the linear solver failed";
  }
}

/* v = cv q - wv, a = ca q - wa, which v and a hold, in one pass through memory. */
static PetscErrorCode FindRates(Vec q, PetscReal cv, PetscReal ca, Vec v, Vec a)
{
  const PetscScalar *x;
  PetscScalar       *xd, *xdd;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(q, &n));
  PetscCall(VecGetArrayRead(q, &x));
  PetscCall(VecGetArray(v, &xd));
  PetscCall(VecGetArray(a, &xdd));
  for (PetscInt i = 0; i < n; i++) {
    xd[i]  = cv * x[i] - xd[i];
    xdd[i] = ca * x[i] - xdd[i];
  }
  PetscCall(VecRestoreArray(a, &xdd));
  PetscCall(VecRestoreArray(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveLinear(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a,
                                  StageInfo *info)
{
  const PetscBool    total      = (PetscBool)(s->form == STAGE_TOTAL);
  KSPConvergedReason reason     = KSP_CONVERGED_ATOL;
  PetscInt           iterations = 0;
  PetscBool          solved     = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(StageBuildMatrix(s, (Line){1, cv, ca}));
  PetscCall(s->sys->ops.mult(s->sys, total ? NULL : q, v, a, s->b));
  if (!total) PetscCall(VecScale(s->b, -1));
  PetscCall(s->sys->ops.force(s->sys, t, s->b));
  if (s->diagonal) {
    PetscCall(VecPointwiseDivide(s->x, s->b, s->diagonal));
  } else {
    PetscCall(KSPSolve(s->ksp, s->b, total ? q : s->x));
    PetscCall(KSPGetConvergedReason(s->ksp, &reason));
    PetscCall(KSPGetIterationNumber(s->ksp, &iterations));
  }
  if (reason == KSP_CONVERGED_ITS || (reason > 0 && !s->diagonal && ca == 0))
    PetscCall(IsSolution(s, total ? q : s->x, &solved));
  if (total) {
    PetscCall(FindRates(q, cv, ca, v, a));
  } else {
    PetscCall(VecAXPY(q, 1, s->x));
    PetscCall(VecAXPY(v, cv, s->x));
    PetscCall(VecAXPY(a, ca, s->x));
  }
  info->linear += iterations;
  info->newton++;
  info->ok = (PetscBool)(reason > 0 && solved);
  if (!info->ok) {
    PetscReal norm;

    PetscCall(VecNorm(s->b, NORM_2, &norm));
    info->hopeless = is_endless(norm);
    info->reason   = info->hopeless ? GROWS
                     : reason > 0
                       ? "the solver's result does not solve the equations: the matrix is singular, or -ksp_type, "
                         "-pc_type name no solver (try -ksp_type cg)"
                       : reason_text(reason);
    PetscCall(ExplainFailure(s, t, q, v, a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* For steps as if multipliers were accelerations; for equilibria by the stiffness. */
static PetscErrorCode ScaleConstraints(Stage s, const Vec state[3])
{
  PetscFunctionBeginUser;
  if (!s->sys->constrained) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->line.ca == 0 && s->stiffness == 0) {
    s->sys->rows = (Constraints){CONSTRAINT_POSITION, 0, 0};
    PetscCall(s->sys->ops.tangent(s->sys, s->t, state[0], NULL, state[1], state[2], 0, 0, 1, s->A));
    PetscCall(MatNorm(s->A, NORM_INFINITY, &s->stiffness));
    if (s->stiffness == 0) s->stiffness = 1;
  }
  s->sys->rows.column = s->line.ca > 0 ? s->line.ca : s->stiffness;
  if (s->sys->stabilization == STABILIZED_PROJECTION && s->line.ca > 0) {
    s->sys->rows.level = CONSTRAINT_ACCELERATION;
    s->sys->rows.scale = 1;
  } else {
    s->sys->rows.level = CONSTRAINT_POSITION;
    s->sys->rows.scale = s->sys->rows.column;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One run of Newton's method from s->start; its outcome is s->x. */
static PetscErrorCode Iterate(Stage s, StageInfo *info, SNESConvergedReason *reason)
{
  PetscInt iterations, linear;

  PetscFunctionBeginUser;
  s->kept = PETSC_FALSE;
  PetscCall(VecZeroEntries(s->x));
  PetscCall(SolverSolveNonlinear(s->snes, s->x, reason));
  PetscCall(SNESGetIterationNumber(s->snes, &iterations));
  PetscCall(SNESGetLinearSolveIterations(s->snes, &linear));
  info->newton += iterations;
  info->linear += linear;
  NewtonSolved(&s->matrix, iterations, (PetscBool)(*reason > 0));
  if (*reason < 0) PetscCall(KSPReset(s->ksp)); /* MUMPS does not survive a factorization that failed */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Newton's method along s->line; state: q, v, a (with rates: q, qd, v*) at the start. The outcome is in s->now. */
static PetscErrorCode Newton(Stage s, PetscReal t, const Vec state[3], StageInfo *info)
{
  SNESConvergedReason reason;

  PetscFunctionBeginUser;
  s->t = t;
  PetscCall(ScaleConstraints(s, state));
  for (int i = 0; i < 3; i++) PetscCall(VecCopy(state[i], s->start[i]));
  PetscCall(Iterate(s, info, &reason));
  if (reason < 0 && s->kept) { /* again, with new matrices */
    s->fresh = PETSC_TRUE;
    PetscCall(Iterate(s, info, &reason));
    s->fresh = PETSC_FALSE;
  }
  PetscCall(StageMoveTo(s, s->x));
  info->ok = (PetscBool)(reason > 0);
  if (!info->ok) {
    info->reason = newton_reason(reason);
    PetscCall(ExplainFailure(s, t, s->now[0], s->now[1], s->now[2], info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveNonlinear(Stage s, PetscReal t, Line line, Vec q, Vec v, Vec a, StageInfo *info)
{
  const Vec state[3] = {q, v, a};

  PetscFunctionBeginUser;
  s->line  = line;
  s->rates = PETSC_FALSE;
  PetscCall(Newton(s, t, state, info));
  for (int i = 0; i < 3; i++) PetscCall(VecCopy(s->now[i], state[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One solve with M + c C, or a division by it. */
static PetscErrorCode SolveMass(Stage s, PetscReal t, PetscReal c, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscReal          norm;
  KSPConvergedReason reason;
  PetscInt           iterations;
  PetscBool          solved = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(StageBuildMatrix(s, (Line){0, c, 1}));
  PetscCall(VecAXPY(v, -c, a)); /* v of a = 0 */
  if (s->sys->linear) {
    PetscCall(s->sys->ops.mult(s->sys, q, v, NULL, s->b));
    PetscCall(VecScale(s->b, -1));
    PetscCall(s->sys->ops.force(s->sys, t, s->b));
  } else {
    PetscCall(VecZeroEntries(s->x));
    PetscCall(s->sys->ops.residual(s->sys, t, q, v, s->x, s->b));
    PetscCall(VecScale(s->b, -1));
  }
  if (s->diagonal) {
    PetscCall(VecPointwiseDivide(a, s->b, s->diagonal));
  } else {
    PetscCall(KSPSolve(s->ksp, s->b, a));
    PetscCall(KSPGetConvergedReason(s->ksp, &reason));
    PetscCall(KSPGetIterationNumber(s->ksp, &iterations));
    if (reason == KSP_CONVERGED_ITS) PetscCall(IsSolution(s, a, &solved));
    info->linear += iterations;
    info->ok = (PetscBool)(reason > 0 && solved);
    if (!info->ok) info->reason = reason > 0 ? "the mass matrix is singular" : reason_text(reason);
  }
  PetscCall(VecNorm(a, NORM_2, &norm));
  if (is_endless(norm) || PetscIsNanReal(norm)) {
    info->ok       = PETSC_FALSE;
    info->hopeless = is_endless(norm);
    info->reason   = info->hopeless ? GROWS : "infinite or undefined numbers";
  }
  info->newton++;
  PetscCall(VecAXPY(v, c, a));
  if (!info->ok) PetscCall(ExplainFailure(s, t, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageEnd(const StageInfo *before, StageInfo *info)
{
  PetscFunctionBeginUser;
  info->stage_newton[info->stages]   = info->newton - before->newton;
  info->stage_linear[info->stages++] = info->linear - before->linear;
  PetscCall(EventEnd(EVENT_STAGE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(Stage s, PetscReal t, Line line, Vec q, Vec v, Vec a, StageInfo *info)
{
  const StageInfo before = *info;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  if (line.cq == 0 && (s->sys->linear || s->sys->velocity_free)) PetscCall(SolveMass(s, t, line.cv, q, v, a, info));
  else if (s->sys->linear) PetscCall(SolveLinear(s, t, line.cv, line.ca, q, v, a, info));
  else PetscCall(SolveNonlinear(s, t, line, q, v, a, info));
  PetscCall(StageEnd(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveRates(Stage s, PetscReal t, PetscReal step, State *point, StageInfo *info)
{
  const Vec       start[3] = {point->q, point->qd, point->a};
  const StageInfo before   = *info;

  PetscFunctionBeginUser;
  PetscCall(EventBegin(EVENT_STAGE));
  s->line  = FirstOrderLine(step);
  s->rates = PETSC_TRUE;
  if (s->stabilized) PetscCall(StabilizedSolve(s->stabilized, t, start, info));
  else PetscCall(Newton(s, t, start, info));
  PetscCall(VecCopy(s->now[0], point->q));
  PetscCall(VecCopy(s->rate, point->qd));
  if (s->sys->rates) PetscCall(VecCopy(s->now[1], point->v));
  PetscCall(VecCopy(s->now[2], point->a));
  point->t = t;
  PetscCall(StageEnd(&before, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolve(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(Solve(s, t, (Line){1, cv, ca}, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveStatic(Stage s, PetscReal t, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(Solve(s, t, (Line){1, 0, 0}, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveAcceleration(Stage s, PetscReal t, PetscReal c, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(Solve(s, t, (Line){0, c, 1}, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give rows of nothing, dofs without mass and constraints, a diagonal as large as the largest, and no right-hand side. */
static PetscErrorCode SkipMassless(Mat M, Vec r)
{
  Vec          diagonal;
  PetscScalar *x;
  PetscInt     first, last;
  PetscReal    most;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(r, &diagonal));
  PetscCall(MatGetDiagonal(M, diagonal));
  PetscCall(VecMax(diagonal, NULL, &most));
  PetscCall(VecZeroEntries(diagonal));
  PetscCall(MatGetOwnershipRange(M, &first, &last));
  PetscCall(VecGetArray(r, &x));
  for (PetscInt row = first; row < last; row++) {
    PetscReal          sum = 0;
    PetscInt           n;
    const PetscScalar *values;

    PetscCall(MatGetRow(M, row, &n, NULL, &values));
    for (PetscInt k = 0; k < n; k++) sum += PetscAbsScalar(values[k]);
    PetscCall(MatRestoreRow(M, row, &n, NULL, &values));
    if (sum > 0) continue;
    x[row - first] = 0;
    PetscCall(VecSetValue(diagonal, row, most > 0 ? most : 1, INSERT_VALUES));
  }
  PetscCall(VecRestoreArray(r, &x));
  PetscCall(VecAssemblyBegin(diagonal));
  PetscCall(VecAssemblyEnd(diagonal));
  PetscCall(MatDiagonalSet(M, diagonal, ADD_VALUES));
  PetscCall(VecDestroy(&diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageInertiaSolver(Stage s, const State *state, KSP *ksp)
{
  PetscFunctionBeginUser;
  if (!s->inertia) {
    PetscCall(SystemCreateMatrix(s->sys, PETSC_TRUE, &s->B));
    PetscCall(KSPCreate(s->sys->comm, &s->inertia));
    PetscCall(SolverSetMass(s->inertia, s->B, s->sys->constrained));
  }
  PetscCall(KSPSetOperators(s->inertia, s->B, s->B)); /* again after a reset */
  s->sys->rows = (Constraints){CONSTRAINT_ACCELERATION, 1, 1};
  PetscCall(VecZeroEntries(s->x));
  PetscCall(s->sys->ops.tangent(s->sys, state->t, state->q, NULL, state->v, s->x, 1, 0, 0, s->B));
  PetscCall(SkipMassless(s->B, s->b));
  PetscCall(SolverScalePivots(s->inertia, s->B));
  *ksp = s->inertia;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveInertia(Stage s, const State *state, Vec x, PetscBool *solved)
{
  const PetscReal rough = 1e-6, round_off = 1e-13;
  PetscReal       norm, left, size, entries;
  KSP             ksp;

  PetscFunctionBeginUser;
  PetscCall(StageInertiaSolver(s, state, &ksp));
  PetscCall(SolverSolve(ksp, s->b, x, solved));
  PetscCall(MatMult(s->B, x, s->r));
  PetscCall(VecAXPY(s->r, -1, s->b));
  PetscCall(VecNorm(s->r, NORM_2, &left));
  PetscCall(VecNorm(s->b, NORM_2, &norm));
  PetscCall(VecNorm(x, NORM_INFINITY, &size));
  PetscCall(MatNorm(s->B, NORM_INFINITY, &entries));
  *solved = (PetscBool)(*solved && left <= rough * norm + round_off * entries * size && !PetscIsInfOrNanReal(norm));
  if (!s->sys->constrained) { /* which may need it at every step; a large linear model needs the room */
    PetscCall(KSPDestroy(&s->inertia));
    PetscCall(MatDestroy(&s->B));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageAcceleration(Stage s, State *state, StageInfo *info)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  *info = (StageInfo){.ok = PETSC_TRUE};
  PetscCall(VecZeroEntries(state->a));
  s->sys->rows = (Constraints){CONSTRAINT_ACCELERATION, 1, 1};
  PetscCall(SystemResidual(s->sys, state->t, state->q, state->v, state->a, s->b));
  PetscCall(VecScale(s->b, -1));
  PetscCall(VecNorm(s->b, NORM_INFINITY, &norm));
  if (norm == 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageSolveInertia(s, state, state->a, &info->ok));
  if (!info->ok) {
    info->reason = PetscIsInfOrNanReal(norm) ? "forces without a finite value: the initial acceleration cannot be found"
                                             : "the mass matrix is singular: the initial acceleration cannot be found";
    PetscCall(ExplainFailure(s, state->t, state->q, state->v, state->a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
