/* effective_matrix.c: builds the effective matrix of linear systems, solves with it, and tests
   solutions.

   The matrix is cm M + cc C + ck K, and cm M + cc C for velocity-free systems. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "effective_matrix.h"
#include "base/error.h"
#include "linear/near_null.h"
#include "linear/solver.h"
#include "math/sums.h"
#include "solve/stage_state.h"
#include "stencil/stencil.h"
#include "system/force_units.h"

PetscErrorCode LinearStageCreate(Workspace work, StageMatrix matrix, FreeMotions free,
                                 LinearStage *out)
{
  LinearStage s;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&s));
  s->sys    = work->sys;
  s->work   = work;
  s->matrix = matrix;
  s->free   = free;
  PetscCall(SolverHasUserOptions(&s->by_user));
  *out = s;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearStageDestroy(LinearStage *out)
{
  LinearStage s = *out;

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) PetscCall(MatDestroy(&s->inertial[k]));
  PetscCall(VecDestroy(&s->diagonal));
  PetscCall(LowRankSolveDestroy(&s->low_rank));
  PetscCall(KeptMatricesDestroy(&s->kept));
  PetscCall(LumpedMassDestroy(&s->lumped_mass));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- the matrix ------------------------------------------------------------------------------ */

static PetscErrorCode EffectiveStiffnessRatio(LinearStage s, PetscReal *stiffness)
{
  Vec diagonal, mass;
  Mat M;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(s->sys->vec, &diagonal));
  PetscCall(VecDuplicate(s->sys->vec, &mass));
  PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &M));
  PetscCall(s->sys->ops.matrix.combine(s->sys, (FsShift){.cm = s->matrix->effective.cm}, M));
  PetscCall(MatGetDiagonal(s->matrix->A, diagonal));
  PetscCall(MatGetDiagonal(M, mass));
  PetscCall(StageStiffnessRatio(s->sys, diagonal, mass, stiffness));
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
static PetscErrorCode RequireEntries(LinearStage s, PetscBool *assemble)
{
  PetscBool shell;

  PetscFunctionBeginUser;
  PetscCall(MatIsStencil(s->matrix->A, &shell));
  if (!shell || s->free->hold == FS_HOLD_NONE) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCheck(!s->sys->matrices.must_be_matrix_free, s->sys->comm, PETSC_ERR_USER_INPUT,
             "-hold_rigid needs a matrix: use -operator assembled");
  *assemble = PETSC_TRUE;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Chooses the solver of A, once. Assembles A if it is matrix-free and the solver needs a matrix. */
static PetscErrorCode ChooseSolver(LinearStage s)
{
  SolverCase c = {.solves              = s->expected_solves,
                  .ill_conditioned     = s->sys->traits.ill_conditioned,
                  .must_be_matrix_free = s->sys->matrices.must_be_matrix_free};
  PetscBool  direct, assemble;

  PetscFunctionBeginUser;
  if (s->matrix->effective.ck != 0) PetscCall(EffectiveStiffnessRatio(s, &c.stiffness));
  PetscCall(SolverChoose(s->matrix->A, &c, &assemble));
  PetscCall(RequireEntries(s, &assemble));
  if (assemble) {
    PetscCall(MatDestroy(&s->matrix->A));
    PetscCall(FsSystemCreateMatrix(s->sys, PETSC_TRUE, &s->matrix->A));
    PetscCall(s->sys->ops.matrix.combine(s->sys, s->matrix->effective, s->matrix->A));
  }
  PetscCall(KSPSetOperators(s->matrix->ksp, s->matrix->A, s->matrix->A));
  PetscCall(SolverSetUp(s->matrix->ksp, s->matrix->A, &c, &s->fused, s->matrix->name,
                        sizeof s->matrix->name));
  /* a single application of factors does not use a guess */
  PetscCall(PetscObjectTypeCompare((PetscObject)s->matrix->ksp, KSPPREONLY, &direct));
  s->takes_guess = (PetscBool)!direct;
  PetscCall(KSPSetInitialGuessNonzero(s->matrix->ksp, (PetscBool)!direct));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets up StencilSolve: work vectors, the last of which is the right-hand side, and operators for
   right-hand sides. */
static PetscErrorCode SetUpFused(LinearStage s)
{
  const FsShift of[]   = {{.cm = 1}, {.cc = 1}};
  const Vec     work[] = {s->r, s->x, s->b};

  PetscFunctionBeginUser;
  PetscCall(StencilSetUpSolve(s->matrix->A, work));
  for (int k = 0; k < (s->sys->traits.velocity_independent ? 1 : 2); k++) {
    if (s->inertial[k]) continue;
    PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &s->inertial[k]));
    PetscCall(s->sys->ops.matrix.combine(s->sys, of[k], s->inertial[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Stores the diagonal of A, which needs no solver. Input error: an entry that is not positive. */
static PetscErrorCode StoreDiagonal(LinearStage s)
{
  PetscReal least;
  PetscInt  dof;
  char      place[160] = "";

  PetscFunctionBeginUser;
  if (!s->diagonal) PetscCall(VecDuplicate(s->sys->vec, &s->diagonal));
  PetscCall(MatGetDiagonal(s->matrix->A, s->diagonal));
  PetscCall(VecMin(s->diagonal, &dof, &least));
  if (least <= 0) {
    PetscCall(VecScale(s->diagonal, -1));
    PetscCall(FsSystemDescribeLargestDof(s->sys, s->diagonal, place, sizeof place));
  }
  PetscCheck(least > 0, s->sys->comm, PETSC_ERR_USER_INPUT,
             "an explicit scheme needs mass everywhere: there is no mass at %s; add mass, or use "
             "an implicit -integrator",
             place);
  PetscCall(PetscStrncpy(s->matrix->name, "no solver (diagonal mass)", sizeof s->matrix->name));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Attaches the near null space; a linear system has the same rigid motions in all states. */
static PetscErrorCode AttachNearNull(LinearStage s)
{
  const FsLoading loading = FsLoadingOfMotion();
  const FsState   at      = {.q = s->r};

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(s->r));
  PetscCall(NearNullAttach(s->matrix->ksp, s->sys, &at, &loading, s->matrix->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors A. CHOLMOD raises an error for a matrix that is not positive definite; the solve reports
   it. Other libraries raise errors for options that do not fit. */
static PetscErrorCode SetUpSolver(LinearStage s)
{
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(CatchErrorsBegin(&caught));
  if (!KSPSetUp(s->matrix->ksp)) (void)KSPSetUpOnBlocks(s->matrix->ksp);
  PetscCall(CatchErrorsEnd());
  s->singular = (PetscBool)(caught.code == PETSC_ERR_MAT_CH_ZRPVT && !caught.alone);
  if (!s->singular) PetscCall(RaiseOptionError(CaughtErrorComm(&caught, s->sys->comm), &caught));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveBuildMatrix(LinearStage s, FsShift shift)
{
  PetscBool  diagonal = PETSC_FALSE, kept = PETSC_FALSE;
  Vec *const vec[] = {&s->b, &s->x, &s->r};

  PetscFunctionBeginUser;
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(vec); k++)
    if (!*vec[k]) PetscCall(WorkspaceGet(s->work, vec[k]));
  if (shift_equal(shift, s->matrix->effective)) PetscFunctionReturn(PETSC_SUCCESS);
  if (s->kept.most) PetscCall(KeptMatrixSelect(s, shift, &kept));
  if (kept) PetscFunctionReturn(PETSC_SUCCESS);
  s->matrix->effective    = shift;
  s->matrix->reuse.exists = PETSC_FALSE; /* an old tangent is lost */
  PetscCall(s->sys->ops.matrix.combine(s->sys, s->matrix->effective, s->matrix->A));
  if (shift.ck == 0 || s->sys->traits.diagonal) PetscCall(IsDiagonal(s->matrix->A, &diagonal));
  if (diagonal) PetscCall(StoreDiagonal(s));
  else {
    PetscCall(VecDestroy(&s->diagonal));
    if (!s->solver_chosen && s->sys->traits.linear) PetscCall(ChooseSolver(s));
    s->solver_chosen = PETSC_TRUE;
    if (shift.cm == 0 && shift.cc == 0) {
      PetscCall(FreeMotionsHoldLinear(s->free));
      PetscCall(FreeMotionsFixDofs(s->free, s->matrix->A));
    }
    PetscCall(KSPSetOperators(s->matrix->ksp, s->matrix->A, s->matrix->A));
    PetscCall(SolverSetZeroPivot(s->matrix->ksp, s->matrix->A));
    PetscCall(AttachNearNull(s));
    PetscCall(SolverAnnounceFactors(s->matrix->ksp, s->matrix->A));
    if (s->fused) PetscCall(SetUpFused(s));
    else PetscCall(SetUpSolver(s));
    if (!s->fused && !s->singular) PetscCall(LowRankSetUp(s, shift.cc));
  }
  s->matrix->builds++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- solutions ------------------------------------------------------------------------------- */

/* Determines whether |A x - b| <= tolerance |b| for A = s->matrix->A and b = s->b, in norms of
   forces (FsSystemForceNorm). The result is PETSC_FALSE for NaN and for an unbounded b. Overwrites
   s->r. */
static PetscErrorCode HasSmallResidual(LinearStage s, Vec x, PetscReal tolerance, PetscBool *solves)
{
  PetscReal norm, residual;

  PetscFunctionBeginUser;
  PetscCall(FsSystemForceNorm(s->sys, s->b, NORM_2, &norm));
  PetscCall(MatMult(s->matrix->A, x, s->r));
  PetscCall(VecAXPY(s->r, -1, s->b));
  PetscCall(FsSystemForceNorm(s->sys, s->r, NORM_2, &residual));
  *solves = (PetscBool)(residual <= tolerance * norm && !is_unbounded(norm));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns the largest relative residual of a result. The user's solver may test another norm. */
static PetscErrorCode GetMaxResidual(LinearStage s, PetscReal *tolerance)
{
  /* Relative to |b|, in norms of forces. The factor norms says how much larger the true residual
     may be than the norm in which the user's solver tests its tolerance. The limits least and most
     bound the product: a solver with a tiny tolerance ends at round-off, and a vector of zeros,
     which leaves 1, must not pass. A solver that stops early is in tests/solve/singular.py. */
  const PetscReal least = 1e-5, most = 0.5, norms = 100;

  PetscFunctionBeginUser;
  *tolerance = SOLVER_MAX_RESIDUAL;
  if (!s->by_user) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPGetTolerances(s->matrix->ksp, tolerance, NULL, NULL, NULL));
  *tolerance = PetscMin(most, PetscMax(least, norms * *tolerance));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveIsCheckDue(LinearStage s, PetscBool *due)
{
  const PetscInt interval = 50;
  PetscBool      direct;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->matrix->ksp, KSPPREONLY, &direct));
  *due = (PetscBool)(!direct && (s->by_user || s->solves++ % interval == 0));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes a residual that changes the unknowns q by about 1e-10 of their size: this part of the
   products with the diagonal of the matrix. Stiff directions have such residuals after an accurate
   solve. */
static PetscErrorCode GetNegligibleResidual(LinearStage s, Vec q, PetscReal *negligible)
{
  const PetscReal part = 1e-10;
  Vec             diagonal;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(q, &diagonal));
  PetscCall(MatGetDiagonal(s->matrix->A, diagonal));
  PetscCall(VecPointwiseMult(diagonal, diagonal, q));
  PetscCall(FsSystemForceNorm(s->sys, diagonal, NORM_2, negligible));
  PetscCall(VecDestroy(&diagonal));
  *negligible *= part;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveIsBalanced(LinearStage s, const FsState *state, const FsLoading *loading,
                                   PetscBool *balanced)
{
  PetscReal tolerance, norm, residual, negligible = 0;

  PetscFunctionBeginUser;
  PetscCall(GetMaxResidual(s, &tolerance));
  PetscCall(s->sys->ops.linear.product(s->sys, state->q, state->v, state->a, s->r));
  PetscCall(VecScale(s->r, -1));
  PetscCall(s->sys->ops.linear.load(s->sys, state->t, loading, s->r));
  PetscCall(MatMult(s->matrix->A, state->q, s->b));
  PetscCall(FsSystemForceNorm(s->sys, s->r, NORM_2, &residual));
  PetscCall(FsSystemForceNorm(s->sys, s->b, NORM_2, &norm));
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

/* Tests whether x solves with the factors of s->matrix->A, and whether s->matrix->A is nonsingular.
 */
static PetscErrorCode TestFactors(LinearStage s, Vec x, PetscBool *solved)
{
  Equilibration e;

  PetscFunctionBeginUser;
  PetscCall(EquilibrationCreate(s->sys, s->matrix->A, &e));
  PetscCall(FactorCheckSolution(s->matrix->ksp, s->matrix->A, &e, x, s->b, solved));
  if (*solved) PetscCall(FactorCheckNonsingular(s->matrix->ksp, s->matrix->A, &e, s->r, solved));
  if (*solved) s->tested_build = s->matrix->builds;
  else s->matrix->effective = no_shift; /* a failed solve may have reset the solver */
  PetscCall(EquilibrationDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveIsSolution(LinearStage s, Vec x, PetscBool *solved)
{
  PetscReal tolerance;
  PetscBool direct;

  PetscFunctionBeginUser;
  PetscCall(PetscObjectTypeCompare((PetscObject)s->matrix->ksp, KSPPREONLY, &direct));
  PetscCall(LowRankReduce(s, x, s->b));
  if (!direct) {
    PetscCall(GetMaxResidual(s, &tolerance));
    PetscCall(HasSmallResidual(s, x, tolerance, solved));
  } else if (s->tested_build != s->matrix->builds) {
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

/* Solves for x, from the guess that x is on entry if the solver takes one. The guess follows from
   the solutions before. If nearly all loads have gone since, its residual exceeds the right-hand
   side by more than -ksp_divtol, at which PETSc gives up before the first iteration. Zero is then
   the better guess. If all loads of an equilibrium have gone, zero is the solution, and iterations
   from the guess would end with round-off of the guess. */
static PetscErrorCode SolveFromGuess(LinearStage s, Vec x, KSPConvergedReason *reason)
{
  const PetscBool equilibrium =
    (PetscBool)(s->matrix->effective.cm == 0 && s->matrix->effective.cc == 0);
  KSP       ksp  = s->matrix->ksp;
  PetscReal load = 1;

  PetscFunctionBeginUser;
  if (s->takes_guess && equilibrium) PetscCall(VecNorm(s->b, NORM_INFINITY, &load));
  if (load == 0) PetscCall(VecZeroEntries(x));
  PetscCall(KSPSolve(ksp, s->b, x));
  PetscCall(KSPGetConvergedReason(ksp, reason));
  if (*reason != KSP_DIVERGED_DTOL || !s->takes_guess) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_FALSE));
  PetscCall(KSPSolve(ksp, s->b, x));
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  PetscCall(KSPGetConvergedReason(ksp, reason));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EffectiveSolve(LinearStage s, Vec x, KSPConvergedReason *reason,
                              PetscInt *iterations)
{
  PetscFunctionBeginUser;
  *iterations = 0;
  *reason     = KSP_DIVERGED_PC_FAILED;
  if (s->fused) {
    PetscCall(StencilSolve(s->matrix->ksp, s->matrix->A, s->b, x, reason, iterations));
  } else if (!s->singular) {
    if (s->takes_guess) PetscCall(LowRankGuess(s, x));
    PetscCall(SolveFromGuess(s, x, reason));
    PetscCall(LowRankFinish(s, x));
    PetscCall(KSPGetIterationNumber(s->matrix->ksp, iterations));
  }
  if (*reason == KSP_DIVERGED_PC_FAILED) { /* MUMPS cannot be used again */
    PetscCall(SolverCheckMemory(s->matrix->ksp));
    PetscCall(KSPReset(s->matrix->ksp));
    s->matrix->effective = no_shift;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode LinearSolveStiffness(LinearStage s, Vec force, Vec x, PetscBool *ok)
{
  KSPConvergedReason reason;
  PetscInt           iterations;

  PetscFunctionBeginUser;
  *ok = PETSC_FALSE;
  PetscCall(EffectiveBuildMatrix(s, (FsShift){0, 0, 1, PETSC_FALSE}));
  if (s->diagonal || s->free->n) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecCopy(force, s->b));
  PetscCall(EffectiveSolve(s, x, &reason, &iterations));
  *ok = (PetscBool)(reason > 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}
