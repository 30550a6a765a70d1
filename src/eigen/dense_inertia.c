/* dense_inertia.c: counts the negative eigenvalues of a small symmetric matrix by LAPACK.

   Rows and columns are scaled to entries of at most 1 without a unit (system/force_units.h),
   which changes no sign (Sylvester's law of inertia). A step of iterative refinement measures the
   condition of the scaled matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "dense_inertia.h"
#include "system/force_units.h"
#include <petscblaslapack.h>

/* Above this number of rows, the sparse factorization is faster. */
static const PetscInt LARGEST = 150;

typedef struct {
  PetscBLASInt  n;
  PetscScalar  *A, *factors; /* [n n] */
  PetscScalar  *b, *x;       /* [n] */
  PetscScalar  *work;        /* [nwork] */
  PetscBLASInt *pivot, nwork;
} Dense;

static PetscErrorCode DenseCreate(PetscInt n, Dense *d)
{
  const size_t   rows  = (size_t)n;
  const PetscInt block = 64; /* of rows, in LAPACK */

  PetscFunctionBeginUser;
  PetscCall(PetscBLASIntCast(n, &d->n));
  PetscCall(PetscBLASIntCast(n * block, &d->nwork));
  PetscCall(PetscCalloc6(rows * rows, &d->A, rows * rows, &d->factors, n, &d->b, n, &d->x,
                         rows * (size_t)block, &d->work, n, &d->pivot));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Copies the matrix, and scales it. *regular: no row is zero. */
static PetscErrorCode CopyScaled(FsSystem sys, Mat A, Dense *d, PetscBool *regular)
{
  const PetscInt     n = d->n;
  const PetscScalar *factor;
  Equilibration      e;

  PetscFunctionBeginUser;
  PetscCall(EquilibrationCreate(sys, A, &e));
  *regular = (PetscBool)!e.singular;
  PetscCall(VecGetArrayRead(e.row, &factor));
  for (PetscInt i = 0; i < n; i++) {
    const PetscInt    *column;
    const PetscScalar *value;
    PetscInt           ncolumns;

    PetscCall(MatGetRow(A, i, &ncolumns, &column, &value));
    for (PetscInt k = 0; k < ncolumns; k++)
      d->A[i + n * column[k]] = factor[i] * value[k] * factor[column[k]];
    PetscCall(MatRestoreRow(A, i, &ncolumns, &column, &value));
  }
  PetscCall(VecRestoreArrayRead(e.row, &factor));
  PetscCall(EquilibrationDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Computes the factors of the lower triangle. *regular: no pivot is 0. */
static PetscErrorCode Factor(Dense *d, PetscBool *regular)
{
  PetscBLASInt info;

  PetscFunctionBeginUser;
  PetscCall(PetscArraycpy(d->factors, d->A, (size_t)d->n * (size_t)d->n));
  PetscCallBLAS("LAPACKsytrf",
                LAPACKsytrf_("L", &d->n, d->factors, &d->n, d->pivot, d->work, &d->nwork, &info));
  *regular = (PetscBool)(info == 0);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves A x = x. */
static PetscErrorCode Solve(Dense *d, PetscScalar x[])
{
  const PetscBLASInt one = 1;
  PetscBLASInt       info;

  PetscFunctionBeginUser;
  PetscCallBLAS("LAPACKsytrs",
                LAPACKsytrs_("L", &d->n, &one, d->factors, &d->n, d->pivot, x, &d->n, &info));
  PetscCheck(info == 0, PETSC_COMM_SELF, PETSC_ERR_LIB, "LAPACK sytrs: %d", (int)info);
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Solves for a vector without structure, and refines the result. *good: the change is small. */
static PetscErrorCode MeasureCondition(Dense *d, PetscBool *good)
{
  /* Change relative to the solution: the condition of the matrix, whose rows and columns are scaled
     to entries of about 1, times round-off. Below it the signs of all pivots are certain. The limit
     is stricter than that of PencilIsNonsingular, because the caller has another way to count.
     tests/eigen/dense_inertia.c has regular and singular matrices. */
  const PetscReal refinement = 1e-6;
  const PetscInt  n          = d->n;
  PetscReal       of_x = 0, of_change = 0;

  PetscFunctionBeginUser;
  for (PetscInt i = 0; i < n; i++) d->x[i] = d->b[i] = PetscCosReal((PetscReal)(i * i + 1));
  PetscCall(Solve(d, d->x));
  for (PetscInt k = 0; k < n; k++)
    for (PetscInt i = 0; i < n; i++) d->b[i] -= d->A[i + n * k] * d->x[k];
  PetscCall(Solve(d, d->b));
  for (PetscInt i = 0; i < n; i++) {
    of_x += PetscSqr(PetscAbsScalar(d->x[i]));
    of_change += PetscSqr(PetscAbsScalar(d->b[i]));
  }
  *good = (PetscBool)(PetscSqrtReal(of_change) <= refinement * PetscSqrtReal(of_x) &&
                      !PetscIsInfOrNanReal(of_x));
  PetscFunctionReturn(PETSC_SUCCESS);
}

/* Counts the negative eigenvalues of the blocks of D. A block of two rows has one. */
static PetscInt count_negative(const Dense *d)
{
  PetscInt negative = 0;

  for (PetscInt k = 0; k < d->n; k++)
    if (d->pivot[k] < 0) negative++, k++;
    else negative += PetscRealPart(d->factors[k + d->n * k]) < 0;
  return negative;
}

PetscErrorCode DenseInertia(FsSystem sys, Mat A, PetscInt *negative, PetscBool *certain)
{
  PetscMPIInt size;
  PetscInt    n;
  Dense       d;

  PetscFunctionBeginUser;
  *negative = 0;
  *certain  = PETSC_FALSE;
  PetscCall(MatGetSize(A, &n, NULL));
  PetscCallMPI(MPI_Comm_size(PetscObjectComm((PetscObject)A), &size));
  if (size > 1 || n < 1 || n > LARGEST) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(DenseCreate(n, &d));
  PetscCall(CopyScaled(sys, A, &d, certain));
  if (*certain) PetscCall(Factor(&d, certain));
  if (*certain) PetscCall(MeasureCondition(&d, certain));
  if (*certain) *negative = count_negative(&d);
  PetscCall(PetscFree6(d.A, d.factors, d.b, d.x, d.work, d.pivot));
  PetscFunctionReturn(PETSC_SUCCESS);
}
