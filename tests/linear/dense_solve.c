/* dense_solve.c: Gaussian elimination of small matrices finds known solutions, also if rows must be
   exchanged, and returns singular matrices and numbers that are not finite as failures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "direct/dense_solve.h"
#include "petsc_test.h"

/* The unit of row i: forces and constraints differ as much. */
static PetscReal unit(PetscInt i) { return i % 2 ? 1e8 : 1e-4; }

/* Makes a matrix of n rows in units of their own, whose diagonal is zero if zero_diagonal is true.
 */
static PetscErrorCode MakeMatrix(PetscInt n, PetscBool zero_diagonal, Mat *A)
{
  PetscFunctionBeginUser;
  PetscCall(MatCreateSeqAIJ(PETSC_COMM_SELF, n, n, n, NULL, A));
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt j = 0; j < n; j++)
      if (i != j || !zero_diagonal)
        PetscCall(
          MatSetValue(*A, i, j, unit(i) * cos((double)(3 * i * i + 5 * j + i * j)), INSERT_VALUES));
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Row pivots bound the residual by about n times round-off times |A| |x|; entries are at most 1, in
   the units of the rows. */
static PetscErrorCode CheckResidual(PetscInt n, PetscBool zero_diagonal)
{
  PetscReal size, residual;
  PetscBool solved;
  Mat       A;
  Vec       x, b, r, units;

  PetscFunctionBeginUser;
  PetscCall(MakeMatrix(n, zero_diagonal, &A));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecDuplicate(b, &r));
  PetscCall(VecDuplicate(b, &units));
  for (PetscInt i = 0; i < n; i++) PetscCall(VecSetValue(b, i, sin(1. + (double)i), INSERT_VALUES));
  for (PetscInt i = 0; i < n; i++) PetscCall(VecSetValue(units, i, unit(i), INSERT_VALUES));
  PetscCall(VecPointwiseMult(b, b, units));
  PetscCall(DenseSolve(A, b, x, &solved));
  PetscCall(MatMult(A, x, r));
  PetscCall(VecAXPY(r, -1, b));
  PetscCall(VecPointwiseDivide(r, r, units));
  PetscCall(VecNorm(r, NORM_INFINITY, &residual));
  PetscCall(VecNorm(x, NORM_1, &size));
  CHECK(solved, "%d rows, zero diagonal %d: not solved", (int)n, (int)zero_diagonal);
  CHECK_CLOSE(residual, 0, 10 * (double)n * PETSC_MACHINE_EPSILON * (size + 1), "residual");
  PetscCall(VecDestroy(&units));
  PetscCall(VecDestroy(&r));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks that a matrix with a row of one value in all its entries does not count as solved. */
static PetscErrorCode CheckFailure(PetscScalar value)
{
  const PetscInt n = 4;
  PetscBool      solved;
  Mat            A;
  Vec            x, b;

  PetscFunctionBeginUser;
  PetscCall(MakeMatrix(n, PETSC_FALSE, &A));
  for (PetscInt j = 0; j < n; j++) PetscCall(MatSetValue(A, 2, j, value, INSERT_VALUES));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSet(b, 1));
  PetscCall(DenseSolve(A, b, x, &solved));
  CHECK(!solved, "a row of %g counts as solved", (double)value);
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  for (PetscInt n = 1; n <= DENSE_SOLVE_MOST; n++) {
    PetscCall(CheckResidual(n, PETSC_FALSE));
    if (n > 1) PetscCall(CheckResidual(n, PETSC_TRUE));
  }
  PetscCall(CheckFailure(0));
  PetscCall(CheckFailure(NAN));
  PetscCall(CheckFailure(INFINITY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
