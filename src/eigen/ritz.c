/* ritz.c: implements orthonormalization and the Rayleigh-Ritz method for symmetric pencils. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/lapack.h"
#include "mode_search.h"
#include "factorization.h"

PetscErrorCode RitzOrthonormalize(Pencil p, PetscInt n, Vec x[])
{
  PetscScalar *gram, *coefficients;
  Vec          Mx;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2(n, &gram, n, &coefficients));
  PetscCall(VecDuplicate(p->sys->vec, &Mx));
  for (PetscInt k = 0; k < n; k++) {
    for (int twice = 0; twice < 2; twice++) { /* the second pass removes round-off */
      PetscCall(MatMult(p->M, x[k], Mx));
      PetscCall(VecMDot(Mx, k + 1, x, gram));
      for (PetscInt i = 0; i < k; i++) coefficients[i] = -gram[i];
      PetscCall(VecMAXPY(x[k], k, coefficients, x));
      PetscCall(VecScale(x[k], 1 / PetscSqrtReal(PetscRealPart(gram[k]))));
    }
  }
  PetscCall(VecDestroy(&Mx));
  PetscCall(PetscFree2(gram, coefficients));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Rotates the orthonormal x[n] so that x K x is diagonal. */
static PetscErrorCode DiagonalizeStiffness(Pencil p, PetscInt n, Vec x[])
{
  PetscScalar *A;
  PetscReal   *values;
  Vec         *rotated, Kx;

  PetscFunctionBeginUser;
  PetscCall(PetscMalloc2((size_t)n * (size_t)n, &A, n, &values));
  PetscCall(VecDuplicate(p->sys->vec, &Kx));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(MatMult(p->K, x[k], Kx));
    PetscCall(VecMDot(Kx, n, x, A + n * k));
  }
  PetscCall(LapackEigen(n, A, values));
  PetscCall(VecDuplicateVecs(p->sys->vec, n, &rotated));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(VecZeroEntries(rotated[k]));
    PetscCall(VecMAXPY(rotated[k], n, A + n * k, x));
  }
  for (PetscInt k = 0; k < n; k++) PetscCall(VecCopy(rotated[k], x[k]));
  PetscCall(VecDestroyVecs(n, &rotated));
  PetscCall(VecDestroy(&Kx));
  PetscCall(PetscFree2(A, values));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode RitzImprove(Pencil p, PetscReal sigma, PetscInt n, Vec x[], PetscInt *solves)
{
  PetscInt below;
  Vec      Mx;

  PetscFunctionBeginUser;
  PetscCall(PencilFactor(p, sigma, &below));
  PetscCheck(below != PENCIL_SINGULAR, p->sys->comm, PETSC_ERR_ARG_WRONGSTATE,
             "the shift is an eigenvalue");
  PetscCall(VecDuplicate(p->sys->vec, &Mx));
  for (PetscInt k = 0; k < n; k++) {
    PetscCall(MatMult(p->M, x[k], Mx));
    PetscCall(VecCopy(Mx, x[k]));
  }
  PetscCall(FactorizationSolveBlock(p->factors, n, x));
  *solves += n;
  PetscCall(VecDestroy(&Mx));
  PetscCall(RitzOrthonormalize(p, n, x));
  PetscCall(DiagonalizeStiffness(p, n, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}
