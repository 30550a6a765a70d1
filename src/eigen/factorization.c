/* factorization.c: factors matrices by MUMPS with a count of negative pivots, and creates
   SLEPc's solvers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "factorization.h"
#include "base/printing.h"
#include "linear/solver.h"
#include <string.h>

/* WORKSPACE: memory for delayed pivots, in addition to the estimate [%] */
enum { ONE_RANK_FOR_ROOT = 13, WORKSPACE = 14, WORKSPACE_PERCENT = 100 };

/* One rank factors the root, because only there the signs of its pivots are counted. */
static const struct {
  PetscInt icntl, value;
} settings[] = {
  {ONE_RANK_FOR_ROOT, 1                },
  {WORKSPACE,         WORKSPACE_PERCENT}
};

/* Sets MUMPS parameters by options, because the factors of the solver do not exist yet. */
static PetscErrorCode SetOptions(KSP ksp)
{
  const char *prefix;

  PetscFunctionBeginUser;
  PetscCall(KSPGetOptionsPrefix(ksp, &prefix));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(settings); k++) {
    char      name[96], value[16];
    PetscBool is_set;

    PetscCall(PetscSNPrintf(name, sizeof name, "-%smat_mumps_icntl_%d", prefix ? prefix : "",
                            (int)settings[k].icntl));
    PetscCall(PetscSNPrintf(value, sizeof value, "%d", (int)settings[k].value));
    PetscCall(PetscOptionsHasName(NULL, NULL, name, &is_set));
    if (!is_set) PetscCall(PetscOptionsSetValue(NULL, name, value));
    /* marks the option as used */
    PetscCall(PetscOptionsHasName(NULL, NULL, name, &is_set));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode KSPSetFactorization(KSP ksp, PetscBool symmetric)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, symmetric ? PCCHOLESKY : PCLU));
  PetscCall(PCFactorSetMatSolverType(pc, MATSOLVERMUMPS));
  PetscCall(SetOptions(ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves so far, as long as the KSP exists, and an estimate of all. */
typedef struct {
  PetscInt done, expected;
} SolveCount;

static PetscErrorCode CountSolve(KSP ksp, Vec b, Vec x, void *context)
{
  const PetscReal most  = 0.95;
  SolveCount     *count = context;

  PetscFunctionBeginUser;
  (void)ksp, (void)b, (void)x;
  count->done++;
  PetscCall(LongPhaseReport(PetscMin(most, (PetscReal)count->done / (PetscReal)count->expected),
                            "factored, %" PetscInt_FMT " of about %" PetscInt_FMT " solves",
                            count->done, count->expected));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode DestroySolveCount(void *context) { return PetscFree(context); }

PetscErrorCode KSPReportSolves(KSP ksp, Mat A, PetscInt expected)
{
  SolveCount    *count;
  PetscContainer container;

  PetscFunctionBeginUser;
  PetscCall(FactorAnnounce(A));
  PetscCall(PetscNew(&count));
  count->expected = PetscMax(1, expected);
  PetscCall(PetscContainerCreate(PetscObjectComm((PetscObject)ksp), &container));
  PetscCall(PetscContainerSetPointer(container, count));
  PetscCall(PetscContainerSetUserDestroy(container, DestroySolveCount));
  PetscCall(PetscObjectCompose((PetscObject)ksp, "solve_count", (PetscObject)container));
  PetscCall(PetscContainerDestroy(&container));
  PetscCall(KSPSetPostSolve(ksp, CountSolve, count));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode AnalyzeFactors(Mat A, PetscBool symmetric, Mat *factors)
{
  MatFactorInfo info;

  PetscFunctionBeginUser;
  PetscCall(MatFactorInfoInitialize(&info));
  PetscCall(
    MatGetFactor(A, MATSOLVERMUMPS, symmetric ? MAT_FACTOR_CHOLESKY : MAT_FACTOR_LU, factors));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(settings); k++)
    PetscCall(MatMumpsSetIcntl(*factors, settings[k].icntl, settings[k].value));
  if (symmetric) PetscCall(MatCholeskyFactorSymbolic(*factors, A, NULL, &info));
  else PetscCall(MatLUFactorSymbolic(*factors, A, NULL, NULL, &info));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the factors. Returns INFOG(1) and INFOG(2) of MUMPS in error and detail. */
static PetscErrorCode FactorNumbers(Mat A, PetscBool symmetric, Mat factors, PetscInt *error,
                                    PetscInt *detail)
{
  MatFactorInfo info;

  PetscFunctionBeginUser;
  PetscCall(MatFactorInfoInitialize(&info));
  if (symmetric) PetscCall(MatCholeskyFactorNumeric(factors, A, &info));
  else PetscCall(MatLUFactorNumeric(factors, A, &info));
  PetscCall(MatMumpsGetInfog(factors, 1, error));
  PetscCall(MatMumpsGetInfog(factors, 2, detail));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Factors again with more and more workspace, as long as delayed pivots need more than there is. */
static PetscErrorCode EnlargeWorkspace(Mat A, PetscBool symmetric, Mat *factors, PetscInt *error,
                                       PetscInt *detail)
{
  enum { OWN_TOO_SMALL = -8, REAL_TOO_SMALL = -9, GROWTH_FACTOR = 4, MAX_PERCENT = 20000 };

  PetscFunctionBeginUser;
  for (PetscInt percent = GROWTH_FACTOR * WORKSPACE_PERCENT;
       (*error == OWN_TOO_SMALL || *error == REAL_TOO_SMALL) && percent < MAX_PERCENT;
       percent *= GROWTH_FACTOR) {
    PetscCall(MatDestroy(factors)); /* MUMPS cannot reuse it */
    PetscCall(AnalyzeFactors(A, symmetric, factors));
    PetscCall(MatMumpsSetIcntl(*factors, WORKSPACE, percent));
    PetscCall(FactorNumbers(A, symmetric, *factors, error, detail));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorizationCompute(Mat A, PetscBool symmetric, Mat *factors, PetscBool *singular)
{
  const PetscInt zero_pivot = -10;
  PetscInt       error, detail;

  PetscFunctionBeginUser;
  if (!*factors) {
    PetscCall(FactorAnnounce(A));
    PetscCall(AnalyzeFactors(A, symmetric, factors));
  }
  PetscCall(FactorNumbers(A, symmetric, *factors, &error, &detail));
  PetscCall(EnlargeWorkspace(A, symmetric, factors, &error, &detail));
  PetscCheck(error >= 0 || error == zero_pivot, PetscObjectComm((PetscObject)A), PETSC_ERR_MEM,
             "MUMPS cannot factor: INFOG(1) = %" PetscInt_FMT ", INFOG(2) = %" PetscInt_FMT, error,
             detail);
  *singular = (PetscBool)(error == zero_pivot);
  if (*singular) PetscCall(MatDestroy(factors)); /* MUMPS cannot reuse it */
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies n vectors to the columns of a dense matrix, or the columns to the vectors. */
static PetscErrorCode CopyColumns(Mat columns, PetscInt n, Vec x[], PetscBool to_columns)
{
  PetscFunctionBeginUser;
  for (PetscInt k = 0; k < n; k++) {
    Vec column;

    PetscCall(MatDenseGetColumnVec(columns, k, &column));
    PetscCall(to_columns ? VecCopy(x[k], column) : VecCopy(column, x[k]));
    PetscCall(MatDenseRestoreColumnVec(columns, k, &column));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorizationSolveBlock(Mat factors, PetscInt n, Vec x[])
{
  enum { COLUMNS = 32 }; /* at a time; bounds the memory */

  PetscFunctionBeginUser;
  for (PetscInt from = 0; from < n; from += COLUMNS) {
    const PetscInt columns = PetscMin(COLUMNS, n - from);
    PetscInt       rows;
    Mat            right, solution;

    PetscCall(VecGetLocalSize(x[from], &rows));
    PetscCall(MatCreateDense(PetscObjectComm((PetscObject)x[from]), rows, PETSC_DECIDE,
                             PETSC_DETERMINE, columns, NULL, &right));
    PetscCall(MatDuplicate(right, MAT_DO_NOT_COPY_VALUES, &solution));
    PetscCall(CopyColumns(right, columns, x + from, PETSC_TRUE));
    PetscCall(MatMatSolve(factors, right, solution));
    PetscCall(CopyColumns(solution, columns, x + from, PETSC_FALSE));
    PetscCall(MatDestroy(&solution));
    PetscCall(MatDestroy(&right));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorizationGetMemory(Mat factors, PetscInt *megabytes)
{
  const PetscInt used_by_all = 22;

  PetscFunctionBeginUser;
  *megabytes = 0;
  if (factors) PetscCall(MatMumpsGetInfog(factors, used_by_all, megabytes));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- eigen solver ---------------------------------------------------------------------------- */

static PetscErrorCode FinalizeSlepc(void) { return SlepcFinalize(); }

/* SLEPc ends when PETSc ends. */
static PetscErrorCode InitializeSlepc(void)
{
  PetscBool done;

  PetscFunctionBeginUser;
  PetscCall(SlepcInitialized(&done));
  if (done) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(SlepcInitializeNoArguments());
  PetscCall(PetscRegisterFinalize(FinalizeSlepc));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EigenSolverCreate(Vec x, EPS *eps)
{
  const MPI_Comm comm = PetscObjectComm((PetscObject)x);
  PetscInt       rows;
  BV             vectors;

  PetscFunctionBeginUser;
  PetscCall(InitializeSlepc());
  PetscCall(EPSCreate(comm, eps));
  PetscCall(VecGetLocalSize(x, &rows));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &rows, 1, MPIU_INT, MPI_MIN, comm));
  if (rows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EPSGetBV(*eps, &vectors));
  PetscCall(BVSetType(vectors, BVVECS));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscBool has_found_all(const CaughtError *caught)
{
  return (PetscBool)(caught->code && strstr(caught->text, "belongs to the deflation space"));
}
