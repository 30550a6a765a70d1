/* dense_inertia.c: the negative eigenvalues of small symmetric matrices with a known number of
   them, in units from 1e-6 to 1e6, and of saddle points. Nothing is certain of singular, large and
   distributed matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "eigen/factorization.h"
#include "petsc_test.h"
#include <stdlib.h>

enum { LARGEST = 40, RANDOM = 200 };

/* Returns a random number in [-1, 1]. */
static double noise(void) { return 2.0 * rand() / RAND_MAX - 1; }

/* Creates the matrix with the entries a[n n], if ranks is 1, else the unit matrix of all ranks. */
static PetscErrorCode CreateMatrix(PetscInt n, const double a[], Mat *A)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, n, n, n, NULL, n, NULL, A));
  for (PetscInt i = 0; i < n && size == 1; i++)
    for (PetscInt k = 0; k < n; k++)
      if (a[i + n * k] != 0) PetscCall(MatSetValue(*A, i, k, a[i + n * k], INSERT_VALUES));
  PetscCall(MatAssemblyBegin(*A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(*A, MAT_FINAL_ASSEMBLY));
  if (size > 1) PetscCall(MatShift(*A, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Count(PetscInt n, const double a[], PetscInt *negative, PetscBool *certain)
{
  FsSystem sys;
  Mat      A;

  PetscFunctionBeginUser;
  PetscCall(FsSystemCreate(PETSC_COMM_WORLD, &sys));
  PetscCall(CreateMatrix(n, a, &A));
  PetscCall(DenseInertia(sys, A, negative, certain));
  PetscCall(FsSystemDestroy(&sys));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets a[n n] to S^T D S, with signs in D and S a product of a unit triangle and of units. */
static void congruent(PetscInt n, const int sign[], double a[])
{
  double s[LARGEST * LARGEST] = {0}, unit[LARGEST];

  for (PetscInt i = 0; i < n; i++) unit[i] = pow(10, 6 * noise());
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt k = i; k < n; k++) s[i + n * k] = (i == k ? 1 : 0.2 * noise()) * unit[k];
  for (PetscInt i = 0; i < n; i++)
    for (PetscInt k = 0; k < n; k++) {
      a[i + n * k] = 0;
      for (PetscInt j = 0; j < n; j++) a[i + n * k] += s[j + n * i] * sign[j] * s[j + n * k];
    }
}

static PetscErrorCode Congruent(void)
{
  PetscFunctionBeginUser;
  for (int round = 0; round < RANDOM; round++) {
    const PetscInt n = 1 + rand() % LARGEST, zeros = round % 4 == 0;
    double         a[LARGEST * LARGEST];
    int            sign[LARGEST];
    PetscInt       expected = 0, negative;
    PetscBool      certain;

    for (PetscInt k = 0; k < n; k++) expected += (sign[k] = rand() % 2 ? 1 : -1) < 0;
    if (zeros) sign[rand() % n] = 0;
    congruent(n, sign, a);
    PetscCall(Count(n, a, &negative, &certain));
    CHECK(certain == !zeros, "round %d: certain %d", round, (int)certain);
    if (certain)
      CHECK(negative == expected, "round %d: %d negative eigenvalues, expected %d", round,
            (int)negative, (int)expected);
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* [K G^T; G 0] with K = I of n rows, and G of m rows: m negative eigenvalues. */
static PetscErrorCode SaddlePoints(void)
{
  const PetscInt n = 12, m = 5, rows = n + m;
  double         a[LARGEST * LARGEST] = {0};
  PetscInt       negative;
  PetscBool      certain;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) a[i + rows * i] = 1;
  for (PetscInt k = 0; k < m; k++)
    for (PetscInt i = 0; i < n; i++)
      a[n + k + rows * i] = a[i + rows * (n + k)] = (i == 2 * k) + 0.1 * noise();
  PetscCall(Count(rows, a, &negative, &certain));
  CHECK(certain && negative == m, "saddle point: %d, %d negative", (int)certain, (int)negative);
  for (PetscInt i = 0; i < rows; i++) a[rows - 1 + rows * i] = a[rows - 2 + rows * i];
  for (PetscInt i = 0; i < rows; i++) a[i + rows * (rows - 1)] = a[i + rows * (rows - 2)];
  PetscCall(Count(rows, a, &negative, &certain));
  CHECK(!certain, "a redundant row is not singular");
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The limits: a matrix of zeros, and one of many rows. */
static PetscErrorCode Limits(void)
{
  const double zero = 0;
  double      *unit;
  PetscInt     negative;
  PetscBool    certain;

  PetscFunctionBeginUser;
  PetscCall(Count(1, &zero, &negative, &certain));
  CHECK(!certain && !negative, "a zero is certain");
  for (PetscInt n = 10; n <= 1000; n *= 10) {
    PetscCall(PetscCalloc1((size_t)n * (size_t)n, &unit));
    for (PetscInt i = 0; i < n; i++) unit[i + n * i] = -1;
    PetscCall(Count(n, unit, &negative, &certain));
    CHECK(certain == (n < 1000) && negative == (certain ? n : 0), "%d rows: %d", (int)n,
          (int)negative);
    PetscCall(PetscFree(unit));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Distributed(void)
{
  PetscInt  negative;
  PetscBool certain;

  PetscFunctionBeginUser;
  PetscCall(Count(8, NULL, &negative, &certain));
  CHECK(!certain && !negative, "a distributed matrix is certain");
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscMPIInt size;

  PetscFunctionBeginUser;
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &size));
  srand(1);
  if (size > 1) {
    PetscCall(Distributed());
    PetscFunctionReturn(PETSC_SUCCESS);
  }
  PetscCall(Congruent());
  PetscCall(SaddlePoints());
  PetscCall(Limits());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
