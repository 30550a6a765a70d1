/* empty_range.c: proves by inertia that a pencil has no load factors in a range about zero. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "empty_range.h"

/* *same: K + p K' has as many negative eigenvalues as K at p = bound and at p = -bound. */
static PetscErrorCode HasSameInertia(Pencil p, PetscInt unstable, PetscReal bound, PetscBool *same)
{
  PetscFunctionBeginUser;
  *same = PETSC_TRUE;
  for (int side = -1; side <= 1; side += 2) {
    PetscInt negative;

    PetscCall(PencilCountBelow(p, side * bound, &negative));
    if (negative != unstable) *same = PETSC_FALSE;
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EmptyRangeFind(Pencil p, PetscInt unstable, PetscReal *bound)
{
  enum { DECADES = 12 };
  const PetscReal noise = 1e-2; /* errors of p K' relative to K at the first bound */
  PetscReal       size;
  PetscBool       same = PETSC_FALSE;

  PetscFunctionBeginUser;
  PetscCall(MatNorm(p->M, NORM_FROBENIUS, &size));
  *bound = size > 0 ? noise / p->round_off : PETSC_INFINITY;
  if (size == 0) PetscFunctionReturn(PETSC_SUCCESS);
  for (int k = 0; k < DECADES && !same; k++) {
    PetscCall(HasSameInertia(p, unstable, *bound, &same));
    if (!same) *bound /= 10;
  }
  if (!same) *bound = 0;
  PetscFunctionReturn(PETSC_SUCCESS);
}
