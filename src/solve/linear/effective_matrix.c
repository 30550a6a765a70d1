/* effective_matrix.c: builds the effective matrix of linear systems, solves with it, and tests
   solutions.

   The matrix is cm M + cc C + ck K, and cm M + cc C for velocity-free systems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "effective_matrix.h"
#include "base/error.h"
#include "linear/near_null.h"
#include "linear/solver.h"
#include "math/sums.h"
#include "solve/stage.h"
#include "solve/stage_state.h"
#include "stencil/stencil.h"
#include "system/force_units.h"

/* ---- the matrix ------------------------------------------------------------------------------ */

static PetscErrorCode EffectiveStiffnessRatio(FsStage s, PetscReal *stiffness)
{
  Vec diagonal, mass;
  Mat M;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->sys->vec, &diagonal));
  PetscCall(VecDuplicate(s->sys->vec, &mass));
  PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &M));
  PetscCall(s->sys->ops.matrix.combine(s->sys, (FsShift){.cm = s->effective.shift.cm}, M));
  PetscCall(MatGetDiagonal(s->A, diagonal));
  PetscCall(MatGetDiagonal(M, mass));
  PetscCall(StageStiffnessRatio(s, diagonal, mass, stiffness));
  PetscCall(MatDestroy(&M));
  PetscCall(VecDestroy(&diagonal));
  PetscCall(VecDestroy(&mass));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Whether all entries of A outside its diagonal are zero. */
static PetscErrorCode IsDiagonal(Mat A, PetscBool *diagonal)
{
  PetscInt  first, last, noff_diagonal = 0;
  PetscBool stencil;

  PetscFunctionBeginUser;
  PetscCall(MatIsStencil(A, &stencil));
  if (stencil) {
    PetscCall(StencilIsDiagonal(A, diagonal));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt row = first; row < last && !noff_diagonal; row++) {
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           n;

    PetscCall(MatGetRow(A, row, &n, &column, &value));
    for (PetscInt k = 0; k < n; k++) noff_diagonal += column[k] != row && value[k] != 0;
    PetscCall(MatRestoreRow(A, row, &n, &column, &value));
  }
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &noff_diagonal, 1, MPIU_INT, MPI_MAX,
                              PetscObjectComm((PetscObject)A)));
  *diagonal = (PetscBool)(noff_diagonal == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets *assemble if A is matrix-free and dofs must be fixed in it. */
static PetscErrorCode RequireEntries(FsStage s, PetscBool *assemble)
{
  PetscBool shell;

  PetscFunctionBeginUser;
  PetscCall(MatIsStencil(s->A, &shell));
  if (!shell || s->hold == FS_HOLD_NONE) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!s->sys->matrices.must_be_matrix_free, s->sys->comm, PETSC_ERR_USER_INPUT,
             "-hold_rigid needs a matrix: use -operator assembled");
  *assemble = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses the solver of A, once. Assembles A if it is matrix-free and the solver needs a matrix. */
static PetscErrorCode ChooseSolver(FsStage s)
{
  SolverCase c = {.solves              = s->expected_solves,
                  .ill_conditioned     = s->sys->traits.ill_conditioned,
                  .must_be_matrix_free = s->sys->matrices.must_be_matrix_free};
  PetscBool  direct, assemble;

  PetscFunctionBeginUser;
  if (s->effective.shift.ck != 0) PetscCall(EffectiveStiffnessRatio(s, &c.stiffness));
  PetscCall(SolverChoose(s->A, &c, &assemble));
  PetscCall(RequireEntries(s, &assemble));
  if (assemble) {
    PetscCall(MatDestroy(&s->A));
    PetscCall(FsSystemCreateMatrix(s->sys, PETSC_TRUE, &s->A));
    PetscCall(s->sys->ops.matrix.combine(s->sys, s->effective.shift, s->A));
  }
  PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
  PetscCall(
    SolverSetUp(s->ksp, s->A, &c, &s->effective.fused, s->solver_name, sizeof s->solver_name));
  /* a single application of factors does not use a guess */
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &direct));
  s->effective.takes_guess = (PetscBool)!direct;
  PetscCall(KSPSetInitialGuessNonzero(s->ksp, (PetscBool)!direct));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets up StencilSolve: work vectors, the last of which is the right-hand side, and operators for
   right-hand sides. */
