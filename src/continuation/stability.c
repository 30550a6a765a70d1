/* stability.c: counts unstable directions by factors, by the eigenvalues nearest to 0, or by
   LOBPCG. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stability.h"
#include "eigen/factorization.h"
#include "base/error.h"
#include "system/force_units.h"
#include <petsctime.h>

enum { NEIGENVALUES = 8 };

static PetscErrorCode Configure(EPS eps, Mat K, Mat W, PetscInt n)
{
  ST  st;
  KSP ksp;

  PetscFunctionBeginUser;
  PetscCall(EPSSetOperators(eps, K, W));
  PetscCall(EPSSetProblemType(eps, EPS_PGNHEP));
  PetscCall(EPSSetDimensions(eps, n, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(EPSSetTarget(eps, 0));
  PetscCall(EPSSetWhichEigenpairs(eps, EPS_TARGET_MAGNITUDE));
  PetscCall(EPSGetST(eps, &st));
  PetscCall(STSetType(st, STSINVERT));
  PetscCall(STGetKSP(st, &ksp));
  PetscCall(KSPSetFactorization(ksp, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Determines whether the symmetric part of K is positive definite on the motions that the
   constraints allow. Then its negative pivots are those of the rows of constraints alone, and x . K
   x is positive for each eigenvector x of K, so that K has no negative eigenvalue either.

   If the symmetric part cannot be factored, for example because the memory does not suffice, this
   is not known, and *positive is PETSC_FALSE. rows: number of rows of constraints. */
