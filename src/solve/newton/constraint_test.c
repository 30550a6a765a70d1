/* constraint_test.c: tests whether an iterate of Newton's method satisfies the constraints. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "newton.h"
#include "system/force_units.h"

/* Sets test->unit to 1 over the characteristic length in rows of constraints that are lengths, to 1
   in those of angles, and to 0 elsewhere. */
static PetscErrorCode CreateConstraintUnits(NewtonTest *test)
{
  const FsSystem     sys = test->sys;
  const PetscScalar *w;
  PetscScalar       *unit;
  PetscInt           n;
  Vec                weights;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &weights));
  PetscCall(VecDuplicate(sys->vec, &test->unit));
  PetscCall(FsSystemWeights(sys, weights)); /* 0: the rows of constraints */
  PetscCall(sys->constraints->lengths(sys, test->unit));
  PetscCall(VecGetLocalSize(weights, &n));
  PetscCall(VecGetArrayRead(weights, &w));
  PetscCall(VecGetArray(test->unit, &unit));
  for (PetscInt i = 0; i < n; i++)
    unit[i] = w[i] != 0 ? 0 : unit[i] > 0 ? 1 / FsSystemCharacteristicLength(sys) : 1;
  PetscCall(VecRestoreArray(test->unit, &unit));
  PetscCall(VecRestoreArrayRead(weights, &w));
  PetscCall(VecDestroy(&weights));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode NewtonTestConstraints(NewtonTest *test, PetscReal scale, Vec r,
                                     SNESConvergedReason *reason)
{
  /* Root mean square, relative to the characteristic length, and in rad. Newton's steps end at
     1e-10, and the errors of constraints are of second order in them. */
  const PetscReal    rounding = 1e-9;
  const PetscScalar *unit, *entry;
  PetscReal          square = 0;
  PetscInt           n;

  PetscFunctionBeginUser;
  if (*reason <= 0 || !test->sys->constraints) PetscFunctionReturn(PETSC_SUCCESS);
  if (!test->unit) PetscCall(CreateConstraintUnits(test));
  PetscCall(VecGetLocalSize(r, &n));
  PetscCall(VecGetArrayRead(r, &entry));
  PetscCall(VecGetArrayRead(test->unit, &unit));
  for (PetscInt i = 0; i < n; i++) square += PetscSqr(unit[i] * entry[i]);
  PetscCall(VecRestoreArrayRead(test->unit, &unit));
  PetscCall(VecRestoreArrayRead(r, &entry));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, &square, 1, MPIU_REAL, MPI_SUM, test->sys->comm));
  if (!(square <= PetscSqr(rounding * scale) * (PetscReal)test->dofs))
    *reason = SNES_CONVERGED_ITERATING;
  PetscFunctionReturn(PETSC_SUCCESS);
}
