/* dense_solve.c: implements Gaussian elimination of a small sparse matrix, stored as a dense one.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "dense_solve.h"

PetscErrorCode DenseSolveServes(KSP ksp, Mat A, PetscBool *serves)
{
  PetscBool is_aij, direct, lu;
  PetscInt  n;
  PC        pc;

  PetscFunctionBeginUser;
  *serves = PETSC_FALSE;
  PetscCall(MatGetSize(A, &n, NULL));
  if (n > DENSE_SOLVE_MOST) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &is_aij));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPPREONLY, &direct));
  PetscCall(PetscObjectTypeCompare((PetscObject)pc, PCLU, &lu));
  *serves = (PetscBool)(is_aij && direct && lu);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves the system of n equations in place. a: rows of DENSE_SOLVE_MOST + 1 numbers, of which
   number n is the right-hand side, and then the solution. Returns 1 if it failed. */
static int eliminate(PetscInt n, PetscScalar a[][DENSE_SOLVE_MOST + 1])
{
  for (PetscInt k = 0; k < n; k++) {
    PetscInt pivot = k;

    for (PetscInt i = k + 1; i < n; i++)
      if (PetscAbsScalar(a[i][k]) > PetscAbsScalar(a[pivot][k])) pivot = i;
    if (!(PetscAbsScalar(a[pivot][k]) > 0) || PetscIsInfOrNanScalar(a[pivot][k])) return 1;
    for (PetscInt j = k; pivot != k && j <= n; j++) {
      const PetscScalar other = a[k][j];

      a[k][j]     = a[pivot][j];
      a[pivot][j] = other;
    }
    for (PetscInt i = k + 1; i < n; i++) {
      const PetscScalar factor = a[i][k] / a[k][k];

      if (factor == 0) continue;
      for (PetscInt j = k + 1; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  for (PetscInt i = n - 1; i >= 0; i--) {
    for (PetscInt j = i + 1; j < n; j++) a[i][n] -= a[i][j] * a[j][n];
    a[i][n] /= a[i][i];
  }
  return 0;
}

PetscErrorCode DenseSolve(Mat A, Vec b, Vec x, PetscBool *solved)
{
  const PetscInt    *start, *column;
  const PetscScalar *from;
  PetscScalar       *value, *to, a[DENSE_SOLVE_MOST][DENSE_SOLVE_MOST + 1];
  PetscMemType       memory;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(b, &n));
  PetscCall(MatSeqAIJGetCSRAndMemType(A, &start, &column, &value, &memory));
  PetscCall(VecGetArrayRead(b, &from));
  for (PetscInt i = 0; i < n; i++) {
    PetscCall(PetscArrayzero(a[i], n));
    for (PetscInt k = start[i]; k < start[i + 1]; k++) a[i][column[k]] = value[k];
    a[i][n] = from[i];
  }
  PetscCall(VecRestoreArrayRead(b, &from));
  *solved = (PetscBool)!eliminate(n, a);
  PetscCall(VecGetArray(x, &to));
  for (PetscInt i = 0; i < n; i++) {
    to[i] = a[i][n];
    if (PetscIsInfOrNanScalar(to[i])) *solved = PETSC_FALSE;
  }
  PetscCall(VecRestoreArray(x, &to));
  PetscFunctionReturn(PETSC_SUCCESS);
}
