/* factorization.c: factors matrices by MUMPS or as dense ones with a count of negative pivots,
   and creates SLEPc's solvers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "factorization.h"
#include "base/printing.h"
#include "linear/solver.h"
#include <string.h>
#include "system/force_units.h"
#include <petscblaslapack.h>

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
  SolveCount *count = context;

  PetscFunctionBeginUser;
  (void)ksp, (void)b, (void)x;
  count->done++;
  if (count->done < count->expected)
    PetscCall(LongPhaseReport((PetscReal)count->done / (PetscReal)count->expected,
                              "factored, %" PetscInt_FMT " of about %" PetscInt_FMT " solves",
                              count->done, count->expected));
  else /* how many more there are is not known */
    PetscCall(LongPhaseReport(-1, "factored, %" PetscInt_FMT " solves", count->done));
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
  MatFactorType  type       = MAT_FACTOR_NONE;
  PetscInt       error, detail;
  PetscReal      norm;

  PetscFunctionBeginUser;
  PetscCall(MatNorm(A, NORM_FROBENIUS, &norm)); /* a largest entry would overlook NaN */
  *singular = PetscIsInfOrNanReal(norm);        /* MUMPS crashes */
  if (*singular) {
    PetscCall(MatDestroy(factors));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  if (*factors) PetscCall(MatGetFactorType(*factors, &type));
  if (type != (symmetric ? MAT_FACTOR_CHOLESKY : MAT_FACTOR_LU)) PetscCall(MatDestroy(factors));
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

PetscErrorCode FactorizationGetCost(Mat factors, PetscReal *solves)
{
  const PetscInt elimination = 3, entries_of_factors = 29; /* entries in millions if negative */
  PetscInt       entries;
  PetscReal      operations;

  PetscFunctionBeginUser;
  PetscCall(MatMumpsGetRinfog(factors, elimination, &operations));
  PetscCall(MatMumpsGetInfog(factors, entries_of_factors, &entries));
  *solves = operations / (4 * (entries < 0 ? -1e6 : 1) * (PetscReal)entries);
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

/* ---- dense inertia --------------------------------------------------------------------------- */

/* Counts the negative eigenvalues of a small symmetric matrix by LAPACK.

   Rows and columns are scaled to entries of at most 1 without a unit (system/force_units.h),
   which changes no sign (Sylvester's law of inertia). A step of iterative refinement measures
   the condition of the scaled matrix. */

/* Above this number of rows, the sparse factorization is faster. */
static const PetscInt LARGEST = 150;

typedef struct {
  PetscBLASInt  n;
  PetscScalar  *A, *factors; /* [n n] */
  PetscScalar  *b, *x;       /* [n] */
  PetscScalar  *work;        /* [nwork] */
  PetscBLASInt *pivot, nwork;
} Dense;

static PetscErrorCode DenseCreate(PetscInt n, Dense *d)
{
  const size_t   rows  = (size_t)n;
  const PetscInt block = 64; /* of rows, in LAPACK */

  PetscFunctionBeginUser;
  PetscCall(PetscBLASIntCast(n, &d->n));
  PetscCall(PetscBLASIntCast(n * block, &d->nwork));
  PetscCall(PetscCalloc6(rows * rows, &d->A, rows * rows, &d->factors, n, &d->b, n, &d->x,
                         rows * (size_t)block, &d->work, n, &d->pivot));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the matrix, and scales it. *regular: no row is zero. */
static PetscErrorCode CopyScaled(FsSystem sys, Mat A, Dense *d, PetscBool *regular)
{
  const PetscInt     n = d->n;
  const PetscScalar *factor;
  Equilibration      e;

  PetscFunctionBeginUser;
  PetscCall(EquilibrationCreate(sys, A, &e));
  *regular = (PetscBool)!e.singular;
  PetscCall(VecGetArrayRead(e.row, &factor));
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           ncolumns;

    PetscCall(MatGetRow(A, i, &ncolumns, &column, &value));
    for (PetscInt k = 0; k < ncolumns; k++)
      d->A[i + n * column[k]] = factor[i] * value[k] * factor[column[k]];
    PetscCall(MatRestoreRow(A, i, &ncolumns, &column, &value));
  }
  PetscCall(VecRestoreArrayRead(e.row, &factor));
  PetscCall(EquilibrationDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the factors of the lower triangle. *regular: no pivot is 0. */
static PetscErrorCode Factor(Dense *d, PetscBool *regular)
{
  PetscBLASInt info;

  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(d->factors, d->A, (size_t)d->n * (size_t)d->n));
  PetscCallBLAS("LAPACKsytrf",
                LAPACKsytrf_("L", &d->n, d->factors, &d->n, d->pivot, d->work, &d->nwork, &info));
  *regular = (PetscBool)(info == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves A x = x. */
static PetscErrorCode Solve(Dense *d, PetscScalar x[])
{
  const PetscBLASInt one = 1;
  PetscBLASInt       info;

  PetscFunctionBeginUser;
  PetscCallBLAS("LAPACKsytrs",
                LAPACKsytrs_("L", &d->n, &one, d->factors, &d->n, d->pivot, x, &d->n, &info));
  PetscCheck(info == 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK sytrs: %d", (int)info);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for a vector without structure, and refines the result. *good: the change is small. */
static PetscErrorCode MeasureCondition(Dense *d, PetscBool *good)
{
  /* Change relative to the solution: the condition of the matrix, whose rows and columns are scaled
     to entries of about 1, times round-off. Below it the signs of all pivots are certain. The limit
     is stricter than that of PencilIsNonsingular, because the caller has another way to count.
     tests/eigen/factorization.c has regular and singular matrices. */
  const PetscReal refinement = 1e-6;
  const PetscInt  n          = d->n;
  PetscReal       of_x = 0, of_change = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) d->x[i] = d->b[i] = PetscCosReal((PetscReal)(i * i + 1));
  PetscCall(Solve(d, d->x));
  for (PetscInt k = 0; k < n; k++)
    for (PetscInt i = 0; i < n; i++) d->b[i] -= d->A[i + n * k] * d->x[k];
  PetscCall(Solve(d, d->b));
  for (PetscInt i = 0; i < n; i++) {
    of_x += PetscSqr(PetscAbsScalar(d->x[i]));
    of_change += PetscSqr(PetscAbsScalar(d->b[i]));
  }
  *good = (PetscBool)(PetscSqrtReal(of_change) <= refinement * PetscSqrtReal(of_x) &&
                      !PetscIsInfOrNanReal(of_x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the negative eigenvalues of the blocks of D. A block of two rows has one. */
static PetscInt count_negative(const Dense *d)
{
  PetscInt negative = 0;

  for (PetscInt k = 0; k < d->n; k++)
    if (d->pivot[k] < 0) negative++, k++;
    else negative += PetscRealPart(d->factors[k + d->n * k]) < 0;
  return negative;
}

PetscErrorCode DenseInertia(FsSystem sys, Mat A, PetscInt *negative, PetscBool *certain)
{
  PetscMPIInt size;
  PetscInt    n;
  Dense       d;

  PetscFunctionBeginUser;
  *negative = 0;
  *certain  = PETSC_FALSE;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  if (size > 1 || n < 1 || n > LARGEST) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DenseCreate(n, &d));
  PetscCall(CopyScaled(sys, A, &d, certain));
  if (*certain) PetscCall(Factor(&d, certain));
  if (*certain) PetscCall(MeasureCondition(&d, certain));
  if (*certain) *negative = count_negative(&d);
  PetscCall(PetscFree6(d.A, d.factors, d.b, d.x, d.work, d.pivot));
  PetscFunctionReturn(PETSC_SUCCESS);
}
