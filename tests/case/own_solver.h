/* own_solver.h: a solver and a handler of errors of a program that runs cases. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_CASE_OWN_SOLVER_H
#define FS_CASE_OWN_SOLVER_H

#include <petscksp.h>

/* Solves a system of the program's own with the options of the process; returns the number of
   iterations, or -1. */
static inline int own_iterations(void)
{
  const PetscInt n = 40;
  PetscInt       iterations, first, last;
  Mat            A;
  Vec            b, x;
  KSP            ksp;

  PetscCall(MatCreateAIJ(PETSC_COMM_SELF, PETSC_DECIDE, PETSC_DECIDE, n, n, 3, NULL, 2, NULL, &A));
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt i = first; i < last; i++) {
    PetscCall(MatSetValue(A, i, i, 2.1, INSERT_VALUES));
    if (i > 0) PetscCall(MatSetValue(A, i, i - 1, -1, INSERT_VALUES));
    if (i + 1 < n) PetscCall(MatSetValue(A, i, i + 1, -1, INSERT_VALUES));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatCreateVecs(A, &x, &b));
  PetscCall(VecSet(b, 1));
  PetscCall(KSPCreate(PETSC_COMM_SELF, &ksp));
  PetscCall(KSPSetOperators(ksp, A, A));
  PetscCall(KSPSetFromOptions(ksp));
  PetscCall(KSPSolve(ksp, b, x));
  PetscCall(KSPGetIterationNumber(ksp, &iterations));
  PetscCall(KSPDestroy(&ksp));
  PetscCall(VecDestroy(&b));
  PetscCall(VecDestroy(&x));
  PetscCall(MatDestroy(&A));
  return (int)iterations;
}

/* Counts errors in *context. */
static inline PetscErrorCode HandleNothing(MPI_Comm comm, int line, const char *function,
                                           const char *file, PetscErrorCode ierr,
                                           PetscErrorType type, const char *message, void *context)
{
  (void)comm, (void)line, (void)function, (void)file, (void)type, (void)message;
  ++*(int *)context;
  return ierr;
}

#endif
