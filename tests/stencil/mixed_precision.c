/* mixed_precision.c: conjugate gradients that iterate in single precision meet the tolerance of
   double precision, on any number of ranks; beyond the range of single precision they iterate in
   double precision. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "petsc_test.h"
#include "linear/conjugate_gradients.h"
#include "stencil/stencil.h"

enum { COLUMNS = 61, ROWS = 81, NODES = COLUMNS * ROWS };

/* Creates mass + stiffness of a grid of quadrilaterals. A node has several dofs in different units,
   and all nodes inside have the same rows. */
static PetscErrorCode CreateMatrix(PetscInt dofs, PetscReal mass, PetscReal unit, Mat *A)
{
  static const PetscReal m[] = {4. / 9, 1. / 9, 1. / 36}, k[] = {8. / 3, -1. / 3, -1. / 3};
  const PetscInt         most = 9 * dofs;
  PetscMPIInt            rank, size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_rank(PETSC_COMM_WORLD, &rank));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  const PetscInt first = NODES * rank / size, last = NODES * (rank + 1) / size,
                 n = dofs * (last - first);

  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, n, n, PETSC_DETERMINE, PETSC_DETERMINE, most, NULL, most,
                         NULL, A));
  for (PetscInt row = dofs * first; row < dofs * last; row++)
    for (PetscInt j = 0; j < 9; j++) {
      const PetscInt node = row / dofs, dof = row % dofs, x = node % COLUMNS + j % 3 - 1,
                     y = node / COLUMNS + j / 3 - 1, far = (j % 3 != 1) + (j / 3 != 1);

      if (x < 0 || x >= COLUMNS || y < 0 || y >= ROWS) continue;
      for (PetscInt other = 0; other < dofs; other++)
        PetscCall(MatSetValue(*A, row, dofs * (y * COLUMNS + x) + other,
                              unit * PetscPowReal(10, -(PetscReal)(dof + other)) *
                                (dof == other ? mass * m[far] + k[far] : 0.1 * mass * m[far]),
                              INSERT_VALUES));
    }
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns sqrt(r . D^-1 r) of r = b - A x. */
static PetscErrorCode NaturalResidual(Mat A, Vec b, Vec x, PetscReal *norm)
{
  Vec r, d;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &r, &d));
  PetscCall(MatMult(A, x, r));
  PetscCall(VecAYPX(r, -1, b));
  PetscCall(MatGetDiagonal(A, d));
  PetscCall(VecPointwiseDivide(d, r, d));
  PetscCall(VecDot(r, d, norm));
  *norm = PetscSqrtReal(*norm);
  PetscCall(VecDestroy(&r));
  PetscCall(VecDestroy(&d));
  PetscFunctionReturn(PETSC_SUCCESS);
}

typedef struct {
  PetscReal mass, unit, rtol;
  PetscInt  more; /* iterations more than in double precision, in percent */
} Problem;

/* Solves from a guess; a random right-hand side is the hardest. */
static PetscErrorCode Solve(Mat A, const Problem *problem, PetscBool mixed, Vec b, Vec x,
                            PetscInt *iterations)
{
  KSPConvergedReason reason;
  KSP                ksp;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetTolerances(ksp, problem->rtol, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_TRUE));
  PetscCall(StencilUseMixedPrecision(A, mixed));
  PetscCall(StencilSolve(ksp, A, b, x, &reason, iterations));
  CHECK(reason == KSP_CONVERGED_RTOL, "mixed %d, rtol %g: ends with PETSc's reason %d", mixed,
        problem->rtol, (int)reason);
  PetscCall(KSPDestroy(&ksp));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Compare(PetscInt dofs, const Problem *problem)
{
  const PetscReal rounding = 1e-14; /* of b - A x here, with sums of nine products */
  PetscReal       zero, norm, length;
  PetscInt        iterations[2];
  Mat             term[STENCIL_TERMS] = {NULL}, A;
  Vec             b, x;
  Stencil         s;

  PetscFunctionBeginUser;
  PetscCall(CreateMatrix(dofs, problem->mass, problem->unit, &term[0]));
  PetscCall(StencilCreate(term, &length, &s));
  PetscCall(StencilCreateOperator(s, &A));
  PetscCall(StencilCombine(s, (const PetscReal[]){1, 0, 0}, A));
  PetscCall(MatCreateVecs(A, &x, &b));
  for (int mixed = 0; mixed < 2; mixed++) {
    PetscCall(VecSet(x, 0));
    PetscCall(VecSetRandom(b, NULL));
    PetscCall(VecScale(b, problem->unit));
    PetscCall(NaturalResidual(term[0], b, x, &zero));
    PetscCall(VecSet(x, 0.5));
    PetscCall(Solve(A, problem, (PetscBool)mixed, b, x, &iterations[mixed]));
    PetscCall(NaturalResidual(term[0], b, x, &norm));
    CHECK(norm <= problem->rtol * zero * (mixed ? 1.001 : 1.1) + rounding * zero * 10,
          "%d dofs, mass %g, unit %g, mixed %d: the residual is %g, not %g", (int)dofs,
          problem->mass, problem->unit, mixed, norm / zero, problem->rtol);
  }
  CHECK(100 * iterations[1] <=
          (100 + problem->more) * iterations[0] + 200, /* a margin and a restart */
        "%d dofs, mass %g, unit %g: %d iterations, %d in double precision", (int)dofs,
        problem->mass, problem->unit, (int)iterations[1], (int)iterations[0]);
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(MatDestroy(&A));
  PetscCall(MatDestroy(&term[0]));
  PetscCall(StencilDestroy(&s));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Large vectors, tolerances that floats may reach and systems that are not too stiff have mixed
   precision. */
static PetscErrorCode CheckChoice(PetscInt rows, PetscReal rtol, PetscReal stiffness,
                                  PetscBool expected)
{
  PetscBool mixed;
  Mat       A;
  KSP       ksp;

  PetscFunctionBeginUser;
  PetscCall(
    MatCreateShell(PETSC_COMM_WORLD, rows, rows, PETSC_DETERMINE, PETSC_DETERMINE, NULL, &A));
  PetscCall(KSPCreate(PETSC_COMM_WORLD, &ksp));
  PetscCall(KSPSetTolerances(ksp, rtol, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(SolverChoosePrecision(ksp, A, stiffness, &mixed));
  CHECK(mixed == expected, "%d rows a rank, rtol %g, stiffness %g: mixed is %d", (int)rows, rtol,
        stiffness, mixed);
  PetscCall(KSPDestroy(&ksp));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  static const Problem problems[] = {
    {3.06,  1,     1e-8,  10},
    {0.12,  1,     1e-8,  10},
    {0.12,  1,     1e-13, 10},
    {0.12,  1e-25, 1e-8,  10},
    {0.12,  1e25,  1e-8,  10},
    {0.12,  1e60,  1e-8,  0 },
    {0.001, 1,     1e-8,  50}
  };

  PetscFunctionBeginUser;
  for (PetscInt dofs = 1; dofs <= 3; dofs += 2)
    for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(problems); k++)
      PetscCall(Compare(dofs, &problems[k]));
  PetscCall(CheckChoice(100000, 1e-8, 50, PETSC_TRUE));
  PetscCall(CheckChoice(99999, 1e-8, 50, PETSC_FALSE));
  PetscCall(CheckChoice(100000, 1e-11, 50, PETSC_FALSE));
  PetscCall(CheckChoice(100000, 1e-8, PETSC_MAX_REAL, PETSC_FALSE));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
