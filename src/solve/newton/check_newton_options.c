/* check_newton_options.c: tries Newton's method with the user's options before anything is written.

   The system is one that every solver can solve: r = A x - b, where A has the pattern of the
   tangent and is dominated by its diagonal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "newton.h"

typedef struct {
  Mat A;
  Vec b; /* random */
} OptionsCheck;

static PetscErrorCode OptionsCheckResidual(SNES snes, Vec x, Vec r, void *context)
{
  const OptionsCheck *check = context;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(MatMult(check->A, x, r));
  PetscCall(VecAXPY(r, -1, check->b));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode OptionsCheckTangent(SNES snes, Vec x, Mat A, Mat P, void *context)
{
  PetscFunctionBeginUser;
  (void)snes, (void)x, (void)P, (void)context;
  /* A may be a product that differences the residual */
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode OptionsCheckConverged(SNES snes, PetscInt iteration, PetscReal xnorm,
                                            PetscReal step, PetscReal fnorm,
                                            SNESConvergedReason *reason, void *context)
{
  PetscFunctionBeginUser;
  (void)context;
  PetscCall(SNESConvergedDefault(snes, iteration, xnorm, step, fnorm, reason, NULL));
  if (iteration && !*reason) *reason = SNES_CONVERGED_ITS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Fills each row with -1, and its diagonal with twice the length of the row. */
static PetscErrorCode FillDominant(Mat A)
{
  PetscInt     first, last;
  PetscScalar *values;
  PetscInt    *columns;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt row = first; row < last; row++) {
    const PetscInt *at;
    PetscInt        n;

    PetscCall(MatGetRow(A, row, &n, &at, NULL));
    PetscCall(PetscMalloc2(n, &values, n, &columns));
    PetscCall(PetscArraycpy(columns, at, n));
    for (PetscInt k = 0; k < n; k++) values[k] = at[k] == row ? 2 * (PetscReal)n : -1;
    PetscCall(MatRestoreRow(A, row, &n, &at, NULL));
    PetscCall(MatSetValues(A, 1, &row, n, columns, values, INSERT_VALUES));
    PetscCall(PetscFree2(values, columns));
  }
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Input error: PETSc would end by a signal. When its Chebyshev iteration is set up for a second
   matrix, it frees work vectors that its estimator of the interval still uses (PETSc 3.18). */
static PetscErrorCode RejectChebyshev(FsSystem sys)
{
  char ksp[32] = "";

  PetscFunctionBeginUser;
  PetscCall(PetscOptionsGetString(NULL, NULL, "-ksp_type", ksp, sizeof ksp, NULL));
  PetscCheck(strcmp(ksp, KSPCHEBYSHEV), sys->comm, PETSC_ERR_USER_INPUT,
             "-ksp_type chebyshev is for linear models, because PETSc cannot set it up for a "
             "second matrix; use -ksp_type cg or gmres");
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonCheckOptions(FsSystem sys)
{
  const NewtonProblem problem = {OptionsCheckResidual, OptionsCheckTangent, OptionsCheckConverged};
  PetscBool           chosen;
  char                pc[32] = "";
  CaughtError         caught;
  SNES                snes;
  KSP                 ksp;
  OptionsCheck        check;
  Vec                 x, r;

  PetscFunctionBeginUser;
  PetscCall(RejectChebyshev(sys));
  PetscCall(SolverHasUserOptions(&chosen));
  PetscCall(PetscOptionsGetString(NULL, NULL, "-pc_type", pc, sizeof pc, NULL));
  /* gamg needs the values of a mechanical system */
  if (!chosen || !strcmp(pc, PCGAMG)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FsSystemCreateMatrix(sys, PETSC_FALSE, &check.A));
  PetscCall(FillDominant(check.A));
  PetscCall(VecDuplicate(sys->vec, &x));
  PetscCall(VecDuplicate(sys->vec, &r));
  PetscCall(VecDuplicate(sys->vec, &check.b));
  PetscCall(VecSetRandom(check.b, NULL));
  PetscCall(NewtonCreate(sys, &problem, r, check.A, &check, &snes));
  PetscCall(SNESMonitorCancel(snes));
  PetscCall(CatchErrorsBegin(&caught));
  (void)SNESSolve(snes, NULL, x);
  PetscCall(CatchErrorsEnd());
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(SolverCheckCaughtError(ksp, &caught));
  PetscCall(SNESDestroy(&snes));
  PetscCall(MatDestroy(&check.A));
  PetscCall(VecDestroy(&check.b));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
