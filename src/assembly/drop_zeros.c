/* drop_zeros.c: see drop_zeros.h. Of the mass of beams, which the translations of nodes share, eleven of twelve entries are zeros in the pattern of
   tangents. */
#include "drop_zeros.h"

enum { OWN, OTHER, PARTS };

/* count[part][i] = entries of row i that are not 0, in columns of this rank and of others; sums[]: how many, and of all. */
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

/* to += what is not 0 in from. */
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
  const double max_fraction =
    0.25; /* of the entries: more are added faster where the patterns are the same */
  PetscInt *count[PARTS], n;
  double    sums[2];
  Mat       B;

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
