/* triad.c: bytes that the memory moves in a second: a = b + s c over vectors that no cache holds, on all ranks at once, as scripts/bench compares explicit
   steps with. As STREAM has it, what is read and written counts once. usage: peer_triad [entries of a vector on all ranks] */
#include <petscsys.h>
#include <petsctime.h>
#include "input/error.h"

int main(int argc, char *argv[])
{
  enum { TIMES = 20, BYTES = 3 * sizeof(double) };
  const double   s       = 3;
  PetscLogDouble seconds = PETSC_MAX_REAL;
  PetscMPIInt    ranks;
  PetscInt       n;
  double        *a, *b, *c;

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
  PetscCheck(a[n / 2] == (1 + s) * (double)(n / 2), PETSC_COMM_SELF, PETSC_ERR_PLIB, "a sum is wrong");
  PetscCall(PetscPrintf(PETSC_COMM_WORLD, "done: %d sums of %.6g bytes a second\n", TIMES,
                        (double)BYTES * (double)n * ranks / seconds));
  PetscCall(PetscFree3(a, b, c));
  PetscCall(PetscFinalize());
  return 0;
}
