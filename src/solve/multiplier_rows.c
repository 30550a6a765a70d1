/* multiplier_rows.c: where the rows of multipliers are, which have no pivots of their own, for those who factor. */
#include "linear/multifrontal/pc_multifrontal.h"
#include "stage.h"

PetscErrorCode MarkMultipliers(FsSystem sys, Vec x)
{
  PetscScalar *w;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(sys->constraints->weights(sys, x)); /* 0: the rows of multipliers */
  PetscCall(VecGetLocalSize(x, &n));
  PetscCall(VecGetArray(x, &w));
  for (PetscInt i = 0; i < n; i++) w[i] = w[i] == 0;
  PetscCall(VecRestoreArray(x, &w));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode StageSetMultifrontal(FsStage s, KSP ksp, Mat A)
{
  PetscFunctionBeginUser;
  if (!s->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MarkMultipliers(s->sys, s->r));
  PetscCall(KSPSetMultifrontal(ksp, A, s->r));
  PetscFunctionReturn(PETSC_SUCCESS);
}
