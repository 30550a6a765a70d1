/* orthonormalize.c: orthonormalizes the vectors of a near null space. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "near_null.h"

PetscErrorCode NearNullOrthonormalize(const Vec v[FS_RIGID_MOTIONS], PetscInt *n)
{
  /* Norm of the rest of a vector, relative to before. The rest of a vector that is in the span of
     the others is round-off, about 1e-16, and more if the model is far away from the origin. */
  const PetscReal dependent = 1e-8;

  PetscFunctionBeginUser;
  *n = 0;
  for (int k = 0; k < FS_RIGID_MOTIONS; k++) {
    PetscReal   norm_before, norm_after;
    PetscScalar dot[FS_RIGID_MOTIONS];

    PetscCall(VecNorm(v[k], NORM_2, &norm_before));
    for (int again = 0; again < 2; again++) {
      PetscCall(VecMDot(v[k], *n, v, dot));
      for (PetscInt i = 0; i < *n; i++) dot[i] = -dot[i];
      PetscCall(VecMAXPY(v[k], *n, dot, (Vec *)v));
    }
    PetscCall(VecNorm(v[k], NORM_2, &norm_after));
    if (!(norm_after > dependent * norm_before)) continue;
    PetscCall(VecScale(v[k], 1 / norm_after));
    if (k != *n) PetscCall(VecCopy(v[k], v[*n]));
    (*n)++;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}
