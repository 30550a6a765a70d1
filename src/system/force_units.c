/* force_units.c: makes forces, moments and errors of constraints comparable, and the rows of
   tangents free of units. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "force_units.h"
#include "base/aij.h"

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

/* ---- equilibration --------------------------------------------------------------------------- */

/* Sets x to 1/sqrt(x); entries of 0 remain 0. */
static PetscErrorCode InvertRoots(Vec x)
{
  PetscFunctionBeginUser;
  PetscCall(VecSqrtAbs(x));
  PetscCall(VecReciprocal(x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets the factors of dofs that have stiffness, and those of other rows to 0.

   absolute has the entries |A_ij|; unit is 1 for displacements, 1 over a length for rotations and 0
   for multipliers. */
static PetscErrorCode ScaleStiffDofs(Mat absolute, Vec unit, Equilibration *e)
{
  /* relative to the largest stiffness: a smaller sum is the round-off of other rows */
  const PetscReal    round_off = PETSC_MACHINE_EPSILON;
  const PetscScalar *u;
  PetscScalar       *row;
  PetscReal          largest;
  PetscInt           n;

  PetscFunctionBeginUser;
  PetscCall(MatMult(absolute, unit, e->row));
  PetscCall(VecPointwiseMult(e->row, e->row, unit));
  PetscCall(VecMax(e->row, NULL, &largest));
  PetscCall(VecGetLocalSize(unit, &n));
  PetscCall(VecGetArrayRead(unit, &u));
  PetscCall(VecGetArray(e->row, &row));
  for (PetscInt i = 0; i < n; i++)
    row[i] = row[i] > round_off * largest ? u[i] / PetscSqrtReal(row[i]) : 0;
  PetscCall(VecRestoreArray(e->row, &row));
  PetscCall(VecRestoreArrayRead(unit, &u));
  PetscCall(VecCopy(e->row, e->column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets factors that are 0 so that the sum of the row, or of the column, is 1. Only entries with
   factors that are known count. multipliers: which factors are set, those of multipliers or those
   of dofs. */
static PetscErrorCode FillFactors(Mat absolute, Vec unit, PetscBool multipliers, Equilibration *e)
{
  const PetscScalar *u, *of_row, *of_column;
  PetscScalar       *row, *column;
  PetscInt           n;
  Vec                sum[2];

  PetscFunctionBeginUser;
  for (int k = 0; k < 2; k++) PetscCall(VecDuplicate(e->row, &sum[k]));
  PetscCall(MatMult(absolute, e->column, sum[0]));
  PetscCall(MatMultTranspose(absolute, e->row, sum[1]));
  PetscCall(VecGetLocalSize(unit, &n));
  PetscCall(VecGetArrayRead(unit, &u));
  PetscCall(VecGetArrayRead(sum[0], &of_row));
  PetscCall(VecGetArrayRead(sum[1], &of_column));
  PetscCall(VecGetArray(e->row, &row));
  PetscCall(VecGetArray(e->column, &column));
  for (PetscInt i = 0; i < n; i++) {
    if ((u[i] == 0) != multipliers || row[i] != 0 || !(of_row[i] > 0 && of_column[i] > 0)) continue;
    row[i]    = 1 / of_row[i];
    column[i] = 1 / of_column[i];
  }
  PetscCall(VecRestoreArray(e->column, &column));
  PetscCall(VecRestoreArray(e->row, &row));
  PetscCall(VecRestoreArrayRead(sum[1], &of_column));
  PetscCall(VecRestoreArrayRead(sum[0], &of_row));
  PetscCall(VecRestoreArrayRead(unit, &u));
  for (int k = 0; k < 2; k++) PetscCall(VecDestroy(&sum[k]));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets factors that are still 0 by the diagonal, which is the only entry of a dropped row. */
static PetscErrorCode FillByDiagonal(Mat absolute, Equilibration *e)
{
  PetscScalar *row, *column, *diagonal;
  PetscInt     n;
  Vec          of;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(e->row, &of));
  PetscCall(MatGetDiagonal(absolute, of));
  PetscCall(InvertRoots(of));
  PetscCall(VecGetLocalSize(of, &n));
  PetscCall(VecGetArray(of, &diagonal));
  PetscCall(VecGetArray(e->row, &row));
  PetscCall(VecGetArray(e->column, &column));
  for (PetscInt i = 0; i < n; i++)
    if (row[i] == 0) row[i] = column[i] = diagonal[i] > 0 ? diagonal[i] : 1;
  PetscCall(VecRestoreArray(e->column, &column));
  PetscCall(VecRestoreArray(e->row, &row));
  PetscCall(VecRestoreArray(of, &diagonal));
  PetscCall(VecDestroy(&of));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Sets e->singular. */
static PetscErrorCode FindZeroRows(Mat absolute, Equilibration *e)
{
  PetscReal least, sum;
  Vec       ones, rows;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(e->column, &ones));
  PetscCall(VecDuplicate(e->row, &rows));
  PetscCall(VecSet(ones, 1));
  PetscCall(MatMult(absolute, ones, rows));
  PetscCall(VecMin(rows, NULL, &least));
  PetscCall(VecSum(rows, &sum));
  e->singular = (PetscBool)(!(least > 0) || PetscIsInfOrNanReal(sum));
  PetscCall(VecDestroy(&rows));
  PetscCall(VecDestroy(&ones));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibrationCreateFactors(Mat A, Equilibration *e)
{
  Vec *const  all[] = {&e->row, &e->column};
  PetscLayout layout;

  PetscFunctionBeginUser;
  PetscCall(MatGetLayouts(A, &layout, NULL));
  for (size_t k = 0; k < PETSC_STATIC_ARRAY_LENGTH(all); k++) {
    PetscCall(VecCreate(PetscObjectComm((PetscObject)A), all[k]));
    PetscCall(VecSetLayout(*all[k], layout));
    PetscCall(VecSetType(*all[k], VECSTANDARD));
  }
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibrationCreate(FsSystem sys, Mat A, Equilibration *e)
{
  enum { MOST = 4 }; /* constraints between a dof that has no stiffness and one that has some */
  PetscReal least;
  Mat       absolute;
  Vec       unit;

  PetscFunctionBeginUser;
  PetscCall(MatDuplicate(A, MAT_COPY_VALUES, &absolute));
  PetscCall(AIJReplaceEntries(absolute, PETSC_FALSE));
  PetscCall(EquilibrationCreateFactors(A, e));
  PetscCall(VecDuplicate(e->row, &unit));
  PetscCall(FsSystemWeights(sys, unit));
  PetscCall(InvertRoots(unit));
  PetscCall(ScaleStiffDofs(absolute, unit, e));
  PetscCall(VecMin(e->row, NULL, &least));
  for (int k = 0; k < 2 * MOST && sys->constraints && least == 0; k++) {
    PetscCall(FillFactors(absolute, unit, (PetscBool)(k % 2 == 0), e));
    PetscCall(VecMin(e->row, NULL, &least));
  }
  PetscCall(FillByDiagonal(absolute, e));
  PetscCall(FindZeroRows(absolute, e));
  PetscCall(VecDestroy(&unit));
  PetscCall(MatDestroy(&absolute));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibrationDestroy(Equilibration *e)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&e->row));
  PetscCall(VecDestroy(&e->column));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibrationRandomSide(const Equilibration *e, Vec b)
{
  PetscFunctionBeginUser;
  PetscCall(VecSetRandom(b, NULL));
  PetscCall(VecPointwiseDivide(b, b, e->row));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the Euclidean norm of x after op, a product or a quotient, with the factors. */
static PetscErrorCode ScaledNorm(PetscErrorCode (*op)(Vec, Vec, Vec), Vec x, Vec factors,
                                 PetscReal *norm)
{
  Vec scaled;

  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(x, &scaled));
  PetscCall(op(scaled, x, factors));
  PetscCall(VecNorm(scaled, NORM_2, norm));
  PetscCall(VecDestroy(&scaled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode EquilibrationNormOfSide(const Equilibration *e, Vec b, PetscReal *norm)
{
  return ScaledNorm(VecPointwiseMult, b, e->row, norm);
}

PetscErrorCode EquilibrationNormOfUnknown(const Equilibration *e, Vec x, PetscReal *norm)
{
  return ScaledNorm(VecPointwiseDivide, x, e->column, norm);
}
