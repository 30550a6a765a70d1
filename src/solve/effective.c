/* effective.c: the effective matrix cm M + cc C + ck K of linear systems (and cm M + cc C of velocity-free ones), its
   solver, and solves with it, whose solutions are tested before they are used. */
#include "input/error.h"
#include "linear/near_null.h"
#include "linear/solver.h"
#include "stage.h"
#include "stencil/stencil.h"

/* ---- the matrix -------------------------------------------------------------------------------------------------- */

static PetscErrorCode Stiffness(FsStage s, PetscReal *stiffness)
{
  Vec diagonal, mass;
  Mat M;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->b, &diagonal));
  PetscCall(VecDuplicate(s->b, &mass));
  PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &M));
  PetscCall(s->sys->ops.combine(s->sys, (FsShift){.cm = s->shift.cm}, M));
  PetscCall(MatGetDiagonal(s->A, diagonal));
  PetscCall(MatGetDiagonal(M, mass));
  PetscCall(StageRatio(s, diagonal, mass, stiffness));
  PetscCall(MatDestroy(&M));
  PetscCall(VecDestroy(&diagonal));
  PetscCall(VecDestroy(&mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether A has no entries beside its diagonal but zeros. */
static PetscErrorCode IsDiagonal(Mat A, PetscBool *diagonal)
{
  PetscInt  first, last, others = 0;
  PetscBool stencil;

  PetscFunctionBeginUser;
  PetscCall(MatIsStencil(A, &stencil));
  if (stencil) {
    PetscCall(StencilIsDiagonal(A, diagonal));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt row = first; row < last && !others; row++) {
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           n;

    PetscCall(MatGetRow(A, row, &n, &column, &value));
    for (PetscInt k = 0; k < n; k++) others += column[k] != row && value[k] != 0;
    PetscCall(MatRestoreRow(A, row, &n, &column, &value));
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &others, 1, MPIU_INT, MPI_MAX, PetscObjectComm((PetscObject)A)));
  *diagonal = (PetscBool)(others == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Choose the solver of A, once; A is assembled if it is matrix-free and that solver needs a matrix. */
static PetscErrorCode ChooseSolver(FsStage s)
{
  SolverCase c = {.solves = s->solves, .always = s->sys->always};
  PetscBool  direct, assemble;

  PetscFunctionBeginUser;
  if (s->shift.ck != 0) PetscCall(Stiffness(s, &c.stiffness));
  PetscCall(SolverChoose(s->A, &c, &assemble));
  if (assemble) {
    PetscCall(MatDestroy(&s->A));
    PetscCall(FsSystemCreateMatrix(s->sys, PETSC_TRUE, &s->A));
    PetscCall(s->sys->ops.combine(s->sys, s->shift, s->A));
  }
  PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
  PetscCall(SolverSetUp(s->ksp, s->A, &c, &s->fused, s->solver, sizeof s->solver));
  PetscCall(
    PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &direct)); /* a single solve has no use for a guess */
  s->form = direct ? FS_STAGE_INCREMENT : FS_STAGE_TOTAL;
  PetscCall(KSPSetInitialGuessNonzero(s->ksp, (PetscBool)!direct));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Keep the diagonal of A; no solver is needed. Input error: an entry that is not positive. */
static PetscErrorCode TakeDiagonal(FsStage s)
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
    PetscCall(FsSystemWorstPlace(s->sys, s->diagonal, place, sizeof place));
  }
  PetscCheck(least > 0, s->sys->comm, PETSC_ERR_USER_INPUT,
             "an explicit scheme needs mass everywhere: there is none at %s; give it some, or take an implicit "
             "-integrator",
             place);
  PetscCall(PetscStrncpy(s->solver, "no solver (diagonal mass)", sizeof s->solver));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A linear system has the same rigid motions in all states. Overwrites s->r. */
static PetscErrorCode AttachNearNull(FsStage s)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.q = s->r};

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(s->r));
  PetscCall(NearNullAttach(s->ksp, s->sys, &at, &loading, s->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factor A. CHOLMOD alone raises an error for a matrix that is not positive definite, which SolveSystem tells; others
   raise one for options that do not fit. */
static PetscErrorCode SetUpSolver(FsStage s)
{
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(CatchBegin(&caught));
  if (!KSPSetUp(s->ksp)) (void)KSPSetUpOnBlocks(s->ksp);
  PetscCall(CatchEnd());
  s->singular = (PetscBool)(caught.code == PETSC_ERR_MAT_CH_ZRPVT && !caught.alone);
  if (!s->singular) PetscCall(CheckRefused(CaughtOn(&caught, s->sys->comm), &caught));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearBuildMatrix(FsStage s, FsShift shift)
{
  PetscBool diagonal = PETSC_FALSE;

  PetscFunctionBeginUser;
  if (shift_equal(shift, s->shift)) PetscFunctionReturn(PETSC_SUCCESS);
  s->shift         = shift;
  s->matrix.exists = PETSC_FALSE; /* a tangent that was kept is lost */
  PetscCall(s->sys->ops.combine(s->sys, s->shift, s->A));
  if (shift.ck == 0 || s->sys->diagonal) PetscCall(IsDiagonal(s->A, &diagonal));
  if (diagonal) PetscCall(TakeDiagonal(s));
  else {
    PetscCall(VecDestroy(&s->diagonal));
    if (!s->builds && s->sys->linear) PetscCall(ChooseSolver(s));
    PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
    PetscCall(SolverScalePivots(s->ksp, s->A));
    PetscCall(AttachNearNull(s));
    if (s->fused) PetscCall(StencilSetUpSolve(s->A));
    else PetscCall(SetUpSolver(s));
    if (!s->fused && !s->builds && s->sys->linear) PetscCall(SolverTry(s->ksp, s->A));
  }
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solutions --------------------------------------------------------------------------------------------------- */

/* Whether |A x - b| <= rough |b|; false for NaN and for a b that is endless. */
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

/* Whether x solves A x = s->b. KSP does not tell when a factorization has broken down, when a preconditioner was
   applied once, or when the residual that CG updates has drifted from the true one. Factors are tested once per
   build (with a random right-hand side, too); afterwards x only has to be finite. */
static PetscErrorCode IsSolution(FsStage s, Vec x, PetscBool *solved)
{
  PetscScalar square;
  PetscBool   once;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &once));
  if (!once) {
    PetscCall(Solves(s->A, x, s->b, s->r, SOLVER_ROUGH, solved));
  } else if (s->tried != s->builds) {
    PetscCall(FactorsSolve(s->ksp, s->A, x, s->b, solved));
    if (*solved) PetscCall(FactorsSolveAll(s->ksp, s->A, s->r, solved));
    if (*solved) s->tried = s->builds;
  } else {
    PetscCall(VecDot(x, x, &square));
    *solved = (PetscBool)(!PetscIsInfOrNanScalar(square) && !is_endless(PetscSqrtReal(PetscRealPart(square))));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether the solver's own word is enough that x solves A x = b: it has judged the residual, by a tolerance that is small
   enough for a step. PETSc's own -ksp_atol is as good as zero. */
static PetscErrorCode IsTrusted(KSP ksp, KSPConvergedReason reason, PetscBool *trusted)
{
  const PetscReal no_atol = 1e-50;
  PetscReal       rtol, atol;

  PetscFunctionBeginUser;
  PetscCall(KSPGetTolerances(ksp, &rtol, &atol, NULL, NULL));
  *trusted = (PetscBool)((reason == KSP_CONVERGED_RTOL && rtol <= SOLVER_ROUGH) ||
                         (reason == KSP_CONVERGED_ATOL && atol <= no_atol));
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

/* v = cc q - wv and a = cm q - wa, in one pass; v and a hold wv and wa on entry. */
static PetscErrorCode FindRates(Vec q, FsShift shift, Vec v, Vec a)
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
    xd[i]  = shift.cc * x[i] - xd[i];
    xdd[i] = shift.cm * x[i] - xdd[i];
  }
  PetscCall(VecRestoreArray(a, &xdd));
  PetscCall(VecRestoreArray(v, &xd));
  PetscCall(VecRestoreArrayRead(q, &x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* A x = s->b from the guess x, by StencilSolve or KSP. After a failed factorization A and its solver are made anew by the
   next LinearBuildMatrix: MUMPS cannot be used again. */
static PetscErrorCode SolveSystem(FsStage s, Vec x, KSPConvergedReason *reason, PetscInt *iterations)
{
  PetscFunctionBeginUser;
  *iterations = 0;
  *reason     = KSP_DIVERGED_PC_FAILED;
  if (s->fused) {
    PetscCall(StencilSolve(s->ksp, s->A, s->b, x, reason, iterations));
  } else if (!s->singular) {
    PetscCall(KSPSolve(s->ksp, s->b, x));
    PetscCall(KSPGetConvergedReason(s->ksp, reason));
    PetscCall(KSPGetIterationNumber(s->ksp, iterations));
  }
  if (*reason == KSP_DIVERGED_PC_FAILED) {
    PetscCall(SolverCheckMemory(s->ksp));
    PetscCall(KSPReset(s->ksp));
    s->shift = no_shift;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Where the residual is largest; constraint rows as positions. */
static PetscErrorCode Explain(FsStage s, const FsState *state, const FsLoading *loading, FsStageInfo *info)
{
  const FsRows rows = {FS_CONSTRAINT_POSITION, 1, 1};

  PetscFunctionBeginUser;
  PetscCall(ExplainFailure(s, state, loading, &rows, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fill in info for a failed solve: the reason and the place. */
static PetscErrorCode Fail(FsStage s, KSPConvergedReason reason, const FsState *state, const FsLoading *loading,
                           FsStageInfo *info)
{
  PetscReal norm;
  PetscInt  iterations, most;
  PetscBool once;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &once));
  PetscCall(KSPGetIterationNumber(s->ksp, &iterations));
  PetscCall(KSPGetTolerances(s->ksp, NULL, NULL, NULL, &most));
  if (reason == KSP_CONVERGED_ITS && !once && iterations >= most) reason = KSP_DIVERGED_ITS; /* -ksp_converged_maxits */
  PetscCall(VecNorm(s->b, NORM_2, &norm));
  info->hopeless = is_endless(norm);
  info->reason   = info->hopeless ? motion_grows
                   : reason > 0
                     ? "the solver's result does not solve the equations: the matrix is singular, or nearly, -ksp_type, "
                       "-pc_type name no solver (try -ksp_type cg), or -ksp_rtol, -ksp_atol are too large"
                     : reason_text(reason);
  PetscCall(Explain(s, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearSolve(FsStage s, FsShift shift, const FsLoading *loading, FsState *state, FsStageInfo *info)
{
  const PetscBool    total      = (PetscBool)(s->form == FS_STAGE_TOTAL);
  const Vec          x          = total ? state->q : s->x;
  KSPConvergedReason reason     = KSP_CONVERGED_ATOL;
  PetscInt           iterations = 0;
  PetscBool          solved = PETSC_TRUE, trusted = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(LinearBuildMatrix(s, shift));
  PetscCall(s->sys->ops.product(s->sys, total ? NULL : state->q, state->v, state->a, s->b));
  if (!total) PetscCall(VecScale(s->b, -1));
  PetscCall(s->sys->ops.load(s->sys, state->t, loading, s->b));
  if (s->diagonal) PetscCall(VecPointwiseDivide(s->x, s->b, s->diagonal));
  else PetscCall(SolveSystem(s, x, &reason, &iterations));
  if (!s->diagonal) PetscCall(IsTrusted(s->ksp, reason, &trusted));
  if (reason > 0 && !s->diagonal && (!trusted || shift.cm == 0)) PetscCall(IsSolution(s, x, &solved));
  if (total) {
    PetscCall(FindRates(state->q, shift, state->v, state->a));
  } else {
    PetscCall(VecAXPY(state->q, 1, s->x));
    PetscCall(VecAXPY(state->v, shift.cc, s->x));
    PetscCall(VecAXPY(state->a, shift.cm, s->x));
  }
  info->linear += iterations;
  info->newton++;
  info->ok = (PetscBool)(reason > 0 && solved);
  if (!info->ok) PetscCall(Fail(s, reason, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* s->b = -r(q, v, a = 0, t): the forces without inertia. Overwrites s->x of nonlinear systems. */
static PetscErrorCode ForcesWithout(FsStage s, const FsState *state, const FsLoading *loading)
{
  PetscFunctionBeginUser;
  if (s->sys->linear) {
    PetscCall(s->sys->ops.product(s->sys, state->q, state->v, NULL, s->b));
    PetscCall(VecScale(s->b, -1));
    PetscCall(s->sys->ops.load(s->sys, state->t, loading, s->b));
  } else {
    const FsRows  rows = {FS_CONSTRAINT_POSITION, 1, 1};
    const FsState rest = {.t = state->t, .q = state->q, .v = state->v, .qd = state->qd};

    PetscCall(FsSystemResidual(s->sys, &rest, loading, &rows, s->b));
    PetscCall(VecScale(s->b, -1));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool FsStageDivides(FsStage s) { return (PetscBool)(s->diagonal && s->sys->velocity_free); }

/* a = b / A, with the diagonal A, and v += cc a, in one pass through memory; *norm: of a. */
static PetscErrorCode Divide(FsStage s, PetscReal cc, Vec v, Vec a, PetscReal *norm)
{
  enum { LANES = 4 }; /* sums that do not wait for each other */
  const PetscScalar *b, *mass;
  PetscScalar       *xd, *xdd;
  PetscReal          sum[LANES] = {0};
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(a, &n));
  PetscCall(VecGetArrayRead(s->b, &b));
  PetscCall(VecGetArrayRead(s->diagonal, &mass));
  PetscCall(VecGetArray(v, &xd));
  PetscCall(VecGetArray(a, &xdd));
  for (PetscInt i = 0; i < n; i += LANES)
    for (PetscInt k = 0; k < PetscMin(LANES, n - i); k++) {
      xdd[i + k] = b[i + k] / mass[i + k];
      xd[i + k] += cc * xdd[i + k];
      sum[k] += xdd[i + k] * xdd[i + k];
    }
  PetscCall(VecRestoreArray(a, &xdd));
  PetscCall(VecRestoreArray(v, &xd));
  PetscCall(VecRestoreArrayRead(s->diagonal, &mass));
  PetscCall(VecRestoreArrayRead(s->b, &b));
  for (int k = 1; k < LANES; k++) sum[0] += sum[k];
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sum, 1, MPIU_REAL, MPI_SUM, s->sys->comm));
  *norm = PetscSqrtReal(sum[0]);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* a from (M + cc C) a = forces at the point of the line with a = 0, then v = v(a = 0) + cc a. */
PetscErrorCode LinearSolveMass(FsStage s, FsShift shift, const FsLoading *loading, FsState *state, FsStageInfo *info)
{
  PetscReal          norm;
  KSPConvergedReason reason = KSP_CONVERGED_ATOL;
  PetscInt           iterations;
  PetscBool          solved = PETSC_TRUE, trusted = PETSC_TRUE;

  PetscFunctionBeginUser;
  PetscCall(LinearBuildMatrix(s, shift));
  /* v where a = 0 */
  if (!FsStageDivides(s)) PetscCall(VecAXPY(state->v, -shift.cc, state->a));
  PetscCall(ForcesWithout(s, state, loading));
  if (s->diagonal) {
    PetscCall(Divide(s, shift.cc, state->v, state->a, &norm));
  } else {
    PetscCall(SolveSystem(s, state->a, &reason, &iterations));
    PetscCall(IsTrusted(s->ksp, reason, &trusted));
    if (reason > 0 && !trusted) PetscCall(IsSolution(s, state->a, &solved));
    info->linear += iterations;
    info->ok = (PetscBool)(reason > 0 && solved);
    if (!info->ok) info->reason = reason > 0 ? "the mass matrix is singular" : reason_text(reason);
    PetscCall(VecNorm(state->a, NORM_2, &norm));
    PetscCall(VecAXPY(state->v, shift.cc, state->a));
  }
  if (is_endless(norm) || PetscIsNanReal(norm)) {
    info->ok       = PETSC_FALSE;
    info->hopeless = is_endless(norm);
    info->reason   = info->hopeless ? motion_grows : "infinite or undefined numbers";
  }
  info->newton++;
  if (!info->ok) PetscCall(Explain(s, state, loading, info));
  PetscFunctionReturn(PETSC_SUCCESS);
}