static PetscErrorCode SetUpFused(FsStage s)
{
  const FsShift of[]   = {{.cm = 1}, {.cc = 1}};
  const Vec     work[] = {s->effective.r, s->effective.x, s->effective.b};

  PetscFunctionBeginUser;
  PetscCall(StencilSetUpSolve(s->A, work));
  for (int k = 0; k < (s->sys->traits.velocity_independent ? 1 : 2); k++) {
    if (s->effective.inertial[k]) continue;
    PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &s->effective.inertial[k]));
    PetscCall(s->sys->ops.matrix.combine(s->sys, of[k], s->effective.inertial[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores the diagonal of A, which needs no solver. Input error: an entry that is not positive. */
static PetscErrorCode StoreDiagonal(FsStage s)
{
  PetscReal least;
  PetscInt  dof;
  char      place[160] = "";

  PetscFunctionBeginUser;
  if (!s->effective.diagonal) PetscCall(VecDuplicate(s->sys->vec, &s->effective.diagonal));
  PetscCall(MatGetDiagonal(s->A, s->effective.diagonal));
  PetscCall(VecMin(s->effective.diagonal, &dof, &least));
  if (least <= 0) {
    PetscCall(VecScale(s->effective.diagonal, -1));
    PetscCall(FsSystemDescribeLargestDof(s->sys, s->effective.diagonal, place, sizeof place));
  }
  PetscCheck(least > 0, s->sys->comm, PETSC_ERR_USER_INPUT,
             "an explicit scheme needs mass everywhere: there is no mass at %s; add mass, or use "
             "an implicit -integrator",
             place);
  PetscCall(PetscStrncpy(s->solver_name, "no solver (diagonal mass)", sizeof s->solver_name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Attaches the near null space; a linear system has the same rigid motions in all states. */
static PetscErrorCode AttachNearNull(FsStage s)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.q = s->effective.r};

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(s->effective.r));
  PetscCall(NearNullAttach(s->ksp, s->sys, &at, &loading, s->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors A. CHOLMOD raises an error for a matrix that is not positive definite; the solve reports
   it. Other libraries raise errors for options that do not fit. */
static PetscErrorCode SetUpSolver(FsStage s)
{
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(CatchErrorsBegin(&caught));
  if (!KSPSetUp(s->ksp)) (void)KSPSetUpOnBlocks(s->ksp);
  PetscCall(CatchErrorsEnd());
  s->effective.singular = (PetscBool)(caught.code == PETSC_ERR_MAT_CH_ZRPVT && !caught.alone);
  if (!s->effective.singular)
    PetscCall(RaiseOptionError(CaughtErrorComm(&caught, s->sys->comm), &caught));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveBuildMatrix(FsStage s, FsShift shift)
{
  PetscBool  diagonal = PETSC_FALSE;
  Vec *const vec[]    = {&s->effective.b, &s->effective.x, &s->effective.r};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(vec); k++)
    if (!*vec[k]) PetscCall(StageGetWork(s, vec[k]));
  if (shift_equal(shift, s->effective.shift)) PetscFunctionReturn(PETSC_SUCCESS);
  s->effective.shift      = shift;
  s->newton.matrix.exists = PETSC_FALSE; /* an old tangent is lost */
  PetscCall(s->sys->ops.matrix.combine(s->sys, s->effective.shift, s->A));
  if (shift.ck == 0 || s->sys->traits.diagonal) PetscCall(IsDiagonal(s->A, &diagonal));
  if (diagonal) PetscCall(StoreDiagonal(s));
  else {
    PetscCall(VecDestroy(&s->effective.diagonal));
    if (!s->builds && s->sys->traits.linear) PetscCall(ChooseSolver(s));
    if (shift.cm == 0 && shift.cc == 0) {
      PetscCall(FreeMotionsHoldLinear(s));
      PetscCall(FreeMotionsFixDofs(s, s->A));
    }
    PetscCall(KSPSetOperators(s->ksp, s->A, s->A));
    PetscCall(SolverSetZeroPivot(s->ksp, s->A));
    PetscCall(AttachNearNull(s));
    PetscCall(SolverAnnounceFactors(s->ksp, s->A));
    if (s->effective.fused) PetscCall(SetUpFused(s));
    else PetscCall(SetUpSolver(s));
    if (!s->effective.fused && !s->effective.singular) PetscCall(LowRankSetUp(s, shift.cc));
  }
  s->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* Determines whether |A x - b| <= tolerance |b| for A = s->A and b = s->effective.b, in norms of
   forces (FsSystemForceNorm). The result is PETSC_FALSE for NaN and for an unbounded b. Overwrites
   s->effective.r. */
static PetscErrorCode HasSmallResidual(FsStage s, Vec x, PetscReal tolerance, PetscBool *solves)
{
  PetscReal norm, residual;

  PetscFunctionBeginUser;
  PetscCall(FsSystemForceNorm(s->sys, s->effective.b, NORM_2, &norm));
  PetscCall(MatMult(s->A, x, s->effective.r));
  PetscCall(VecAXPY(s->effective.r, -1, s->effective.b));
  PetscCall(FsSystemForceNorm(s->sys, s->effective.r, NORM_2, &residual));
  *solves = (PetscBool)(residual <= tolerance * norm && !is_unbounded(norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the largest relative residual of a result. The user's solver may test another norm. */
static PetscErrorCode GetMaxResidual(FsStage s, PetscReal *tolerance)
{
  /* Relative to |b|, in norms of forces. The factor norms says how much larger the true residual
     may be than the norm in which the user's solver tests its tolerance. The limits least and most
     bound the product: a solver with a tiny tolerance ends at round-off, and a vector of zeros,
     which leaves 1, must not pass. A solver that stops early is in tests/solve/singular.py. */
  const PetscReal least = 1e-5, most = 0.5, norms = 100;

  PetscFunctionBeginUser;
  *tolerance = SOLVER_MAX_RESIDUAL;
  if (!s->effective.by_user) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPGetTolerances(s->ksp, tolerance, NULL, NULL, NULL));
  *tolerance = PetscMin(most, PetscMax(least, norms * *tolerance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveIsCheckDue(FsStage s, PetscBool *due)
{
  const PetscInt interval = 50;
  PetscBool      direct;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &direct));
  *due = (PetscBool)(!direct && (s->effective.by_user || s->effective.solves++ % interval == 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes a residual that changes the unknowns q by about 1e-10 of their size: this part of the
   products with the diagonal of the matrix. Stiff directions have such residuals after an accurate
   solve. */
static PetscErrorCode GetNegligibleResidual(FsStage s, Vec q, PetscReal *negligible)
{
  const PetscReal part = 1e-10;
  Vec             diagonal;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(q, &diagonal));
  PetscCall(MatGetDiagonal(s->A, diagonal));
  PetscCall(VecPointwiseMult(diagonal, diagonal, q));
  PetscCall(FsSystemForceNorm(s->sys, diagonal, NORM_2, negligible));
  PetscCall(VecDestroy(&diagonal));
  *negligible *= part;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveIsBalanced(FsStage s, const FsState *state, const FsLoading *loading,
                                   PetscBool *balanced)
{
  PetscReal tolerance, norm, residual, negligible = 0;

  PetscFunctionBeginUser;
  PetscCall(GetMaxResidual(s, &tolerance));
  PetscCall(s->sys->ops.linear.product(s->sys, state->q, state->v, state->a, s->effective.r));
  PetscCall(VecScale(s->effective.r, -1));
  PetscCall(s->sys->ops.linear.load(s->sys, state->t, loading, s->effective.r));
  PetscCall(MatMult(s->A, state->q, s->effective.b));
  PetscCall(FsSystemForceNorm(s->sys, s->effective.r, NORM_2, &residual));
  PetscCall(FsSystemForceNorm(s->sys, s->effective.b, NORM_2, &norm));
  if (residual > tolerance * norm) PetscCall(GetNegligibleResidual(s, state->q, &negligible));
  *balanced = (PetscBool)(residual <= tolerance * norm + negligible && !is_unbounded(norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode IsFinite(Vec x, PetscBool *finite)
{
  const PetscScalar *entry;
  PetscReal          square;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArrayRead(x, &entry));
  square = array_dot(n, entry, entry);
  PetscCall(VecRestoreArrayRead(x, &entry));
  PetscCallMPI(
    MPIU_Allreduce(MPI_IN_PLACE, &square, 1, MPIU_REAL, MPI_SUM, PetscObjectComm((PetscObject)x)));
  *finite = (PetscBool)(!PetscIsInfOrNanReal(square) && !is_unbounded(PetscSqrtReal(square)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Tests whether x solves with the factors of s->A, and whether s->A is nonsingular. */
static PetscErrorCode TestFactors(FsStage s, Vec x, PetscBool *solved)
{
  Equilibration e;

  PetscFunctionBeginUser;
  PetscCall(EquilibrationCreate(s->sys, s->A, &e));
  PetscCall(FactorCheckSolution(s->ksp, s->A, &e, x, s->effective.b, solved));
  if (*solved) PetscCall(FactorCheckNonsingular(s->ksp, s->A, &e, s->effective.r, solved));
  if (*solved) s->effective.tested_build = s->builds;
  else s->effective.shift = no_shift; /* a failed solve may have reset the solver */
  PetscCall(EquilibrationDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveIsSolution(FsStage s, Vec x, PetscBool *solved)
{
  PetscReal tolerance;
  PetscBool direct;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->ksp, KSPPREONLY, &direct));
  PetscCall(LowRankReduce(s, x, s->effective.b));
  if (!direct) {
    PetscCall(GetMaxResidual(s, &tolerance));
    PetscCall(HasSmallResidual(s, x, tolerance, solved));
  } else if (s->effective.tested_build != s->builds) {
    PetscCall(TestFactors(s, x, solved));
  } else {
    PetscCall(IsFinite(x, solved));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveIsTrusted(KSP ksp, KSPConvergedReason reason, PetscBool *trusted)
{
  const PetscReal no_atol = 1e-50; /* PETSc's default of -ksp_atol, as good as zero */
  PetscReal       rtol, atol;

  PetscFunctionBeginUser;
  PetscCall(KSPGetTolerances(ksp, &rtol, &atol, NULL, NULL));
  *trusted = (PetscBool)((reason == KSP_CONVERGED_RTOL && rtol <= SOLVER_MAX_RESIDUAL) ||
                         (reason == KSP_CONVERGED_ATOL && atol <= no_atol));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveSolve(FsStage s, Vec x, KSPConvergedReason *reason, PetscInt *iterations)
{
  PetscFunctionBeginUser;
  *iterations = 0;
  *reason     = KSP_DIVERGED_PC_FAILED;
  if (s->effective.fused) {
    PetscCall(StencilSolve(s->ksp, s->A, s->effective.b, x, reason, iterations));
  } else if (!s->effective.singular) {
    if (s->effective.takes_guess) PetscCall(LowRankGuess(s, x));
    PetscCall(KSPSolve(s->ksp, s->effective.b, x));
    PetscCall(LowRankFinish(s, x));
    PetscCall(KSPGetConvergedReason(s->ksp, reason));
    PetscCall(KSPGetIterationNumber(s->ksp, iterations));
  }
  if (*reason == KSP_DIVERGED_PC_FAILED) { /* MUMPS cannot be used again */
    PetscCall(SolverCheckMemory(s->ksp));
    PetscCall(KSPReset(s->ksp));
    s->effective.shift = no_shift;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSolveStiffness(FsStage s, Vec force, Vec x, PetscBool *ok)
{
  KSPConvergedReason reason;
  PetscInt           iterations;

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  PetscCall(EffectiveBuildMatrix(s, (FsShift){0, 0, 1, PETSC_FALSE}));
  if (s->effective.diagonal || s->free.n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(force, s->effective.b));
  PetscCall(EffectiveSolve(s, x, &reason, &iterations));
  *ok = (PetscBool)(reason > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}
