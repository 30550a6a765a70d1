/* stage.c: the stage of every implicit scheme on KSP (linear systems) or SNES. */
#include "system.h"

struct _n_Stage {
  System    sys;
  KSP       ksp;  /* linear systems */
  SNES      snes; /* nonlinear systems */
  Mat       A;
  Vec       b, x, r; /* right-hand side; increment of q; residual */
  StageForm form;
  PetscReal cv, ca; /* what A was built for; 0: not yet */
  PetscInt  builds;
  char      solver[80];
  /* of the Newton iteration under way */
  PetscReal t;
  Vec       start[3], now[3]; /* q, v, a at the start, and at the increment x */
};

/* The point of the line at the increment x. */
static PetscErrorCode MoveTo(Stage s, Vec x)
{
  const PetscReal c[3] = {1, s->cv, s->ca};

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
  PetscCall(s->sys->ops.tangent(s->sys, s->t, s->now[0], s->now[1], s->now[2], s->ca, s->cv, 1, A));
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* PETSc's tests, or a Newton step that no longer changes q: a good prediction makes the first residual so small that a
   reduction of it would chase round-off. */
static PetscErrorCode StageConverged(SNES snes, PetscInt iteration, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                     SNESConvergedReason *reason, void *context)
{
  const PetscReal small = 1e-10; /* of q: Newton's next step would be its square */
  Stage           s     = context;
  PetscReal       norm;

  PetscFunctionBeginUser;
  PetscCall(SNESConvergedDefault(snes, iteration, xnorm, step, fnorm, reason, NULL));
  if (*reason != SNES_CONVERGED_ITERATING || !iteration) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecNorm(s->start[0], NORM_2, &norm));
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
  PetscCall(s->sys->ops.tangent(s->sys, 0, NULL, NULL, NULL, s->ca, 0, 0, M));
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

/* The effective matrix of a linear system; kept while the coefficients are. */
static PetscErrorCode BuildMatrix(Stage s, PetscReal cv, PetscReal ca)
{
  const PetscReal same = 1e-13;

  PetscFunctionBeginUser;
  if (s->builds && PetscAbsReal(cv - s->cv) <= same * cv && PetscAbsReal(ca - s->ca) <= same * ca)
    PetscFunctionReturn(PETSC_SUCCESS);
  s->cv = cv;
  s->ca = ca;
  PetscCall(s->sys->ops.tangent(s->sys, 0, NULL, NULL, NULL, ca, cv, 1, s->A));
  PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
  if (!s->builds) {
    PetscReal stiffness;
    PetscBool direct;

    PetscCall(Stiffness(s, &stiffness));
    PetscCall(SolverSetUp(s->ksp, s->A, stiffness, s->solver, sizeof s->solver));
    PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &direct)); /* has no use for a guess */
    s->form = direct ? STAGE_INCREMENT : STAGE_TOTAL;
    PetscCall(KSPSetInitialGuessNonzero(s->ksp, (PetscBool)!direct));
  }
  PetscCall(KSPSetUp(s->ksp));
  PetscCall(KSPSetUpOnBlocks(s->ksp));
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetUp(Stage s, PetscReal cv, PetscReal ca)
{
  PetscFunctionBeginUser;
  ErrorSetPhase(ERROR_SOLVER);
  if (s->sys->linear) PetscCall(BuildMatrix(s, cv, ca));
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
  const PetscBool    total = (PetscBool)(s->form == STAGE_TOTAL);
  KSPConvergedReason reason;
  PetscInt           iterations;
  PetscBool          solved = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(BuildMatrix(s, cv, ca));
  PetscCall(s->sys->ops.mult(s->sys, total ? NULL : q, v, a, s->b));
  if (!total) PetscCall(VecScale(s->b, -1));
  PetscCall(s->sys->ops.force(s->sys, t, s->b));
  PetscCall(KSPSolve(s->ksp, s->b, total ? q : s->x));
  PetscCall(KSPGetConvergedReason(s->ksp, &reason));
  PetscCall(KSPGetIterationNumber(s->ksp, &iterations));
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

static PetscErrorCode SolveNonlinear(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a,
                                     StageInfo *info)
{
  const Vec           state[3] = {q, v, a};
  SNESConvergedReason reason;
  PetscInt            iterations, linear;

  PetscFunctionBeginUser;
  s->t  = t;
  s->cv = cv;
  s->ca = ca;
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
    info->reason = SNESConvergedReasons[reason];
    PetscCall(ExplainFailure(s, t, q, v, a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolve(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a, StageInfo *info)
{
  static PetscLogEvent event;

  PetscFunctionBeginUser;
  if (!event) PetscCall(PetscLogEventRegister("StageSolve", KSP_CLASSID, &event));
  PetscCall(PetscLogEventBegin(event, 0, 0, 0, 0));
  PetscCall(s->sys->linear ? SolveLinear(s, t, cv, ca, q, v, a, info) : SolveNonlinear(s, t, cv, ca, q, v, a, info));
  PetscCall(PetscLogEventEnd(event, 0, 0, 0, 0));
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
  s->cv = s->ca = 0; /* A is borrowed for the mass matrix */
  PetscCall(s->sys->ops.tangent(s->sys, state->t, state->q, state->v, state->a, 1, 0, 0, s->A));
  PetscCall(SkipMassless(s->A, s->b));
  PetscCall(KSPCreate(s->sys->comm, &ksp));
  PetscCall(KSPSetOperators(ksp, s->A, s->A));
  PetscCall(SolverSetMass(ksp, s->A));
  PetscCall(KSPSolve(ksp, s->b, state->a));
  PetscCall(KSPGetConvergedReason(ksp, &reason));
  PetscCall(KSPDestroy(&ksp));
  info->ok = (PetscBool)(reason > 0);
  if (!info->ok) {
    info->reason = "the mass matrix is singular: the initial acceleration cannot be found";
    PetscCall(ExplainFailure(s, state->t, state->q, state->v, state->a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
