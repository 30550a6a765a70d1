/* redundant_rows.h: chooses which redundant constraint rows are dropped.

   The input are the null vectors z[k] of G^T. The dropped rows are those in which the null vectors
   are far from dependent. All functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANT_ROWS_H
#define FS_SOLVE_CONSISTENT_REDUNDANT_ROWS_H

#include <fs/solve.h>

enum { REDUNDANT_ROWS_MAX = 256 }; /* largest number of null vectors */

/* RedundantRowsGetOrder - Returns the order of the rows (FsSystemConstraints).

   It is 1, 2, ... for systems that define no order. Rows of drivers have negative numbers. */
PetscErrorCode RedundantRowsGetOrder(FsStage s, Vec order);

/* RedundantRowsChoose - Chooses k rows by pivoted Gram-Schmidt on the rows of the null vectors.

   The row with the largest norm is the pivot; the other rows are made orthogonal to it. If norms
   agree to 1e-6, the last row in the order is taken. Rows of drivers are never dropped.
   Input:
     z        [k] null vectors
     order    see RedundantRowsGetOrder
   Output:
     dropped  1 in the chosen rows, 0 elsewhere */
PetscErrorCode RedundantRowsChoose(FsStage s, PetscInt k, const Vec z[], Vec order, Vec dropped);

/* RedundantRowsMinSingularValue - Computes the smallest singular value of z in the dropped rows.

   Input:
     z      [k] orthonormal null vectors
   Output:
     least  at most 1; 0 if the rows that remain are dependent */
PetscErrorCode RedundantRowsMinSingularValue(FsStage s, PetscInt k, const Vec z[], Vec dropped,
                                             PetscReal *least);

/* RedundantRowsClear - Adds a combination of z to lambda that makes it 0 in the dropped rows. */
PetscErrorCode RedundantRowsClear(FsStage s, PetscInt k, const Vec z[], Vec dropped, Vec lambda);

/* RedundantRowsNorms - Computes the 2-norm of each row of z[k]. */
PetscErrorCode RedundantRowsNorms(PetscInt k, const Vec z[], Vec lengths);

#endif
