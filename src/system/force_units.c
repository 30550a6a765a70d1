/* force_units.c: makes forces, moments and errors of constraints comparable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "force_units.h"

PetscErrorCode FsSystemWeights(FsSystem sys, Vec w)
{
  PetscFunctionBeginUser;
  if (sys->ops.geometry.weights) PetscCall(sys->ops.geometry.weights(sys, w));
  else PetscCall(VecSet(w, 1));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the factors of dropped rows of constraints to 1. Such a row has a stiffness on its diagonal
   and no other entry, also if it was a row of angles. Its lengths squared would make it the largest
   entry of a model whose lengths are large numbers. */
static PetscErrorCode SetUnitsOfDropped(FsSystem sys, Vec unit)
{
  const PetscScalar *is_dropped;
  PetscScalar       *u;
  PetscInt           n;
  Vec                dropped;

  PetscFunctionBeginUser;
  if (!FsSystemCountDroppedRows(sys)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(VecDuplicate(unit, &dropped));
  PetscCall(FsSystemGetDroppedRows(sys, dropped));
  PetscCall(VecGetLocalSize(unit, &n));
  PetscCall(VecGetArrayRead(dropped, &is_dropped));
  PetscCall(VecGetArray(unit, &u));
  for (PetscInt i = 0; i < n; i++)
    if (is_dropped[i] != 0) u[i] = 1;
  PetscCall(VecRestoreArray(unit, &u));
  PetscCall(VecRestoreArrayRead(dropped, &is_dropped));
  PetscCall(VecDestroy(&dropped));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemForceUnits(FsSystem sys, Vec unit)
{
  const PetscScalar *length = NULL;
  PetscScalar       *u;
  PetscInt           n;
  Vec                lengths = NULL;

  PetscFunctionBeginUser;
  PetscCall(FsSystemWeights(sys, unit)); /* 0: the rows of constraints */
  if (sys->constraints) {
    PetscCall(VecDuplicate(unit, &lengths));
    PetscCall(sys->constraints->lengths(sys, lengths));
    PetscCall(VecGetArrayRead(lengths, &length));
  }
  PetscCall(VecGetLocalSize(unit, &n));
  PetscCall(VecGetArray(unit, &u));
  for (PetscInt i = 0; i < n; i++) {
    if (u[i] > 0) u[i] = 1 / PetscSqrtReal(u[i]);
    else u[i] = length && length[i] > 0 ? 1 : FsSystemCharacteristicLength(sys);
  }
  PetscCall(VecRestoreArray(unit, &u));
  PetscCall(SetUnitsOfDropped(sys, unit));
  if (lengths) PetscCall(VecRestoreArrayRead(lengths, &length));
  PetscCall(VecDestroy(&lengths));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemComparableMatrix(FsSystem sys, Mat A, Mat *comparable)
{
  Vec unit;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, &unit));
  PetscCall(FsSystemForceUnits(sys, unit));
  if (*comparable) PetscCall(MatCopy(A, *comparable, SAME_NONZERO_PATTERN));
  else PetscCall(MatDuplicate(A, MAT_COPY_VALUES, comparable));
  PetscCall(MatDiagonalScale(*comparable, unit, unit));
  PetscCall(VecDestroy(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemForceNorm(FsSystem sys, Vec r, NormType type, PetscReal *norm)
{
  Vec force;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(r, &force));
  PetscCall(FsSystemForceUnits(sys, force));
  PetscCall(VecPointwiseMult(force, force, r));
  PetscCall(VecNorm(force, type, norm));
  PetscCall(VecDestroy(&force));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemStiffnessNorm(FsSystem sys, Mat A, NormType type, PetscReal *norm)
{
  Mat comparable = NULL;

  PetscFunctionBeginUser;
  PetscCall(FsSystemComparableMatrix(sys, A, &comparable));
  PetscCall(MatNorm(comparable, type, norm));
  PetscCall(MatDestroy(&comparable));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode CreateComparableDiagonal(FsSystem sys, Mat A, Vec *diagonal)
{
  Vec unit;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(sys->vec, diagonal));
  PetscCall(VecDuplicate(sys->vec, &unit));
  PetscCall(MatGetDiagonal(A, *diagonal));
  PetscCall(FsSystemForceUnits(sys, unit));
  for (int twice = 0; twice < 2; twice++) PetscCall(VecPointwiseMult(*diagonal, *diagonal, unit));
  PetscCall(VecDestroy(&unit));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemDiagonalNorm(FsSystem sys, Mat A, PetscReal *norm)
{
  Vec diagonal;

  PetscFunctionBeginUser;
  PetscCall(CreateComparableDiagonal(sys, A, &diagonal));
  PetscCall(VecNorm(diagonal, NORM_2, norm));
  PetscCall(VecDestroy(&diagonal));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FsSystemMeanStiffness(FsSystem sys, Mat A, PetscReal *mean)
{
  const PetscScalar *k, *is_dropped;
  PetscReal          sums[2] = {0, 0};
  PetscInt           n;
  Vec                diagonal, dropped;

  PetscFunctionBeginUser;
  PetscCall(CreateComparableDiagonal(sys, A, &diagonal));
  PetscCall(VecGetLocalSize(diagonal, &n));
  PetscCall(VecGetArrayRead(diagonal, &k));
  PetscCall(VecDuplicate(diagonal, &dropped));
  PetscCall(FsSystemGetDroppedRows(sys, dropped));
  PetscCall(VecGetArrayRead(dropped, &is_dropped));
  for (PetscInt i = 0; i < n; i++) {
    if (is_dropped[i] != 0) continue;
    sums[0] += PetscAbsScalar(k[i]);
    sums[1] += k[i] != 0;
  }
  PetscCall(VecRestoreArrayRead(dropped, &is_dropped));
  PetscCall(VecDestroy(&dropped));
  PetscCall(VecRestoreArrayRead(diagonal, &k));
  PetscCall(VecDestroy(&diagonal));
  PetscCallMPI(MPIU_Allreduce(MPI_IN_PLACE, sums, 2, MPIU_REAL, MPI_SUM, sys->comm));
  *mean = sums[1] > 0 ? sums[0] / sums[1] : 1;
  PetscFunctionReturn(PETSC_SUCCESS);
}
