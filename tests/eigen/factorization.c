/* factorization.c: factors of a matrix whose pivots are delayed, so that MUMPS needs more workspace
   than it estimated. The first matrix has a large diagonal; the second, of the same pattern,
   couples only distant rows. Solutions are known. The test gives MUMPS little workspace
   (CMakeLists.txt). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "eigen/factorization.h"
#include "petsc_test.h"
#include <math.h>

/* Rows in a square grid; a row meets those that are at most REACH rows of the grid away. */
enum { SIDE = 30, ROWS = SIDE * SIDE, REACH = 5 };

/* Sets the rows of a symmetric matrix. Unless they are coupled, near rows have zeros that are
   stored, and the diagonal is small. */
static PetscErrorCode SetRows(Mat A, PetscBool coupled)
{
  PetscInt from, to;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &from, &to));
  for (PetscInt row = from; row < to; row++)
    for (PetscInt y = -REACH; y <= REACH; y++)
      for (PetscInt x = -REACH; x <= REACH; x++) {
        const PetscInt column = row + x + SIDE * y;
        const PetscInt low = PetscMin(row, column), high = PetscMax(row, column);
        PetscReal      number = sin(1.0 + 12.9898 * low + 78.233 * high);

        if (column < 0 || column >= ROWS || row % SIDE + x < 0 || row % SIDE + x >= SIDE) continue;
        if (row == column) number = coupled ? 100 : 1e-3;
        else if (!coupled && (PetscAbs(x) < REACH || PetscAbs(y) < REACH)) number = 0;
        PetscCall(MatSetValue(A, row, column, number, INSERT_VALUES));
      }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Checks the solution of A x = A 1 by the factors. */
static PetscErrorCode CheckSolution(Mat A, Mat factors, const char *name)
{
  Vec       x, b;
  PetscReal error;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSet(x, 1));
  PetscCall(MatMult(A, x, b));
  PetscCall(FactorizationSolveBlock(factors, 1, &b));
  PetscCall(VecAXPY(b, -1, x));
  PetscCall(VecNorm(b, NORM_INFINITY, &error));
  CHECK(error < 1e-8, "%s: error %g of a solution of ones", name, error);
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Delayed(PetscBool symmetric)
{
  Mat A, factors = NULL;

  PetscFunctionBeginUser;
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, ROWS, ROWS, 121, NULL, 121,
                         NULL, &A));
  for (int coupled = 1; coupled >= 0; coupled--) {
    PetscBool singular;

    PetscCall(SetRows(A, (PetscBool)coupled));
    PetscCall(FactorizationCompute(A, symmetric, &factors, &singular));
    CHECK(!singular, "coupled %d: singular", coupled);
    PetscCall(CheckSolution(A, factors, symmetric ? "L D L^T" : "LU"));
  }
  PetscCall(MatDestroy(&factors));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  PetscCall(Delayed(PETSC_TRUE));
  PetscCall(Delayed(PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
