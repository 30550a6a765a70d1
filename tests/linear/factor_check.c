/* factor_check.c: the test of factors returns failed solves as a status, also if a library fails
   only in a later solve with the same factors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "linear/solver.h"
#include "petsc_test.h"

/* Solves left before the library fails. */
static int solves_left;

/* Solves with A = 2 I. */
static PetscErrorCode Apply(PC pc, Vec b, Vec x)
{
  PetscFunctionBeginUser;
  PetscCheck(solves_left-- > 0, PetscObjectComm((PetscObject)pc), PETSC_ERR_LIB,
             "the library fails");
  PetscCall(VecCopy(b, x));
  PetscCall(VecScale(x, 0.5));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Create(Mat A, KSP *ksp)
{
  PC pc;

  PetscFunctionBeginUser;
  PetscCall(KSPCreate(PETSC_COMM_WORLD, ksp));
  PetscCall(KSPSetType(*ksp, KSPPREONLY));
  PetscCall(KSPSetOperators(*ksp, A, A));
  PetscCall(KSPGetPC(*ksp, &pc));
  PetscCall(PCSetType(pc, PCSHELL));
  PetscCall(PCShellSetApply(pc, Apply));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  Mat       A;
  Vec       x, b;
  KSP       ksp;
  PetscBool solves;

  PetscFunctionBeginUser;
  PetscCall(MatCreateAIJ(PETSC_COMM_WORLD, PETSC_DECIDE, PETSC_DECIDE, 8, 8, 1, NULL, 0, NULL, &A));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatShift(A, 2));
  PetscCall(MatCreateVecs(A, &x, &b));
  for (int most = 0; most < 4; most++) {
    PetscCall(Create(A, &ksp));
    PetscCall(VecSet(b, 1));
    PetscCall(VecSet(x, 0.5));
    solves_left = most;
    PetscCall(FactorCheckSolution(ksp, A, x, b, &solves));
    CHECK(solves == (most >= 1), "a step of refinement, %d solves: %d", most, (int)solves);
    solves_left = most;
    if (most) PetscCall(FactorCheckNonsingular(ksp, A, x, &solves));
    if (most) CHECK(solves == (most >= 2), "a random side, %d solves: %d", most, (int)solves);
    PetscCall(KSPDestroy(&ksp));
  }
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&b));
  PetscCall(MatDestroy(&A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
