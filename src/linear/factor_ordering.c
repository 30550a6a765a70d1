/* factor_ordering.c: chooses the ordering of the factors of PETSc by the band of a matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "factor_ordering.h"

/* Adds up the distances of the first column of each row in the reverse Cuthill-McKee ordering. A
   matrix of blocks has the rows and columns of its blocks. */
static PetscErrorCode FindBand(Mat A, PetscBool blocks, PetscReal *band, PetscReal *nonzeros)
{
  IS              rows, columns, places;
  const PetscInt *row, *place, *start, *column;
  PetscInt        n, ordered;
  PetscBool       known;

  PetscFunctionBeginUser;
  *band = *nonzeros = 0;
  PetscCall(MatGetOrdering(A, MATORDERINGRCM, &rows, &columns));
  PetscCall(ISInvertPermutation(rows, PETSC_DECIDE, &places));
  PetscCall(ISGetLocalSize(rows, &ordered));
  PetscCall(ISGetIndices(rows, &row));
  PetscCall(ISGetIndices(places, &place));
  PetscCall(MatGetRowIJ(A, 0, PETSC_FALSE, blocks, &n, &start, &column, &known));
  for (PetscInt i = 0; i < n && known && n == ordered; i++) {
    PetscInt first = i;

    for (PetscInt k = start[row[i]]; k < start[row[i] + 1]; k++)
      first = PetscMin(first, place[column[k]]);
    *band += (PetscReal)(i - first);
    *nonzeros += (PetscReal)(start[i + 1] - start[i]);
  }
  PetscCall(MatRestoreRowIJ(A, 0, PETSC_FALSE, blocks, &n, &start, &column, &known));
  PetscCall(ISRestoreIndices(places, &place));
  PetscCall(ISRestoreIndices(rows, &row));
  PetscCall(ISDestroy(&places));
  PetscCall(ISDestroy(&rows));
  PetscCall(ISDestroy(&columns));
  PetscFunctionReturn(PETSC_SUCCESS);
}

PetscErrorCode FactorOrdering(Mat A, PetscBool chain, MatOrderingType *type)
{
  PetscBool rows, blocks;
  PetscReal band, nonzeros;

  PetscFunctionBeginUser;
  *type = chain ? MATORDERINGND : MATORDERINGRCM;
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQAIJ, &rows));
  PetscCall(PetscObjectTypeCompare((PetscObject)A, MATSEQBAIJ, &blocks));
  if (chain || (!rows && !blocks)) PetscFunctionReturn(PETSC_SUCCESS);
  PetscCall(FindBand(A, blocks, &band, &nonzeros));
  if (band > 0 && band >= nonzeros) *type = MATORDERINGND;
  PetscFunctionReturn(PETSC_SUCCESS);
}
