/* stage.c: the stage of every implicit scheme on KSP (linear systems) or SNES. */
#include "system.h"

struct _n_Stage {
  System    sys;
  KSP       ksp;  /* linear systems */
  SNES      snes; /* nonlinear systems */
  Mat       A;
  Vec       b;
  PetscReal cv, ca;  /* what A was built for; 0: not yet */
  PetscInt  builds;
  char      solver[80];
  /* of the Newton iteration under way */
  PetscReal t;
  Vec       q, v, a, wv, wa;
};

static PetscErrorCode StageResidual(SNES snes, Vec q, Vec r, void *context)
{
  Stage s = context;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(VecAXPBYPCZ(s->v, s->cv, -1, 0, q, s->wv));
  PetscCall(VecAXPBYPCZ(s->a, s->ca, -1, 0, q, s->wa));
  PetscCall(SystemResidual(s->sys, s->t, q, s->v, s->a, r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode StageTangent(SNES snes, Vec q, Mat A, Mat P, void *context)
{
  Stage s = context;

  PetscFunctionBeginUser;
  (void)snes, (void)P;
  PetscCall(VecAXPBYPCZ(s->v, s->cv, -1, 0, q, s->wv));
  PetscCall(VecAXPBYPCZ(s->a, s->ca, -1, 0, q, s->wa));
  PetscCall(s->sys->ops.tangent(s->sys, s->t, q, s->v, s->a, s->ca, s->cv, 1, A));
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageCreate(Options o, System sys, Stage *out)
{
  Stage s;

  PetscFunctionBeginUser;
  (void)o; /* PETSc reads its options itself */
  PetscCall(PetscNew(&s));
  s->sys = sys;
  PetscCall(VecDuplicate(sys->vec, &s->b));
  PetscCall(MatDuplicate(sys->mat, MAT_DO_NOT_COPY_VALUES, &s->A));
  if (sys->linear) {
    PetscCall(KSPCreate(sys->comm, &s->ksp));
    PetscCall(KSPSetTolerances(s->ksp, 1e-8, PETSC_DEFAULT, PETSC_DEFAULT, 2000));
    PetscCall(KSPSetReusePreconditioner(s->ksp, PETSC_FALSE));
  } else {
    PetscCall(SNESCreate(sys->comm, &s->snes));
    PetscCall(SNESSetFunction(s->snes, s->b, StageResidual, s));
    PetscCall(SNESSetJacobian(s->snes, s->A, s->A, StageTangent, s));
    PetscCall(SNESSetTolerances(s->snes, PETSC_DEFAULT, 1e-10, 1e-12, 25, PETSC_DEFAULT));
    PetscCall(SNESGetKSP(s->snes, &s->ksp));
    PetscCall(PetscObjectReference((PetscObject)s->ksp));
    PetscCall(SolverSetDirect(s->ksp, s->A));
    PetscCall(SNESSetFromOptions(s->snes));
    PetscCall(VecDuplicate(sys->vec, &s->v));
    PetscCall(VecDuplicate(sys->vec, &s->a));
    PetscCall(VecDuplicate(sys->vec, &s->wv));
    PetscCall(VecDuplicate(sys->vec, &s->wa));
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
  PetscCall(VecDestroy(&s->v));
  PetscCall(VecDestroy(&s->a));
  PetscCall(VecDestroy(&s->wv));
  PetscCall(VecDestroy(&s->wa));
  PetscCall(PetscFree(*stage));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscInt    StageMatrixBuilds(Stage stage) { return stage->builds; }
const char *StageSolverName(Stage stage) { return stage->solver; }

/* Largest K_ii / (ca M_ii) = A_ii / (ca M_ii) - 1, infinite where there is no mass. */
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
  if (s->builds && PetscAbsReal(cv - s->cv) <= same * cv && PetscAbsReal(ca - s->ca) <= same * ca) PetscFunctionReturn(PETSC_SUCCESS);
  s->cv = cv;
  s->ca = ca;
  PetscCall(s->sys->ops.tangent(s->sys, 0, NULL, NULL, NULL, ca, cv, 1, s->A));
  PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
  if (!s->builds) {
    PetscReal stiffness;
    PetscBool direct;

    PetscCall(Stiffness(s, &stiffness));
    PetscCall(SolverSetDefaults(s->ksp, s->A, stiffness, s->solver, sizeof s->solver));
    PetscCall(KSPSetFromOptions(s->ksp));
    PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &direct)); /* has no use for a guess */
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
  if (s->sys->linear) PetscCall(BuildMatrix(s, cv, ca));
  else PetscCall(SNESSetUp(s->snes));
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

static PetscErrorCode IsFinite(Vec x, PetscBool *finite)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(x, NORM_INFINITY, &norm));
  *finite = (PetscBool)!PetscIsInfOrNanReal(norm);
  PetscFunctionReturn(PETSC_SUCCESS);
}

static const char *reason_text(KSPConvergedReason reason)
{
  switch (reason) {
  case KSP_DIVERGED_ITS: return "the linear solver ran out of iterations (-ksp_max_it, -pc_type icc, or a smaller -dt)";
  case KSP_DIVERGED_PC_FAILED:
    return "the effective matrix is singular: a part has neither mass nor stiffness in some direction, or is not connected";
  case KSP_DIVERGED_INDEFINITE_MAT:
  case KSP_DIVERGED_INDEFINITE_PC: return "the effective matrix is not positive definite (-ksp_type gmres -pc_type lu)";
  case KSP_DIVERGED_NANORINF: return "infinite or undefined numbers";
  default: return "the linear solver failed";
  }
}

static PetscErrorCode SolveLinear(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a, StageInfo *info)
{
  KSPConvergedReason reason;
  PetscInt           iterations;
  PetscBool          finite = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(BuildMatrix(s, cv, ca));
  PetscCall(s->sys->ops.mult(s->sys, NULL, v, a, s->b));
  PetscCall(s->sys->ops.force(s->sys, t, s->b));
  PetscCall(KSPSolve(s->ksp, s->b, q));
  PetscCall(KSPGetConvergedReason(s->ksp, &reason));
  PetscCall(KSPGetIterationNumber(s->ksp, &iterations));
  PetscCall(VecAXPBY(v, cv, -1, q));
  PetscCall(VecAXPBY(a, ca, -1, q));
  if (reason == KSP_CONVERGED_ITS) PetscCall(IsFinite(q, &finite)); /* a direct solver has not looked */
  info->linear += iterations;
  info->newton++;
  info->ok = (PetscBool)(reason > 0 && finite);
  if (!info->ok) {
    info->reason = reason > 0 ? reason_text(KSP_DIVERGED_NANORINF) : reason_text(reason);
    PetscCall(ExplainFailure(s, t, q, v, a, info));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode SolveNonlinear(Stage s, PetscReal t, PetscReal cv, PetscReal ca, Vec q, Vec v, Vec a, StageInfo *info)
{
  SNESConvergedReason reason;
  PetscInt            iterations, linear;

  PetscFunctionBeginUser;
  s->t  = t;
  s->cv = cv;
  s->ca = ca;
  PetscCall(VecCopy(v, s->wv));
  PetscCall(VecCopy(a, s->wa));
  PetscCall(SNESSolve(s->snes, NULL, q));
  PetscCall(SNESGetConvergedReason(s->snes, &reason));
  PetscCall(SNESGetIterationNumber(s->snes, &iterations));
  PetscCall(SNESGetLinearSolveIterations(s->snes, &linear));
  PetscCall(VecAXPBYPCZ(v, cv, -1, 0, q, s->wv));
  PetscCall(VecAXPBYPCZ(a, ca, -1, 0, q, s->wa));
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
  PetscFunctionBeginUser;
  PetscCall(s->sys->linear ? SolveLinear(s, t, cv, ca, q, v, a, info) : SolveNonlinear(s, t, cv, ca, q, v, a, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Give rows without mass a unit diagonal and no right-hand side. */
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
  PetscInt           n;
  PetscReal          norm;
  KSP                ksp;
  PC                 pc;

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
  PetscCall(VecGetSize(s->b, &n));
  if (n <= 500) {
    PetscCall(SolverSetDirect(ksp, s->A));
  } else {
    PetscCall(KSPSetType(ksp, KSPCG));
    PetscCall(KSPGetPC(ksp, &pc));
    PetscCall(PCSetType(pc, PCJACOBI));
    PetscCall(KSPSetTolerances(ksp, 1e-12, PETSC_DEFAULT, PETSC_DEFAULT, 2000));
  }
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
