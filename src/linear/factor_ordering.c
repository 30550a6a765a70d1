/* factor_ordering.c: chooses the ordering of the factors of PETSc by the band of a matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "factor_ordering.h"

/* Adds up the distances of the first column of each row in the reverse Cuthill-McKee ordering. */
static PetscErrorCode FindBand(Mat A, PetscReal *band, PetscReal *nonzeros)
{
  IS              rows, columns, places;
  const PetscInt *row, *place, *start, *column;
  PetscInt        n;
  PetscBool       known;

  PetscFunctionBeginUser;
  *band = *nonzeros = 0;
  PetscCall(MatGetOrdering(A, MATORDERINGRCM, &rows, &columns));
  PetscCall(ISInvertPermutation(rows, PETSC_DECIDE, &places));
  PetscCall(ISGetIndices(rows, &row));
  PetscCall(ISGetIndices(places, &place));
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &column, &known));
  for (PetscInt i = 0; i < n && known; i++) {
    PetscInt first = i;

    for (PetscInt k = start[row[i]]; k < start[row[i] + 1]; k++)
      first = PetscMin(first, place[column[k]]);
    *band += (PetscReal)(i - first);
    *nonzeros += (PetscReal)(start[i + 1] - start[i]);
  }
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, PETSC_FALSE, &n, &start, &column, &known));
  PetscCall(ISRestoreIndices(places, &place));
  PetscCall(ISRestoreIndices(rows, &row));
  PetscCall(ISDestroy(&places));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorOrdering(Mat A, PetscBool chain, MatOrderingType *type)
{
  PetscBool by_rows;
  PetscReal band, nonzeros;

  PetscFunctionBeginUser;
  *type = chain ? MATORDERINGND : MATORDERINGRCM;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &by_rows));
  if (chain || !by_rows) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindBand(A, &band, &nonzeros));
  if (band >= nonzeros) *type = MATORDERINGND;
  PetscFunctionReturn(PETSC_SUCCESS);
}
