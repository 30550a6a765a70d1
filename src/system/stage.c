/* stage.c: what the solves of a run share: matrices of lines, their solvers, Newton's residual and tangent. */
#include "stage.h"

/* Up to the round-off of times. */
static PetscBool line_equal(Line a, Line b)
{
  const PetscReal same = 1e-13;

  return (PetscBool)(a.cq == b.cq && PetscAbsReal(a.cv - b.cv) <= same * PetscAbsReal(a.cv) &&
                     PetscAbsReal(a.ca - b.ca) <= same * a.ca);
}

PetscErrorCode StageMoveTo(Stage s, Vec x)
{
  const PetscReal c[3] = {s->line.cq, s->line.cv, s->line.ca};

  PetscFunctionBeginUser;
  if (s->rates) {
    PetscCall(VecWAXPY(s->now[0], 1, x, s->start[0]));
    PetscCall(VecWAXPY(s->rate, s->line.cv, x, s->start[1]));
    if (s->sys->rotates) PetscCall(s->sys->ops.velocity(s->sys, s->now[0], s->rate, s->now[1]));
    else if (s->sys->rates) PetscCall(VecCopy(s->rate, s->now[1]));
    PetscCall(VecWAXPY(s->now[2], -1, s->start[2], s->now[1]));
    PetscCall(VecScale(s->now[2], s->line.cv));
  } else {
    for (int i = 0; i < 3; i++) PetscCall(VecWAXPY(s->now[i], c[i], x, s->start[i]));
    if (s->sys->constrained && s->line.ca == 0)
      PetscCall(s->sys->ops.add_multipliers(s->sys, s->sys->rows.column, x, s->now[2]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageResidual(SNES snes, Vec x, Vec r, void *context)
{
  Stage s = context;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(StageMoveTo(s, x));
  PetscCall(SystemResidual(s->sys, s->t, s->now[0], s->now[1], s->now[2], r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether this iteration goes with the matrix that there is. */
static PetscErrorCode KeepsMatrix(Stage s, SNES snes, PetscBool *keeps)
{
  NewtonMatrix *m = &s->matrix;
  PetscInt      iteration;

  PetscFunctionBeginUser;
  PetscCall(SNESGetIterationNumber(snes, &iteration));
  *keeps = PETSC_FALSE;
  if (!s->sys->keeps || s->fresh || s->line.ca == 0) PetscFunctionReturn(PETSC_SUCCESS);
  if (iteration == 0)
    *keeps = NewtonBegins(&s->test, (PetscBool)(m->made && m->rates == s->rates && line_equal(m->line, s->line)), m);
  else *keeps = NewtonKeeps(&s->test, iteration, m);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageTangent(SNES snes, Vec x, Mat A, Mat P, void *context)
{
  Stage     s     = context;
  PetscBool keeps = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (A != P) { /* -snes_mf_operator: differences at x */
    PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
    PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  }
  PetscCall(KeepsMatrix(s, snes, &keeps));
  s->test.kept = keeps;
  if (keeps) {
    s->kept = PETSC_TRUE;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  NewtonMade(&s->matrix, s->rates, s->line);
  PetscCall(StageMoveTo(s, x));
  PetscCall(s->sys->ops.tangent(s->sys, s->t, s->now[0], s->rates ? s->rate : NULL, s->now[1], s->now[2], s->line.ca,
                                s->line.cv, s->line.cq, P));
  PetscCall(SolverScalePivots(s->ksp, P));
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageConverged(SNES snes, PetscInt iteration, PetscReal xnorm, PetscReal step, PetscReal fnorm,
                                     SNESConvergedReason *reason, void *context)
{
  Stage           s     = context;
  const PetscBool moves = (PetscBool)(s->line.cq != 0);
  Vec             update, sum;

  PetscFunctionBeginUser;
  PetscCall(SNESConvergedDefault(snes, iteration, xnorm, step, fnorm, reason, NULL));
  if (*reason < 0 || !iteration) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESGetSolutionUpdate(snes, &update));
  PetscCall(SNESGetSolution(snes, &sum));
  if (*reason == SNES_CONVERGED_ITERATING)
    PetscCall(NewtonTestStep(&s->test, iteration, moves, s->start[moves ? 0 : 2], sum, update, reason));
  if (*reason > 0 && s->sys->rows.level == CONSTRAINT_POSITION && moves) {
    Vec r;

    PetscCall(SNESGetFunction(snes, &r, NULL, NULL));
    PetscCall(NewtonTestConstraints(&s->test, s->sys->rows.scale, r, reason));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageCreate(System sys, Stage *out)
{
  Stage s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->sys = sys;
  PetscCall(VecDuplicate(sys->vec, &s->b));
  PetscCall(VecDuplicate(sys->vec, &s->x));
  PetscCall(VecDuplicate(sys->vec, &s->r));
  PetscCall(SystemCreateMatrix(sys, PETSC_FALSE, &s->A));
  if (sys->linear) {
    PetscCall(KSPCreate(sys->comm, &s->ksp));
    PetscCall(KSPSetTolerances(s->ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  } else {
    const NewtonProblem problem = {StageResidual, StageTangent, StageConverged};

    s->test.sys = sys;
    PetscCall(VecGetSize(sys->vec, &s->test.dofs));
    PetscCall(NewtonCreate(sys, &problem, s->b, s->A, s, &s->snes));
    PetscCall(SNESGetKSP(s->snes, &s->ksp));
    PetscCall(PetscObjectReference((PetscObject)s->ksp));
    PetscCall(PetscStrncpy(s->solver, "Newton's method", sizeof s->solver));
    for (int i = 0; i < 3; i++) {
      PetscCall(VecDuplicate(sys->vec, &s->start[i]));
      PetscCall(VecDuplicate(sys->vec, &s->now[i]));
    }
    if (sys->rates) PetscCall(VecDuplicate(sys->vec, &s->rate));
    else s->rate = s->now[1];
    if (sys->stabilization == STABILIZED_VELOCITY) PetscCall(StabilizedCreate(s, &s->stabilized));
  }
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageDestroy(Stage *stage)
{
  Stage s = *stage;

  PetscFunctionBeginUser;
  if (!s) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StabilizedDestroy(&s->stabilized));
  PetscCall(KSPDestroy(&s->ksp));
  PetscCall(SNESDestroy(&s->snes));
  PetscCall(KSPDestroy(&s->inertia));
  PetscCall(MatDestroy(&s->B));
  PetscCall(MatDestroy(&s->A));
  PetscCall(VecDestroy(&s->b));
  PetscCall(VecDestroy(&s->x));
  PetscCall(VecDestroy(&s->r));
  PetscCall(VecDestroy(&s->diagonal));
  for (int i = 0; i < 3; i++) {
    PetscCall(VecDestroy(&s->start[i]));
    if (s->rate == s->now[i]) s->rate = NULL;
    PetscCall(VecDestroy(&s->now[i]));
  }
  PetscCall(VecDestroy(&s->rate));
  PetscCall(PetscFree(*stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

void        StageExpect(Stage stage, PetscReal solves) { stage->solves = solves; }
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
  PetscCall(SystemCreateMatrix(s->sys, PETSC_FALSE, &M));
  PetscCall(s->sys->ops.tangent(s->sys, 0, NULL, NULL, NULL, NULL, s->line.ca, 0, 0, M));
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

/* Whether a matrix, assembled or not, is diagonal: with what no sum of other entries comes to by accident. */
static PetscErrorCode IsDiagonal(Mat A, PetscBool *diagonal)
{
  Vec       x, y, d;
  PetscReal least, most;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &x, &y));
  PetscCall(VecDuplicate(x, &d));
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(MatMult(A, x, y));
  PetscCall(MatGetDiagonal(A, d));
  PetscCall(VecPointwiseMult(d, d, x));
  PetscCall(VecAXPY(y, -1, d));
  PetscCall(VecMin(y, NULL, &least));
  PetscCall(VecMax(y, NULL, &most));
  *diagonal = (PetscBool)(least == 0 && most == 0);
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscCall(VecDestroy(&d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Combine(Stage s)
{
  PetscFunctionBeginUser;
  PetscCall(s->sys->ops.tangent(s->sys, 0, NULL, NULL, NULL, NULL, s->line.ca, s->line.cv, s->line.cq, s->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The solver for A, once: by its regime, or as the user chose; assembles A where that needs it. */
static PetscErrorCode ChooseSolver(Stage s)
{
  SolverCase c = {.solves = s->solves, .always = s->sys->always};
  PetscBool  direct, assemble;

  PetscFunctionBeginUser;
  if (s->line.cq != 0) PetscCall(Stiffness(s, &c.stiffness));
  PetscCall(SolverChoose(s->ksp, s->A, &c, &assemble));
  if (assemble) {
    PetscCall(MatDestroy(&s->A));
    PetscCall(SystemCreateMatrix(s->sys, PETSC_TRUE, &s->A));
    PetscCall(Combine(s));
  }
  PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
  PetscCall(SolverSetUp(s->ksp, s->A, &c, s->solver, sizeof s->solver));
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

/* CHOLMOD, alone among solvers, raises an error for a matrix that is not positive definite. */
static PetscErrorCode SetUpSolver(Stage s)
{
  PetscErrorCode ierr;

  PetscFunctionBeginUser;
  ErrorExpect(PETSC_ERR_MAT_CH_ZRPVT);
  ierr = KSPSetUp(s->ksp);
  if (!ierr) ierr = KSPSetUpOnBlocks(s->ksp);
  ErrorExpect(0);
  if (ierr == PETSC_ERR_MAT_CH_ZRPVT) {
    ErrorSetPhase(ERROR_SETUP);
    SETERRQ(s->sys->comm, PETSC_ERR_NOT_CONVERGED,
            "the effective matrix is singular or not positive definite: a part has neither mass nor stiffness in some "
            "direction, or is not supported, or not connected");
  }
  PetscCall(ierr);
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageBuildMatrix(Stage s, Line line)
{
  PetscBool diagonal = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (s->builds && line_equal(line, s->line)) PetscFunctionReturn(PETSC_SUCCESS);
  s->line = line;
  PetscCall(Combine(s));
  if (line.cq == 0 || s->sys->diagonal) PetscCall(IsDiagonal(s->A, &diagonal));
  if (diagonal) PetscCall(TakeDiagonal(s));
  else {
    PetscCall(VecDestroy(&s->diagonal));
    if (!s->builds && s->sys->linear) PetscCall(ChooseSolver(s));
    PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
    PetscCall(SolverScalePivots(s->ksp, s->A));
    PetscCall(SetUpSolver(s));
  }
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetStatic(Stage s, PetscBool search)
{
  enum { MOST = 12 }; /* iterations: more of them wander, and may end in another equilibrium */
  SNESLineSearch line;
  PetscBool      chosen;

  PetscFunctionBeginUser;
  if (s->sys->linear) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SNESGetLineSearch(s->snes, &line));
  PetscCall(SNESLineSearchSetType(line, search ? SNESLINESEARCHCP : SNESLINESEARCHBASIC));
  if (search) PetscCall(SNESLineSearchSetTolerances(line, PETSC_DEFAULT, 2, 0.5, PETSC_DEFAULT, PETSC_DEFAULT, 5));
  PetscCall(SNESLineSearchSetFromOptions(line));
  PetscCall(PetscOptionsHasName(NULL, NULL, "-snes_max_it", &chosen));
  if (!chosen) PetscCall(SNESSetTolerances(s->snes, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT, MOST, PETSC_DEFAULT));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetUp(Stage s, Line line)
{
  PetscFunctionBeginUser;
  ErrorSetPhase(ERROR_SOLVER);
  if (s->sys->linear || (line.cq == 0 && s->sys->velocity_free && !s->sys->constrained))
    PetscCall(StageBuildMatrix(s, line));
  else PetscCall(SNESSetUp(s->snes));
  ErrorSetPhase(ERROR_SETUP);
  PetscFunctionReturn(PETSC_SUCCESS);
}
