/* semi_implicit_state.c: computes the state and the mass matrix of HHT-SI2 and HHT-ADD. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "semi_implicit.h"

PetscErrorCode SemiImplicitUpdateState(SemiImplicit *m, const Vec x[])
{
  const PetscReal h = m->h, per_x = 1 / (m->beta * h * h);

  PetscFunctionBeginUser;
  PetscCall(VecWAXPY(m->q, 1, x[0], m->q0));
  PetscCall(VecWAXPY(m->v, m->gamma / (m->beta * h), x[0], m->v0));
  PetscCall(VecAXPBY(m->a, m->method->kind == ADD ? per_x / (1 + m->alpha) : per_x, 0, x[0]));
  if (m->method->kind == SI2) {
    PetscCall(VecAXPY(m->q, 1, x[1]));
  } else {
    PetscCall(VecAXPY(m->q, 1 - m->b, x[1]));
    PetscCall(VecAXPY(m->q, m->b, x[2]));
    for (int k = 1; k < 3; k++) PetscCall(VecAXPY(m->v, 1 / h, x[k]));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode SemiImplicitAssembleMass(FsSystem sys, PetscReal t, Vec q, Vec v, PetscReal cm,
                                        PetscReal column, Vec zero, Mat A)
{
  const FsConstraintRows rows = {FS_CONSTRAINT_POSITION, 0, column};
  const FsState          at   = {.t = t, .q = q, .v = v, .a = zero};

  PetscFunctionBeginUser;
  PetscCall(VecZeroEntries(zero));
  PetscCall(FsSystemTangent(sys, &at, &motion_loading, &rows, (FsShift){.cm = cm}, A));
  PetscFunctionReturn(PETSC_SUCCESS);
}
