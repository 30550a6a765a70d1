/* stability.c: counts unstable directions by the eigenvalues nearest to 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stability.h"
#include "eigen/factorization.h"
#include "base/error.h"
#include <slepceps.h>

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

PetscErrorCode StabilityByEigenvalues(Pencil p, Vec weights, PetscInt *index)
{
  PetscInt    n, converged;
  CaughtError caught;
  Mat         W;
  EPS         eps;

  PetscFunctionBeginUser;
  PetscCall(SlepcInitializeOnce());
  PetscCall(MatDuplicate(p->K, MAT_DO_NOT_COPY_VALUES, &W));
  PetscCall(MatDiagonalSet(W, weights, INSERT_VALUES));
  PetscCall(VecGetSize(weights, &n));
  PetscCall(EPSCreate(p->sys->comm, &eps));
  PetscCall(Configure(eps, p->K, W, PetscMax(1, PetscMin(NEIGENVALUES, n - 2 * p->rows))));
  PetscCall(CatchErrorsBegin(&caught));
  (void)EPSSolve(eps);
  PetscCall(CatchErrorsEnd());
  *index = -1; /* the eigenvalues cannot be computed */
  if (!caught.code) {
    *index = 0;
    PetscCall(EPSGetConverged(eps, &converged));
    for (PetscInt k = 0; k < converged; k++) {
      PetscScalar re, im;

      PetscCall(EPSGetEigenvalue(eps, k, &re, &im));
      if (re < 0) (*index)++;
    }
  }
  PetscCall(EPSDestroy(&eps));
  PetscCall(MatDestroy(&W));
  PetscFunctionReturn(PETSC_SUCCESS);
}
