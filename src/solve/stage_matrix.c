/* stage_matrix.c: creates the matrix of a stage and marks its rows of multipliers.

   Iterations use a block matrix; factors and multigrid use a matrix of single entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "stage_matrix.h"
#include "direct/multifrontal/pc_multifrontal.h"
#include "system/force_units.h"

PetscErrorCode StageMatrixCreate(FsSystem sys, PetscBool blocks, StageMatrix m)
{
  PetscFunctionBeginUser;
  m->blocks       = blocks;
  m->reuse.exists = PETSC_FALSE;
  if (blocks) PetscCall(FsSystemCreateBlockMatrix(sys, &m->A));
  else PetscCall(FsSystemCreateMatrix(sys, PETSC_FALSE, &m->A));
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

PetscErrorCode MarkTies(FsSystem sys, Vec x) { return sys->constraints->ties(sys, x); }

PetscErrorCode SystemSetMultifrontal(Workspace work, KSP ksp, Mat A)
{
  Vec marks;

  PetscFunctionBeginUser;
  if (!work->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(WorkspaceGet(work, &marks));
  PetscCall(MarkMultipliers(work->sys, marks));
  PetscCall(KSPSetMultifrontal(ksp, A, marks));
  PetscCall(WorkspaceRestore(work, &marks));
  PetscFunctionReturn(PETSC_SUCCESS);
}
