/* drop_zeros.c: drops the explicit zeros of a sparse matrix if they are the majority.

   In the mass matrix of beams, which belongs to translations of nodes, eleven of twelve entries in
   the pattern of tangents are zeros. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "pattern.h"

enum { OWN, OTHER, PARTS };

/* Counts the nonzero entries of row i in columns of this rank (count[OWN][i]) and of others
   (count[OTHER][i]); sums[] are the nonzero entries and all entries of all ranks. */
static PetscErrorCode CountNonzeros(Mat A, PetscInt *const count[PARTS], double sums[2])
{
  PetscInt first, last, first_column, last_column;

  PetscFunctionBeginUser;
  sums[0] = sums[1] = 0;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(MatGetOwnershipRangeColumn(A, &first_column, &last_column));
  for (PetscInt row = first; row < last; row++) {
    const PetscScalar *value;
    const PetscInt    *column;
    PetscInt           n;

    count[OWN][row - first] = count[OTHER][row - first] = 0;
    PetscCall(MatGetRow(A, row, &n, &column, &value));
    for (PetscInt k = 0; k < n; k++)
      if (value[k] != 0)
        count[column[k] < first_column || column[k] >= last_column ? OTHER : OWN][row - first]++;
    PetscCall(MatRestoreRow(A, row, NULL, &column, &value));
    sums[0] += (double)(count[OWN][row - first] + count[OTHER][row - first]);
    sums[1] += (double)n;
  }
  PetscCallMPI(
    MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, PetscObjectComm((PetscObject)A)));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the nonzero entries of from. */
static PetscErrorCode CopyNonzeros(Mat from, Mat to)
{
  PetscInt first, last;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(from, &first, &last));
  for (PetscInt row = first; row < last; row++) {
    const PetscScalar *value;
    const PetscInt    *column;
    PetscInt           n;

    PetscCall(MatGetRow(from, row, &n, &column, &value));
    for (PetscInt k = 0; k < n; k++)
      if (value[k] != 0)
        PetscCall(MatSetValues(to, 1, &row, 1, &column[k], &value[k], INSERT_VALUES));
    PetscCall(MatRestoreRow(from, row, NULL, &column, &value));
  }
  PetscCall(MatAssemblyBegin(to, MAT_FINAL_ASSEMBLY));
  PetscCall(MatAssemblyEnd(to, MAT_FINAL_ASSEMBLY));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode MatrixDropZeros(Mat *A, PetscBool *sparse)
{
  /* largest fraction of nonzero entries: more are added faster if the patterns are the same */
  const double max_fraction = 0.25;
  PetscInt    *count[PARTS], n;
  double       sums[2];
  Mat          B;

  PetscFunctionBeginUser;
  PetscCall(MatGetLocalSize(*A, &n, NULL));
  PetscCall(PetscMalloc2(n, &count[OWN], n, &count[OTHER]));
  PetscCall(CountNonzeros(*A, count, sums));
  *sparse = (PetscBool)(sums[0] <= max_fraction * sums[1]);
  if (*sparse) {
    PetscCall(MatCreate(PetscObjectComm((PetscObject)*A), &B));
    PetscCall(MatSetSizes(B, n, n, PETSC_DETERMINE, PETSC_DETERMINE));
    PetscCall(MatSetType(B, MATAIJ));
    PetscCall(MatXAIJSetPreallocation(B, 1, count[OWN], count[OTHER], NULL, NULL));
    PetscCall(CopyNonzeros(*A, B));
    PetscCall(MatDestroy(A));
    *A = B;
  }
  PetscCall(PetscFree2(count[OWN], count[OTHER]));
  PetscFunctionReturn(PETSC_SUCCESS);
}
