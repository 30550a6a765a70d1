/* triad.c: what a machine does in a second, on all ranks at once, as scripts/bench compares
   explicit steps with. Bytes that the memory moves: a = b + s c over vectors that no cache holds;
   as STREAM has it, what is read and written counts once. Multiplications and additions, not fused,
   as everywhere in fsolve: chains in registers. usage: peer_triad [entries of a vector on all
   ranks] */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <petscsys.h>
#include <petsctime.h>
#include "base/error.h"
#include "math/lanes.h"

/* x = c x + d, n times in CHAINS lanes that do not wait for each other; the sum of all is where
 * they have come to. */
SIMD_CLONES static double multiply_and_add(PetscInt n, double c, double d)
{
  enum { CHAINS = 12 };
  Lanes  x[CHAINS];
  double sum = 0;

  for (int k = 0; k < CHAINS; k++) x[k] = lanes_fill(k);
  for (PetscInt i = 0; i < n; i++)
    for (int k = 0; k < CHAINS; k++) x[k] = c * x[k] + d;
  for (int k = 0; k < CHAINS * LANES; k++) sum += x[k / LANES][k % LANES];
  return sum / (CHAINS * LANES);
}

/* Operations a second of all ranks. */
static PetscErrorCode Operations(PetscMPIInt ranks, double *rate)
{
  const PetscInt n          = 2000000;
  const double   operations = 2 * 12 * LANES * (double)n * ranks;

  PetscFunctionBeginUser;
  *rate = 0;
  for (int k = 0; k < 5; k++) {
    PetscLogDouble started, ended;
    double         limit;

    PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
    PetscCall(PetscTime(&started));
    limit = multiply_and_add(n, 0.5, 1);
    PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
    PetscCall(PetscTime(&ended));
    PetscCheck(PetscAbsReal(limit - 2) < 1e-12, PETSC_COMM_SELF, PETSC_ERR_PLIB,
               "a chain is wrong");
    *rate = PetscMax(*rate, operations / (ended - started));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[])
{
  enum { TIMES = 20, BYTES = 3 * sizeof(double) };
  const double   s       = 3;
  PetscLogDouble seconds = PETSC_MAX_REAL;
  PetscMPIInt    ranks;
  PetscInt       n;
  double        *a, *b, *c, operations;

  PetscFunctionBeginUser;
  PetscCall(PetscInitialize(&argc, &argv, NULL, NULL));
  PetscCallMPI(MPI_Comm_size(PETSC_COMM_WORLD, &ranks));
  n = (PetscInt)(argc > 1 ? atoll(argv[1]) : 16000000) / ranks;
  PetscCall(PetscMalloc3(n, &a, n, &b, n, &c));
  for (PetscInt i = 0; i < n; i++) a[i] = b[i] = c[i] = (double)i;
  for (int k = 0; k < TIMES; k++) {
    PetscLogDouble started, ended;

    PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
    PetscCall(PetscTime(&started));
    for (PetscInt i = 0; i < n; i++) a[i] = b[i] + s * c[i];
    PetscCallMPI(MPI_Barrier(PETSC_COMM_WORLD));
    PetscCall(PetscTime(&ended));
    seconds = PetscMin(seconds, ended - started);
  }
  PetscCheck(a[n / 2] == (1 + s) * (double)(n / 2), PETSC_COMM_SELF, PETSC_ERR_PLIB,
             "a sum is wrong");
  PetscCall(Operations(ranks, &operations));
  PetscCall(PetscPrintf(PETSC_COMM_WORLD,
                        "done: %d sums of %.6g bytes a second, %.6g operations a second\n", TIMES,
                        (double)BYTES * (double)n * ranks / seconds, operations));
  PetscCall(PetscFree3(a, b, c));
  PetscCall(PetscFinalize());
  return 0;
}
