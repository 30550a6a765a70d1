/* tangent_test.c: tests whether the matrix of an iterative solver is singular. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tangent.h"
#include "linear/pc_elimination.h"

/* Computes |b - P x| over |b|, with rows scaled to largest entries of 1, so that units do not
   matter. */
static PetscErrorCode RelativeResidual(Mat P, Vec x, Vec b, PetscReal *residual_norm)
{
  PetscReal of_b;
  Vec       r, weights;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(b, &r));
  PetscCall(VecDuplicate(b, &weights));
  PetscCall(MatGetRowMaxAbs(P, weights, NULL));
  PetscCall(VecPointwiseDivide(r, b, weights));
  PetscCall(VecNorm(r, NORM_2, &of_b));
  PetscCall(MatMult(P, x, r));
  PetscCall(VecAYPX(r, -1, b));
  PetscCall(VecPointwiseDivide(r, r, weights));
  PetscCall(VecNorm(r, NORM_2, residual_norm));
  *residual_norm /= of_b;
  PetscCall(VecDestroy(&weights));
  PetscCall(VecDestroy(&r));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* The residual itself stops the iteration. In its preconditioned norm, smooth motions count the
   more the finer a model is; a small norm may leave much of b, which is rough. */
PetscErrorCode TangentIsNonsingular(KSP ksp, Vec x, PetscInt *iterations, PetscBool *nonsingular)
{
  PetscReal   before, residual_norm = 1;
  PetscInt    taken;
  PetscBool   solved = PETSC_TRUE, gmres, eliminates;
  KSPNormType norm;
  PCSide      side;
  PC          pc;
  Mat         P;
  Vec         b;

  PetscFunctionBeginUser;
  PetscCall(KSPGetOperators(ksp, NULL, &P));
  PetscCall(KSPGetTolerances(ksp, &before, NULL, NULL, NULL));
  PetscCall(KSPGetNormType(ksp, &norm));
  PetscCall(KSPGetPCSide(ksp, &side));
  PetscCall(PetscObjectTypeCompare((PetscObject)ksp, KSPGMRES, &gmres));
  PetscCall(KSPGetPC(ksp, &pc));
  PetscCall(PCIsElimination(pc, &eliminates));
  PetscCall(KSPSetPCSide(ksp, gmres ? PC_RIGHT : PC_LEFT));
  PetscCall(KSPSetNormType(ksp, KSP_NORM_UNPRECONDITIONED));
  PetscCall(VecDuplicate(x, &b));
  PetscCall(VecSetRandom(b, NULL));
  for (PetscReal rtol = SINGULAR_TEST_FIRST_RTOL;
       solved && residual_norm > SINGULAR_TEST_MAX_RESIDUAL && rtol > SINGULAR_TEST_LAST_RTOL;
       rtol *= SINGULAR_TEST_RTOL_FACTOR) {
    /* with an elimination, the tolerance is relative to the residual of the guess */
    PetscCall(
      KSPSetInitialGuessNonzero(ksp, (PetscBool)(!eliminates && rtol < SINGULAR_TEST_FIRST_RTOL)));
    PetscCall(KSPSetTolerances(ksp, rtol, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
    PetscCall(SolverSolve(ksp, b, x, &solved));
    PetscCall(KSPGetIterationNumber(ksp, &taken));
    PetscCall(RelativeResidual(P, x, b, &residual_norm));
    *iterations += taken;
  }
  *nonsingular = (PetscBool)(solved && residual_norm <= SINGULAR_TEST_MAX_RESIDUAL);
  PetscCall(KSPSetInitialGuessNonzero(ksp, PETSC_FALSE));
  PetscCall(KSPSetTolerances(ksp, before, PETSC_DEFAULT, PETSC_DEFAULT, PETSC_DEFAULT));
  PetscCall(KSPSetNormType(ksp, norm));
  PetscCall(KSPSetPCSide(ksp, side));
  PetscCall(VecDestroy(&b));
  PetscFunctionReturn(PETSC_SUCCESS);
}
