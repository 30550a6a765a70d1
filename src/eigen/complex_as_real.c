/* complex_as_real.c: implements complex vectors and matrices as real ones of twice the size. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "complex_as_real.h"

PetscErrorCode ComplexVecCreate(Vec like, ComplexVec *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecDuplicate(like, &x->re));
  PetscCall(VecDuplicate(like, &x->im));
  PetscCall(VecZeroEntries(x->re));
  PetscCall(VecZeroEntries(x->im));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ComplexVecDestroy(ComplexVec *x)
{
  PetscFunctionBeginUser;
  PetscCall(VecDestroy(&x->re));
  PetscCall(VecDestroy(&x->im));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ComplexAsRealCreate(Mat A, Mat *pair)
{
  PetscInt n, N, first, last, low, high, *own, *other;
  Vec      columns;

  PetscFunctionBeginUser;
  PetscCall(MatCreateVecs(A, &columns, NULL));
  PetscCall(VecGetLocalSize(columns, &n));
  PetscCall(VecGetSize(columns, &N));
  PetscCall(VecGetOwnershipRange(columns, &low, &high));
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  PetscCall(PetscCalloc2(2 * (size_t)n, &own, 2 * (size_t)n, &other));
  for (PetscInt row = first; row < last; row++) {
    const PetscInt *column;
    PetscInt        entries, at = 2 * (row - first);

    PetscCall(MatGetRow(A, row, &entries, &column, NULL));
    for (PetscInt k = 0; k < entries; k++)
      *(column[k] >= low && column[k] < high ? &own[at] : &other[at]) += 2;
    PetscCall(MatRestoreRow(A, row, &entries, &column, NULL));
    own[at + 1]   = own[at];
    other[at + 1] = other[at];
  }
  PetscCall(MatCreateAIJ(PetscObjectComm((PetscObject)A), 2 * n, 2 * n, 2 * N, 2 * N, 0, own, 0,
                         other, pair));
  PetscCall(PetscFree2(own, other));
  PetscCall(VecDestroy(&columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ComplexAsRealFill(Mat A, int of_row, int of_column, PetscReal factor, Mat pair)
{
  PetscInt     first, last, room = 0, *at = NULL;
  PetscScalar *scaled = NULL;

  PetscFunctionBeginUser;
  PetscCall(MatGetOwnershipRange(A, &first, &last));
  for (PetscInt row = first; row < last; row++) {
    const PetscInt    *column;
    const PetscScalar *value;
    const PetscInt     to = 2 * row + of_row;
    PetscInt           n;

    PetscCall(MatGetRow(A, row, &n, &column, &value));
    if (n > room) {
      room = 2 * n;
      PetscCall(PetscRealloc((size_t)room * sizeof *at, &at));
      PetscCall(PetscRealloc((size_t)room * sizeof *scaled, &scaled));
    }
    for (PetscInt k = 0; k < n; k++) {
      at[k]     = 2 * column[k] + of_column;
      scaled[k] = factor * value[k];
    }
    PetscCall(MatSetValues(pair, 1, &to, n, at, scaled, INSERT_VALUES));
    PetscCall(MatRestoreRow(A, row, &n, &column, &value));
  }
  PetscCall(PetscFree(at));
  PetscCall(PetscFree(scaled));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode ComplexVecInterleave(Vec pair, PetscReal sign, const ComplexVec *x, PetscBool back)
{
  PetscScalar *of_pair, *re, *im;
  PetscInt     n;

  PetscFunctionBeginUser;
  PetscCall(VecGetLocalSize(x->re, &n));
  PetscCall(VecGetArray(pair, &of_pair));
  PetscCall(VecGetArray(x->re, &re));
  PetscCall(VecGetArray(x->im, &im));
  for (PetscInt i = 0; i < n; i++) {
    if (back) re[i] = of_pair[2 * i];
    else of_pair[2 * i] = re[i];
    if (back) im[i] = sign * of_pair[2 * i + 1];
    else of_pair[2 * i + 1] = sign * im[i];
  }
  PetscCall(VecRestoreArray(x->im, &im));
  PetscCall(VecRestoreArray(x->re, &re));
  PetscCall(VecRestoreArray(pair, &of_pair));
  PetscFunctionReturn(PETSC_SUCCESS);
}
