/* stencil.c: operators whose rows repeat against the assembled matrices that they come from, on any number of ranks: products,
   diagonals, squares, combinations, conjugate gradients. */
#include "petsc_test.h"
#include "stencil/stencil.h"

enum { COLUMNS = 61, ROWS = 17, N = COLUMNS * ROWS };

/* A nine-point term on a grid, other coefficients beyond half of it; every row with the same pattern in all terms. */
static PetscErrorCode CreateTerm(int term, PetscReal noise, Mat *A)
{
  PetscInt first, last;

  PetscFunctionBeginUser;
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, N, N, 9, NULL, 9, NULL, A));
  PetscCall(MatGetOwnershipRange(*A, &first, &last));
  for (PetscInt row = first; row < last; row++)
    for (PetscInt k = 0; k < 9; k++) {
      const PetscInt  i = row % COLUMNS + k % 3 - 1, j = row / COLUMNS + k / 3 - 1, column = j * COLUMNS + i;
      const PetscReal stiffness = row / COLUMNS + column / COLUMNS > ROWS ? 3 : 2,
                      distance  = (PetscReal)PetscAbsInt(k - 4);
      const PetscReal value     = term == 0   ? 1 / (1 + distance)
                                  : term == 1 ? 0.1 * stiffness / (2 + distance)
                                              : stiffness * (k == 4 ? 8 : -1);

      if (i < 0 || i >= COLUMNS || j < 0 || j >= ROWS) continue;
      PetscCall(MatSetValue(*A, row, column, value * (1 + noise * (PetscReal)row), INSERT_VALUES));
    }
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Difference(Vec x, Vec y, PetscReal *difference)
{
  PetscReal norm;

  PetscFunctionBeginUser;
  PetscCall(VecNorm(y, NORM_INFINITY, &norm));
  PetscCall(VecAXPY(x, -1, y));
  PetscCall(VecNorm(x, NORM_INFINITY, difference));
  *difference /= norm;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Two matrices are one. */
static PetscErrorCode Compare(Mat A, Mat B, const char what[])
{
  const PetscReal rounding = 1e-14;
  PetscReal       difference, mine, square;
  Vec             x, y, z;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(B, &x, &y));
  PetscCall(VecDuplicate(x, &z));
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(MatMult(A, x, y));
  PetscCall(MatMult(B, x, z));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: product off by %g", what, difference);
  PetscCall(MatMultAdd(A, x, x, y));
  PetscCall(MatMultAdd(B, x, x, z));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: product and vector off by %g", what, difference);
  PetscCall(VecCopy(x, y));
  PetscCall(MatMultAdd(A, x, y, y));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: product added to itself off by %g", what, difference);
  PetscCall(MatGetDiagonal(A, y));
  PetscCall(MatGetDiagonal(B, z));
  PetscCall(Difference(y, z, &difference));
  CHECK(difference < rounding, "%s: diagonal off by %g", what, difference);
  PetscCall(MatMult(B, x, z));
  PetscCall(VecDot(x, z, &square));
  PetscCall(StencilSquare(A, x, &mine));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &mine, 1, MPIU_REAL, MPI_SUM, PETSC_COMM_WORLD));
  CHECK(fabs(mine / square - 1) < rounding, "%s: square off by %g", what, mine / square - 1);
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscCall(VecDestroy(&z));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Solve(PetscBool fused, Mat A, Vec b, Vec x, PetscInt *iterations)
{
  KSPConvergedReason reason;
  KSP                ksp;
  PC                 pc;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetType(ksp, KSPCG));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCSetType(pc, PCJACOBI));
  PetscCall(KSPSetTolerances(ksp, 1e-10, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  if (fused) {
    PetscCall(StencilSolve(ksp, A, b, x, &reason, iterations));
  } else {
    PetscCall(KSPSolve(ksp, b, x));
    PetscCall(KSPGetConvergedReason(ksp, &reason));
    PetscCall(KSPGetIterationNumber(ksp, iterations));
  }
  CHECK(reason == KSP_CONVERGED_RTOL, "ends with PETSc's reason %d", (int)reason);
  PetscCall(KSPDestroy(&ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CompareSolvers(Mat A, Mat B)
{
  PetscInt  iterations[2];
  PetscReal difference;
  Vec       b, x, y;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(B, &x, &b));
  PetscCall(VecDuplicate(x, &y));
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(VecSetRandom(x, NULL));
  PetscCall(VecCopy(x, y));
  PetscCall(Solve(PETSC_TRUE, A, b, x, &iterations[0]));
  PetscCall(Solve(PETSC_FALSE, B, b, y, &iterations[1]));
  CHECK(iterations[0] == iterations[1] && iterations[0] > 5, "%d iterations, %d of PETSc", (int)iterations[0],
        (int)iterations[1]);
  PetscCall(Difference(x, y, &difference));
  CHECK(difference < 1e-12, "solutions differ by %g after as many iterations", difference);
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&y));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const PetscReal c[2][STENCIL_TERMS] = {
    {40, 0.5, 1  },
    {3,  2,   0.1}
  };
  Mat term[STENCIL_TERMS], noisy, operator, assembled, sum;
  PetscReal length;
  Stencil   s;

  PetscFunctionBeginUser;
  for (int t = 0; t < STENCIL_TERMS; t++) PetscCall(CreateTerm(t, 0, &term[t]));
  PetscCall(StencilCreate(term, &length, &s));
  CHECK(s && length > 8, "%g rows in a row alike", length);
  PetscCall(StencilCreateOperator(s, &operator));
  PetscCall(StencilCreateAssembled(s, &assembled));
  PetscCall(StencilDestroy(&s)); /* the operator keeps it */
  PetscCall(StencilCreate(term, &length, &s));
  for (int k = 0; k < 2; k++) { /* coefficients change */
    PetscCall(MatDuplicate(term[0], MAT_COPY_VALUES, &sum));
    PetscCall(MatScale(sum, c[k][0]));
    for (int t = 1; t < STENCIL_TERMS; t++) PetscCall(MatAXPY(sum, c[k][t], term[t], SAME_NONZERO_PATTERN));
    PetscCall(StencilCombine(s, c[k], operator));
    PetscCall(StencilCombine(s, c[k], assembled));
    PetscCall(Compare(operator, sum, "operator"));
    PetscCall(Compare(operator, assembled, "assembled"));
    PetscCall(CompareSolvers(operator, sum));
    PetscCall(MatDestroy(&sum));
  }
  PetscCall(MatDestroy(&operator));
  PetscCall(MatDestroy(&assembled));
  PetscCall(StencilDestroy(&s));
  PetscCall(CreateTerm(2, 1e-6, &noisy)); /* no two rows are alike */
  PetscCall(MatDestroy(&term[2]));
  term[2] = noisy;
  PetscCall(StencilCreate(term, &length, &s));
  CHECK(!s && length < 8, "rows that differ by 1e-6 were taken for one");
  for (int t = 0; t < STENCIL_TERMS; t++) PetscCall(MatDestroy(&term[t]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
