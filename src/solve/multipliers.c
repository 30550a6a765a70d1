/* multipliers.c: where the rows of multipliers are, which have no pivots of their own, for those who factor. */
#include "linear/frontal.h"
#include "stage.h"

PetscErrorCode StageTakeFronts(FsStage s, KSP ksp, Mat A)
{
  Vec          multipliers = s->r;
  PetscScalar *w;
  PetscInt     n;

  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(s->sys->constraints->weights(s->sys, multipliers)); /* 0: the rows of multipliers */
  PetscCall(VecGetLocalSize(multipliers, &n));
  PetscCall(VecGetArray(multipliers, &w));
  for (PetscInt i = 0; i < n; i++) w[i] = w[i] == 0;
  PetscCall(VecRestoreArray(multipliers, &w));
  PetscCall(FrontalTake(ksp, A, multipliers));
  PetscFunctionReturn(PETSC_SUCCESS);
}
