/* factor_ordering.c: chooses the ordering of the factors of PETSc by the band of a matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "factor_ordering.h"

PetscErrorCode FactorOrdering(Mat A, PetscBool chain, MatOrderingType *type)
{
  IS              rows, columns, places;
  const PetscInt *row, *place, *start, *column;
  PetscInt        n;
  PetscReal       band = 0; /* sum of the distances of the first column of each row */
  PetscBool       known;

  PetscFunctionBeginUser;
  *type = MATORDERINGND;
  if (chain) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(MatGetOrdering(A, MATORDERINGRCM, &rows, &columns));
  PetscCall(ISInvertPermutation(rows, PETSC_DECIDE, &places));
  PetscCall(ISGetIndices(rows, &row));
  PetscCall(ISGetIndices(places, &place));
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &column, &known));
  for (PetscInt i = 0; i < n && known; i++) {
    PetscInt first = i;

    for (PetscInt k = start[row[i]]; k < start[row[i] + 1]; k++)
      first = PetscMin(first, place[column[k]]);
    band += (PetscReal)(i - first);
  }
  if (known && band < (PetscReal)start[n]) *type = MATORDERINGRCM;
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &column, &known));
  PetscCall(ISRestoreIndices(places, &place));
  PetscCall(ISRestoreIndices(rows, &row));
  PetscCall(ISDestroy(&places));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}