static PetscErrorCode SymmetricPartIsPositive(Mat K, PetscInt rows, PetscBool *positive)
{
  PetscInt    negative = 0;
  PetscBool   singular = PETSC_TRUE;
  CaughtError caught;
  Mat         S, factors = NULL;

  PetscFunctionBeginUser;
  PetscCall(MatTranspose(K, MAT_INITIAL_MATRIX, &S));
  PetscCall(MatAXPY(S, 1, K, SAME_NONZERO_PATTERN));
  PetscCall(CatchErrorsBegin(&caught));
  (void)FactorizationCompute(S, PETSC_TRUE, &factors, &singular);
  PetscCall(CatchErrorsEnd());
  if (!caught.code && !singular) PetscCall(MatGetInertia(factors, &negative, NULL, NULL));
  *positive = (PetscBool)(!caught.code && !singular && negative == rows);
  PetscCall(MatDestroy(&factors));
  PetscCall(MatDestroy(&S));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StabilityByEigenvalues(Pencil p, Vec weights, PetscInt *index)
{
  /* Largest imaginary part of a real eigenvalue, relative to its real part: a double real one may
     split by the root of the round-off. */
  const PetscReal real     = 1e-6;
  PetscBool       positive = PETSC_FALSE;
  PetscInt        n, wanted, converged;
  CaughtError     caught;
  Mat             W;
  EPS             eps;

  PetscFunctionBeginUser;
  *index = 0;
  PetscCall(SymmetricPartIsPositive(p->K, p->rows, &positive));
  PetscCall(VecGetSize(weights, &n));
  /* each row of constraints makes two eigenvalues infinite, and rounding makes them large */
  wanted = PetscMin(NEIGENVALUES, n - 2 * p->rows);
  if (positive || wanted <= 0) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatDuplicate(p->K, MAT_DO_NOT_COPY_VALUES, &W));
  PetscCall(MatDiagonalSet(W, weights, INSERT_VALUES));
  PetscCall(EigenSolverCreate(weights, &eps));
  PetscCall(Configure(eps, p->K, W, wanted));
  PetscCall(CatchErrorsBegin(&caught));
  (void)EPSSolve(eps);
  PetscCall(CatchErrorsEnd());
  *index = -1; /* the eigenvalues cannot be computed */
  if (!caught.code) {
    *index = 0;
    PetscCall(EPSGetConverged(eps, &converged));
    for (PetscInt k = 0; k < PetscMin(wanted, converged); k++) {
      PetscScalar re, im;

      PetscCall(EPSGetEigenvalue(eps, k, &re, &im));
      if (re < 0 && PetscAbsReal(im) <= real * PetscAbsReal(re)) (*index)++;
    }
  }
  PetscCall(EPSDestroy(&eps));
  PetscCall(MatDestroy(&W));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts by shifts on both sides of zero. The shifts are round_off times the norm of K with moments
   as forces at lengths, whose squares are the weights [N/m]. The round-off of K is 1e-16 for each
   term of a sum, and grows in factors; softer directions than this cannot be decided. The row "two
   negative eigenvalues of a column" of tests/relations/guards.py counts in any units, and
   test_neutral of tests/analysis/stability.py has eigenvalues of 0. */
static PetscErrorCode CountBesideZero(Pencil p, Vec weights, PetscInt *negative, PetscInt *zero)
{
  const PetscReal round_off = 1e-12;
  PetscReal       size;
  PetscInt        below, up_to;

  PetscFunctionBeginUser;
  PetscCall(FsSystemStiffnessNorm(p->sys, p->K, NORM_INFINITY, &size));
  size *= round_off;
  PetscCall(PencilFactorWeighted(p, -size, weights, &below));
  PetscCall(PencilFactorWeighted(p, size, weights, &up_to));
  *negative = *zero = -1;
  if (below == PENCIL_SINGULAR || up_to == PENCIL_SINGULAR) PetscFunctionReturn(PETSC_SUCCESS);
  *negative = below;
  *zero     = up_to - below;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StabilityByFactors(Pencil p, Vec weights, PetscInt *negative, PetscInt *zero)
{
  PetscBool nonsingular = PETSC_FALSE;

  PetscFunctionBeginUser;
  *zero = 0;
  if (!p->symmetric) {
    PetscCall(StabilityByEigenvalues(p, weights, negative));
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(DenseInertia(p->sys, p->K, negative, &nonsingular));
  if (nonsingular) {
    *negative -= p->rows;
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(PencilFactor(p, 0, negative));
  if (*negative != PENCIL_SINGULAR) PetscCall(PencilIsNonsingular(p, &nonsingular));
  if (!nonsingular) PetscCall(CountBesideZero(p, weights, negative, zero));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* ---- iteration ------------------------------------------------------------------------------- */

typedef struct {
  PetscLogDouble end;     /* time */
  PetscBool      expired; /* the same on all ranks */
} TimeLimit;

static PetscErrorCode StopAtTimeLimit(EPS eps, PetscInt its, PetscInt max_it, PetscInt nconv,
                                      PetscInt nev, EPSConvergedReason *reason, void *context)
{
  TimeLimit     *limit = context;
  PetscLogDouble now;
  PetscMPIInt    expired;

  PetscFunctionBeginUser;
  PetscCall(EPSStoppingBasic(eps, its, max_it, nconv, nev, reason, NULL));
  PetscCall(PetscTime(&now));
  expired = now > limit->end;
  PetscCallMPI(MPI_Bcast(&expired, 1, MPI_INT, 0, PetscObjectComm((PetscObject)eps)));
  limit->expired = (PetscBool)expired;
  if (*reason == EPS_CONVERGED_ITERATING && expired) *reason = EPS_CONVERGED_USER;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ApplyOtherPC(PC shell, Vec x, Vec y)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(PCShellGetContext(shell, &pc));
  PetscCall(PCApply(pc, x, y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode ConfigureLOBPCG(EPS eps, Mat K, Mat W, PC pc, TimeLimit *limit)
{
  const PetscReal tolerance = 0.05; /* relative; it proves the sign */
  ST              st;
  KSP             ksp;
  PC              shell;

  PetscFunctionBeginUser;
  PetscCall(EPSSetOperators(eps, K, W));
  PetscCall(EPSSetProblemType(eps, EPS_GHEP));
  PetscCall(EPSSetType(eps, EPSLOBPCG));
  PetscCall(EPSSetWhichEigenpairs(eps, EPS_SMALLEST_REAL));
  PetscCall(EPSSetTolerances(eps, tolerance, PETSC_MAX_INT));
  PetscCall(EPSSetStoppingTestFunction(eps, StopAtTimeLimit, limit, NULL));
  PetscCall(EPSGetST(eps, &st));
  PetscCall(STSetType(st, STPRECOND));
  PetscCall(STGetKSP(st, &ksp));
  PetscCall(KSPSetType(ksp, KSPPREONLY));
  PetscCall(KSPGetPC(ksp, &shell));
  PetscCall(PCSetType(shell, PCSHELL));
  PetscCall(PCShellSetContext(shell, pc));
  PetscCall(PCShellSetApply(shell, ApplyOtherPC));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the n lowest eigenvalues, and counts the negative ones. *all: all n were computed. If
   not, there are at least as many negative eigenvalues as counted (Cauchy's interlacing theorem).
 */
static PetscErrorCode CountLowest(EPS eps, PetscInt n, PetscInt *negative, PetscBool *all)
{
  PetscInt    converged;
  CaughtError caught;

  PetscFunctionBeginUser;
  PetscCall(EPSSetDimensions(eps, n, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(CatchErrorsBegin(&caught));
  (void)EPSSolve(eps);
  PetscCall(CatchErrorsEnd());
  *negative = 0;
  *all      = PETSC_FALSE;
  if (caught.code) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(EPSGetConverged(eps, &converged));
  *all = (PetscBool)(converged >= n);
  for (PetscInt k = 0; k < PetscMin(n, converged); k++) {
    PetscScalar value;

    PetscCall(EPSGetEigenvalue(eps, k, &value, NULL));
    *negative += value < 0;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateDiagonal(Vec diagonal, Mat *D)
{
  PetscInt n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(diagonal, &n));
  PetscCall(MatCreateAIJ(PetscObjectComm((PetscObject)diagonal), n, n, PETSC_DETERMINE,
                         PETSC_DETERMINE, 1, NULL, 0, NULL, D));
  PetscCall(MatDiagonalSet(*D, diagonal, INSERT_VALUES));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StabilityByIteration(Mat K, PC pc, Vec weights, PetscReal seconds,
                                    PetscInt *negative, PetscBool *all)
{
  enum { LARGEST = 64 };
  TimeLimit limit    = {.expired = PETSC_FALSE};
  PetscBool computed = PETSC_TRUE;
  PetscInt  size;
  Mat       W;
  EPS       eps;

  PetscFunctionBeginUser;
  PetscCall(PetscTime(&limit.end));
  limit.end += seconds;
  PetscCall(CreateDiagonal(weights, &W));
  PetscCall(VecGetSize(weights, &size));
  PetscCall(EigenSolverCreate(weights, &eps));
  PetscCall(ConfigureLOBPCG(eps, K, W, pc, &limit));
  *negative = -1;
  *all      = PETSC_FALSE;
  for (PetscInt n = 1; computed && !*all && n <= PetscMin(LARGEST, size); n *= 4) {
    PetscInt found;

    PetscCall(CountLowest(eps, n, &found, &computed));
    if (computed || found > 0) *negative = PetscMax(*negative, found);
    *all = (PetscBool)(computed && found < n); /* one is positive */
  }
  PetscCall(EPSDestroy(&eps));
  PetscCall(MatDestroy(&W));
  PetscFunctionReturn(PETSC_SUCCESS);
}
