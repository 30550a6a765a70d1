/* stage.c: the stage of every scheme on KSP (linear systems) or SNES. */
#include "system.h"

struct _n_Stage {
  System    sys;
  KSP       ksp;  /* linear systems */
  SNES      snes; /* nonlinear systems */
  Mat       A;
  Vec       b, x, r;  /* right-hand side; increment of q; residual */
  Vec       diagonal; /* of A, where it is all there is: explicit schemes with lumped mass; else NULL */
  StageForm form;
  Line      line; /* what A was built for, or Newton goes along; all 0: not yet */
  PetscInt  builds;
  char      solver[80];
  /* of the Newton iteration under way */
  PetscReal t;
  Vec       start[3], now[3]; /* q, v, a at the start, and at the increment x */
};

/* The point of the line at the increment x. */
static PetscErrorCode MoveTo(Stage s, Vec x)
{
  const PetscReal c[3] = {s->line.cq, s->line.cv, s->line.ca};

  PetscFunctionBeginUser;
  for (int i = 0; i < 3; i++) PetscCall(VecWAXPY(s->now[i], c[i], x, s->start[i]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageResidual(SNES snes, Vec x, Vec r, void *context)
{
  Stage s = context;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(MoveTo(s, x));
  PetscCall(SystemResidual(s->sys, s->t, s->now[0], s->now[1], s->now[2], r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageTangent(SNES snes, Vec x, Mat A, Mat P, void *context)
{
  Stage s = context;

  PetscFunctionBeginUser;
  (void)snes, (void)P;
  PetscCall(MoveTo(s, x));
  PetscCall(s->sys->ops.tangent(s->sys, s->t, s->now[0], s->now[1], s->now[2], s->line.ca, s->line.cv, s->line.cq, A));
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* PETSc's tests, or a Newton step that no longer changes the unknown (q, or a where q is given): a good prediction makes the first residual so small that a
   reduction of it would chase round-off. */
static PetscErrorCode StageConverged(SNES snes, PetscInt iteration, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                     SNESConvergedReason *reason, void *context)
{
  const PetscReal small = 1e-10; /* Newton's next step would be its square */
  Stage           s     = context;
  PetscReal       norm;

  PetscFunctionBeginUser;
  PetscCall(SNESConvergedDefault(snes, iteration, xnorm, step, fnorm, reason, NULL));
  if (*reason != SNES_CONVERGED_ITERATING || !iteration) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecNorm(s->start[s->line.cq != 0 ? 0 : 2], NORM_2, &norm));
  if (step <= small * (norm + xnorm)) *reason = SNES_CONVERGED_SNORM_RELATIVE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageCreate(System sys, Stage *out)
{
  SNESLineSearch search;
  Stage          s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->sys = sys;
  PetscCall(VecDuplicate(sys->vec, &s->b));
  PetscCall(VecDuplicate(sys->vec, &s->x));
  PetscCall(VecDuplicate(sys->vec, &s->r));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &s->A));
  if (sys->linear) {
    PetscCall(KSPCreate(sys->comm, &s->ksp));
    PetscCall(KSPSetTolerances(s->ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 2000));
  } else {
    PetscCall(SNESCreate(sys->comm, &s->snes));
    PetscCall(SNESSetFunction(s->snes, s->b, StageResidual, s));
    PetscCall(SNESSetJacobian(s->snes, s->A, s->A, StageTangent, s));
    PetscCall(SNESSetTolerances(s->snes, PETSC_DEFAULT, 1e-10, 1e-12, 25, PETSC_DEFAULT));
    PetscCall(SNESSetConvergenceTest(s->snes, StageConverged, s, NULL));
    PetscCall(SNESGetLineSearch(s->snes, &search)); /* full steps: near the solution a search fails on round-off */
    PetscCall(SNESLineSearchSetType(search, SNESLINESEARCHBASIC));
    PetscCall(SNESGetKSP(s->snes, &s->ksp));
    PetscCall(PetscObjectReference((PetscObject)s->ksp));
    PetscCall(SolverSetDirect(s->ksp, s->A));
    PetscCall(PetscStrncpy(s->solver, "Newton's method", sizeof s->solver));
    ErrorSetPhase(ERROR_OPTIONS);
    PetscCall(SNESSetFromOptions(s->snes));
    ErrorSetPhase(ERROR_SETUP);
    for (int i = 0; i < 3; i++) {
      PetscCall(VecDuplicate(sys->vec, &s->start[i]));
      PetscCall(VecDuplicate(sys->vec, &s->now[i]));
    }
  }
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageDestroy(Stage *stage)
{
  Stage s = *stage;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPDestroy(&s->ksp));
  PetscCall(SNESDestroy(&s->snes));
  PetscCall(MatDestroy(&s->A));
  PetscCall(VecDestroy(&s->b));
  PetscCall(VecDestroy(&s->x));
  PetscCall(VecDestroy(&s->r));
  PetscCall(VecDestroy(&s->diagonal));
  for (int i = 0; i < 3; i++) {
    PetscCall(VecDestroy(&s->start[i]));
    PetscCall(VecDestroy(&s->now[i]));
  }
  PetscCall(PetscFree(*stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt    StageMatrixBuilds(Stage stage) { return stage->builds; }
StageForm   StageGetForm(Stage stage) { return stage->form; }
const char *StageSolverName(Stage stage) { return stage->solver; }

/* Largest (K_ii + cv C_ii) / (ca M_ii) = A_ii / (ca M_ii) - 1, infinite where there is no mass. */
static PetscErrorCode Stiffness(Stage s, PetscReal *stiffness)
{
  Vec                diagonal, mass;
  Mat                M;
  const PetscScalar *k, *m;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->b, &diagonal));
  PetscCall(VecDuplicate(s->b, &mass));
  PetscCall(MatDuplicate(s->A, MAT_DO_NOT_COPY_VALUES, &M));
  PetscCall(s->sys->ops.tangent(s->sys, 0, NULL, NULL, NULL, s->line.ca, 0, 0, M));
  PetscCall(MatGetDiagonal(s->A, diagonal));
  PetscCall(MatGetDiagonal(M, mass));
  PetscCall(VecGetLocalSize(mass, &n));
  PetscCall(VecGetArrayRead(diagonal, &k));
  PetscCall(VecGetArrayRead(mass, &m));
  *stiffness = 0;
  for (PetscInt i = 0; i < n; i++) *stiffness = PetscMax(*stiffness, m[i] > 0 ? k[i] / m[i] - 1 : PETSC_MAX_REAL);
  PetscCall(VecRestoreArrayRead(diagonal, &k));
  PetscCall(VecRestoreArrayRead(mass, &m));
  PetscCall(MPIU_Allreduce(MPI_IN_PLACE, stiffness, 1, MPIU_REAL, MPIU_MAX, s->sys->comm));
  PetscCall(MatDestroy(&M));
  PetscCall(VecDestroy(&diagonal));
  PetscCall(VecDestroy(&mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IsDiagonal(Mat A, PetscBool *diagonal)
{
  PetscInt first, last;
  int      off = 0;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt row = first; row < last && !off; row++) {
    PetscInt           n;
    const PetscInt    *columns;
    const PetscScalar *values;

    PetscCall(MatGetRow(A, row, &n, &columns, &values));
    for (PetscInt k = 0; k < n; k++) off |= columns[k] != row && values[k] != 0;
    PetscCall(MatRestoreRow(A, row, &n, &columns, &values));
  }
  PetscCallMPI(MPI_Allreduce(MPI_IN_PLACE, &off, 1, MPI_INT, MPI_LOR, PetscObjectComm((PetscObject)A)));
  *diagonal = (PetscBool)!off;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The solver for A, once: by its regime, or as the user chose. */
static PetscErrorCode ChooseSolver(Stage s)
{
  PetscReal stiffness = 0;
  PetscBool direct;

  PetscFunctionBeginUser;
  if (s->line.cq != 0) PetscCall(Stiffness(s, &stiffness));
  PetscCall(SolverSetUp(s->ksp, s->A, stiffness, s->solver, sizeof s->solver));
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &direct)); /* has no use for a guess */
  s->form = direct ? STAGE_INCREMENT : STAGE_TOTAL;
  PetscCall(KSPSetInitialGuessNonzero(s->ksp, (PetscBool)!direct));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A diagonal matrix needs no solver; all its entries must be positive. */
static PetscErrorCode TakeDiagonal(Stage s)
{
  PetscReal least;
  PetscInt  dof;
  char      place[160] = "";

  PetscFunctionBeginUser;
  if (!s->diagonal) PetscCall(VecDuplicate(s->b, &s->diagonal));
  PetscCall(MatGetDiagonal(s->A, s->diagonal));
  PetscCall(VecMin(s->diagonal, &dof, &least));
  if (least <= 0) {
    PetscCall(VecScale(s->diagonal, -1));
    PetscCall(SystemWorstPlace(s->sys, s->diagonal, place, sizeof place));
  }
  PetscCheck(least > 0, s->sys->comm, PETSC_ERR_USER_INPUT,
             "an explicit scheme needs mass everywhere: there is none at %s; give it some, or take an implicit "
             "-integrator",
             place);
  PetscCall(PetscStrncpy(s->solver, "no solver (diagonal mass)", sizeof s->solver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The matrix of a line, where it does not depend on the state; kept while the line is. */
static PetscErrorCode BuildMatrix(Stage s, Line line)
{
  const PetscReal same     = 1e-13;
  PetscBool       diagonal = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (s->builds && line.cq == s->line.cq && PetscAbsReal(line.cv - s->line.cv) <= same * PetscAbsReal(line.cv) &&
      PetscAbsReal(line.ca - s->line.ca) <= same * line.ca)
    PetscFunctionReturn(PETSC_SUCCESS);
  s->line = line;
  PetscCall(s->sys->ops.tangent(s->sys, 0, NULL, NULL, NULL, line.ca, line.cv, line.cq, s->A));
  if (line.cq == 0 || s->sys->diagonal) PetscCall(IsDiagonal(s->A, &diagonal));
  if (diagonal) PetscCall(TakeDiagonal(s));
  else {
    PetscCall(VecDestroy(&s->diagonal));
    PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
    if (!s->builds && s->sys->linear) PetscCall(ChooseSolver(s));
    PetscCall(KSPSetUp(s->ksp));
    PetscCall(KSPSetUpOnBlocks(s->ksp));
  }
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetUp(Stage s, Line line)
{
  PetscFunctionBeginUser;
  ErrorSetPhase(ERROR_SOLVER);
  if (s->sys->linear || (line.cq == 0 && s->sys->velocity_free)) PetscCall(BuildMatrix(s, line));
  else PetscCall(SNESSetUp(s->snes));
  ErrorSetPhase(ERROR_SETUP);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Residual of what was found, to say where it is worst. */
static PetscErrorCode ExplainFailure(Stage s, PetscReal t, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(SystemResidual(s->sys, t, q, v, a, s->b));
  PetscCall(SystemWorstPlace(s->sys, s->b, info->place, sizeof info->place));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether x solves A x = b, for solvers that do not look themselves: a factorization may have broken down, and a single
   application of a preconditioner is no solution. */
static PetscErrorCode IsSolution(Stage s, Vec x, PetscBool *solved)
{
  const PetscReal rough = 1e-6; /* a factor is good to 1e-12, a preconditioner to 0.1 */
  PetscReal       norm, residual;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(s->b, NORM_2, &norm));
  PetscCall(MatMult(s->A, x, s->r));
  PetscCall(VecAXPY(s->r, -1, s->b));
  PetscCall(VecNorm(s->r, NORM_2, &residual));
  *solved = (PetscBool)(residual <= rough * norm); /* false for NaN */
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

static PetscErrorCode SolveLinear(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a,
                                  StageInfo *info)
{
  const PetscBool    total      = (PetscBool)(s->form == STAGE_TOTAL);
  KSPConvergedReason reason     = KSP_CONVERGED_ATOL;
  PetscInt           iterations = 0;
  PetscBool          solved     = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(BuildMatrix(s, (Line){1, cv, ca}));
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
  if (reason == KSP_CONVERGED_ITS) PetscCall(IsSolution(s, total ? q : s->x, &solved));
  if (total) {
    PetscCall(VecAXPBY(v, cv, -1, q));
    PetscCall(VecAXPBY(a, ca, -1, q));
  } else {
    PetscCall(VecAXPY(q, 1, s->x));
    PetscCall(VecAXPY(v, cv, s->x));
    PetscCall(VecAXPY(a, ca, s->x));
  }
  info->linear += iterations;
  info->newton++;
  info->ok = (PetscBool)(reason > 0 && solved);
  if (!info->ok) {
    info->reason = reason > 0
                     ? "the solver's result does not solve the equations: the matrix is singular, or -ksp_type, "
                       "-pc_type name no solver (try -ksp_type cg)"
                     : reason_text(reason);
    PetscCall(ExplainFailure(s, t, q, v, a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *newton_reason(SNESConvergedReason reason)
{
  switch (reason) {
  case SNES_DIVERGED_MAX_IT:
    return "Newton's method did not converge in -snes_max_it iterations";
  case SNES_DIVERGED_LINEAR_SOLVE:
    return "the tangent matrix is singular, or its solver gave up";
  case SNES_DIVERGED_DTOL:
    return "Newton's method diverges";
  case SNES_DIVERGED_FNORM_NAN:
  case SNES_DIVERGED_FUNCTION_DOMAIN:
    return "infinite or undefined numbers";
  default:
    return SNESConvergedReasons[reason];
  }
}

static PetscErrorCode SolveNonlinear(Stage s, PetscReal t, Line line, Vec q, Vec v, Vec a, StageInfo *info)
{
  const Vec           state[3] = {q, v, a};
  SNESConvergedReason reason;
  PetscInt            iterations, linear;

  PetscFunctionBeginUser;
  s->t    = t;
  s->line = line;
  for (int i = 0; i < 3; i++) PetscCall(VecCopy(state[i], s->start[i]));
  PetscCall(VecZeroEntries(s->x));
  PetscCall(SNESSolve(s->snes, NULL, s->x));
  PetscCall(SNESGetConvergedReason(s->snes, &reason));
  PetscCall(SNESGetIterationNumber(s->snes, &iterations));
  PetscCall(SNESGetLinearSolveIterations(s->snes, &linear));
  PetscCall(MoveTo(s, s->x));
  for (int i = 0; i < 3; i++) PetscCall(VecCopy(s->now[i], state[i]));
  info->newton += iterations;
  info->linear += linear;
  info->ok = (PetscBool)(reason > 0);
  if (!info->ok) {
    info->reason = newton_reason(reason);
    PetscCall(ExplainFailure(s, t, q, v, a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* One solve with M + c C, or a division by it. */
static PetscErrorCode SolveMass(Stage s, PetscReal t, PetscReal c, Vec q, Vec v, Vec a, StageInfo *info)
{
  const PetscReal    endless = 1e120; /* squares of it are still numbers */
  PetscReal          norm;
  KSPConvergedReason reason;
  PetscInt           iterations;
  PetscBool          solved = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(BuildMatrix(s, (Line){0, c, 1}));
  PetscCall(VecAXPY(v, -c, a)); /* v of a = 0 */
  PetscCall(VecZeroEntries(s->x));
  PetscCall(SystemResidual(s->sys, t, q, v, s->sys->linear ? NULL : s->x, s->b));
  PetscCall(VecScale(s->b, -1));
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
  if (!(norm <= endless)) {
    info->ok       = PETSC_FALSE;
    info->hopeless = (PetscBool)!PetscIsNanReal(norm);
    info->reason   = "the motion grows without bound: the step is not stable";
  }
  if (PetscIsNanReal(norm)) info->reason = "infinite or undefined numbers";
  info->newton++;
  PetscCall(VecAXPY(v, c, a));
  if (!info->ok) PetscCall(ExplainFailure(s, t, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(Stage s, PetscReal t, Line line, Vec q, Vec v, Vec a, StageInfo *info)
{
  static PetscLogEvent event;
  const PetscInt       newton = info->newton, linear = info->linear;

  PetscFunctionBeginUser;
  if (!event) PetscCall(PetscLogEventRegister("StageSolve", KSP_CLASSID, &event));
  PetscCall(PetscLogEventBegin(event, 0, 0, 0, 0));
  if (line.cq == 0 && (s->sys->linear || s->sys->velocity_free)) PetscCall(SolveMass(s, t, line.cv, q, v, a, info));
  else if (s->sys->linear) PetscCall(SolveLinear(s, t, line.cv, line.ca, q, v, a, info));
  else PetscCall(SolveNonlinear(s, t, line, q, v, a, info));
  info->stage_newton[info->stages]   = info->newton - newton;
  info->stage_linear[info->stages++] = info->linear - linear;
  PetscCall(PetscLogEventEnd(event, 0, 0, 0, 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolve(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(Solve(s, t, (Line){1, cv, ca}, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveAcceleration(Stage s, PetscReal t, PetscReal c, Vec q, Vec v, Vec a, StageInfo *info)
{
  PetscFunctionBeginUser;
  PetscCall(Solve(s, t, (Line){0, c, 1}, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give rows without mass the largest mass as diagonal, and no right-hand side. */
static PetscErrorCode SkipMassless(Mat M, Vec r)
{
  Vec          diagonal;
  PetscScalar *d, *x;
  PetscInt     n;
  PetscReal    most;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(r, &diagonal));
  PetscCall(MatGetDiagonal(M, diagonal));
  PetscCall(VecMax(diagonal, NULL, &most));
  PetscCall(VecGetLocalSize(r, &n));
  PetscCall(VecGetArray(diagonal, &d));
  PetscCall(VecGetArray(r, &x));
  for (PetscInt i = 0; i < n; i++)
    if (d[i] <= 0) {
      d[i] = most > 0 ? most : 1;
      x[i] = 0;
    }
  PetscCall(VecRestoreArray(diagonal, &d));
  PetscCall(VecRestoreArray(r, &x));
  PetscCall(MatDiagonalSet(M, diagonal, INSERT_VALUES));
  PetscCall(VecDestroy(&diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageAcceleration(Stage s, State *state, StageInfo *info)
{
  KSPConvergedReason reason;
  PetscReal          norm;
  KSP                ksp;

  PetscFunctionBeginUser;
  *info = (StageInfo){.ok = PETSC_TRUE};
  PetscCall(VecZeroEntries(state->a));
  PetscCall(SystemResidual(s->sys, state->t, state->q, state->v, state->a, s->b));
  PetscCall(VecScale(s->b, -1));
  PetscCall(VecNorm(s->b, NORM_INFINITY, &norm));
  if (norm == 0) PetscFunctionReturn(PETSC_SUCCESS);
  s->line = (Line){0, 0, 0}; /* A is borrowed for the mass matrix */
  PetscCall(s->sys->ops.tangent(s->sys, state->t, state->q, state->v, state->a, 1, 0, 0, s->A));
  PetscCall(SkipMassless(s->A, s->b));
  PetscCall(KSPCreate(s->sys->comm, &ksp));
  PetscCall(KSPSetOperators(ksp, s->A, s->A));
  PetscCall(SolverSetMass(ksp, s->A));
  PetscCall(KSPSolve(ksp, s->b, state->a));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(KSPDestroy(&ksp));
  info->ok = (PetscBool)(reason > 0 && !PetscIsInfOrNanReal(norm));
  if (!info->ok) {
    info->reason = "the mass matrix is singular: the initial acceleration cannot be found";
    PetscCall(ExplainFailure(s, state->t, state->q, state->v, state->a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
