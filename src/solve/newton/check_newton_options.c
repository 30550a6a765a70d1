/* check_newton_options.c: tries Newton's method with the user's options before anything is written.

   The system is one that every solver can solve: r = A x - b, where A has the pattern of the
   tangent and is dominated by its diagonal. The first steps seem to fail. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "newton.h"
#include "solve/stage.h"
#include "solve/stage_matrix.h"

typedef struct {
  Mat A;
  Vec b;           /* random */
  int evaluations; /* of the residual */
} OptionsCheck;

static PetscErrorCode OptionsCheckResidual(SNES snes, Vec x, Vec r, void *context)
{
  enum { FIRST_STEP = 1, LAST_STEP = 2 };
  const PetscReal larger = 100;
  OptionsCheck   *check  = context;

  PetscFunctionBeginUser;
  (void)snes;
  PetscCall(MatMult(check->A, x, r));
  PetscCall(VecAXPY(r, -1, check->b));
  /* a line search then has to shorten the step twice */
  if (check->evaluations >= FIRST_STEP && check->evaluations <= LAST_STEP)
    PetscCall(VecAXPY(r, larger, check->b));
  check->evaluations++;
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode OptionsCheckTangent(SNES snes, Vec x, Mat A, Mat P, void *context)
{
  KSP ksp;

  PetscFunctionBeginUser;
  (void)x, (void)context;
  /* A may be a product that differences the residual */
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(SolverSetZeroPivot(ksp, P)); /* as in the run: the search for a shift may never end */
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode OptionsCheckConverged(SNES snes, PetscInt iteration, PetscReal xnorm,
                                            PetscReal step, PetscReal fnorm,
                                            SNESConvergedReason *reason, void *context)
{
  PetscFunctionBeginUser;
  (void)context;
  PetscCall(SNESConvergedDefault(snes, iteration, xnorm, step, fnorm, reason, NULL));
  /* the second iteration sets the solver up again */
  if (iteration > 1 && !*reason) *reason = SNES_CONVERGED_ITS;
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Returns a number between 0.5 and 1.5 that looks random, the same for (i, j) and (j, i). */
static PetscReal random_value(PetscInt i, PetscInt j)
{
  const PetscReal mix = 0.5 + PetscAbsReal(PetscSinReal(12.9898 * (PetscReal)(i + j + 1) +
                                                        78.233 * (PetscReal)PetscAbs(i - j)));

  return mix;
}

/* Fills A with random values, whose sums in a row are less than the diagonal. A row of constraints
   has no entry on its diagonal; constraints are then independent, as if they were in general
   position. */
static PetscErrorCode FillDominant(Mat A)
{
  PetscInt     first, last, total = 0, nz = 0;
  PetscScalar *values;
  PetscInt    *n, *columns;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(PetscMalloc1((size_t)(last - first), &n));
  for (PetscInt row = first; row < last; row++) {
    PetscCall(MatGetRow(A, row, &n[row - first], NULL, NULL));
    total += n[row - first];
    PetscCall(MatRestoreRow(A, row, NULL, NULL, NULL)); /* it would set n to 0 */
  }
  /* all rows are read before one is set, because a matrix is then no longer assembled */
  PetscCall(PetscMalloc2(total, &values, total, &columns));
  for (PetscInt row = first; row < last; nz += n[row++ - first]) {
    const PetscInt *at;

    PetscCall(MatGetRow(A, row, NULL, &at, NULL));
    PetscCall(PetscArraycpy(columns + nz, at, n[row - first]));
    for (PetscInt k = 0; k < n[row - first]; k++)
      values[nz + k] = at[k] == row ? 2 * (PetscReal)n[row - first] : -random_value(row, at[k]);
    PetscCall(MatRestoreRow(A, row, NULL, &at, NULL));
  }
  nz = 0;
  for (PetscInt row = first; row < last; nz += n[row++ - first])
    PetscCall(MatSetValues(A, 1, &row, n[row - first], columns + nz, values + nz, INSERT_VALUES));
  PetscCall(PetscFree2(values, columns));
  PetscCall(PetscFree(n));
  PetscCall(MatAssemblyBegin(A, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(A, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonCheckOptions(FsStage s)
{
  const FsSystem      sys     = s->sys;
  const NewtonProblem problem = {OptionsCheckResidual, OptionsCheckTangent, OptionsCheckConverged};
  PetscBool           chosen;
  char                pc[32] = "";
  CaughtError         caught;
  SNES                snes;
  KSP                 ksp;
  OptionsCheck        check = {.evaluations = 0};
  Vec                 x, r;

  PetscFunctionBeginUser;
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
  PetscCall(SNESGetKSP(snes, &ksp));
  PetscCall(StageSetMultifrontal(s, ksp, check.A));
  PetscCall(CatchErrorsBegin(&caught));
  (void)SNESSolve(snes, NULL, x);
  PetscCall(CatchErrorsEnd());
  PetscCall(SolverCheckCaughtError(snes, ksp, &caught));
  PetscCall(SNESDestroy(&snes));
  PetscCall(MatDestroy(&check.A));
  PetscCall(VecDestroy(&check.b));
  PetscCall(VecDestroy(&x));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
