/* low_rank.c: products with damping matrices of low rank. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <fs/low_rank.h>

PetscErrorCode FsLowRankCreate(PetscInt n, FsLowRank *out)
{
  FsLowRank l;

  PetscFunctionBeginUser;
  PetscCall(PetscNew(&l));
  PetscCall(PetscCalloc3(n, &l->w, n, &l->c, n, &l->dot));
  *out = l;
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsLowRankDestroy(FsLowRank *out)
{
  FsLowRank l = *out;

  PetscFunctionBeginUser;
  if (!l) PetscFunctionReturn(PETSC_SUCCESS);
  for (PetscInt i = 0; i < l->n; i++) PetscCall(VecDestroy(&l->w[i]));
  PetscCall(PetscFree3(l->w, l->c, l->dot));
  PetscCall(PetscFree(*out));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsLowRankMultAdd(FsLowRank l, PetscReal scale, Vec x, Vec y)
{
  PetscFunctionBeginUser;
  PetscCall(VecMDot(x, l->n, l->w, l->dot));
  for (PetscInt i = 0; i < l->n; i++) l->dot[i] *= scale * l->c[i];
  PetscCall(VecMAXPY(y, l->n, l->dot, l->w));
  PetscFunctionReturn(PETSC_SUCCESS);
}
