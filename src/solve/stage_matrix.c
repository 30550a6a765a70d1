/* stage_matrix.c: creates the matrix of a stage and marks its rows of multipliers.

   Iterations use a block matrix; factors and multigrid use a matrix of single entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stage_matrix.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "solve/newton/tangent/tangent.h"
#include "stage.h"
#include "system/force_units.h"

PetscErrorCode StageCreateMatrix(FsStage s, PetscBool blocks)
{
  PetscFunctionBeginUser;
  s->blocks               = blocks;
  s->newton.matrix.exists = PETSC_FALSE;
  if (blocks) PetscCall(FsSystemCreateBlockMatrix(s->sys, &s->A));
  else PetscCall(FsSystemCreateMatrix(s->sys, PETSC_FALSE, &s->A));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetMatrixFormat(FsStage s)
{
  const PetscBool blocks =
    (PetscBool)(TangentIterates(&s->newton.tangent) && !TangentIsMultigrid(&s->newton.tangent));

  PetscFunctionBeginUser;
  if (s->blocks == blocks) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(KSPReset(s->ksp));
  PetscCall(MatDestroy(&s->A));
  PetscCall(StageCreateMatrix(s, blocks));
  PetscCall(SNESSetJacobian(s->newton.snes, s->A, s->A, NULL, NULL));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MarkMultipliers(FsSystem sys, Vec x)
{
  PetscScalar *w;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(FsSystemWeights(sys, x)); /* 0: the rows of multipliers */
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &w));
  for (PetscInt i = 0; i < n; i++) w[i] = w[i] == 0;
  PetscCall(VecRestoreArray(x, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MarkTies(FsSystem sys, Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(sys->constraints->ties(sys, x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetMultifrontal(FsStage s, KSP ksp, Mat A)
{
  Vec marks;

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(StageGetWork(s, &marks));
  PetscCall(MarkMultipliers(s->sys, marks));
  PetscCall(KSPSetMultifrontal(ksp, A, marks));
  PetscCall(StageRestoreWork(s, &marks));
  PetscFunctionReturn(PETSC_SUCCESS);
}
