/* redundant_rows.h: chooses which redundant constraint rows are dropped.

   G is the constraint gradient. The input is k null vectors z of G^T, which have one entry for each
   constraint row. The k dropped rows are chosen such that z is far from dependent in them. All
   functions are collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_SOLVE_CONSISTENT_REDUNDANCY_REDUNDANT_ROWS_H
#define FS_SOLVE_CONSISTENT_REDUNDANCY_REDUNDANT_ROWS_H

#include <fs/solve.h>

enum { REDUNDANT_ROWS_MAX = 256 }; /* largest number of null vectors */

/* RedundantRowsGetOrder - Sets order to the number of each row in FsSystemConstraints.

   If the system defines no order, the numbers are 1, 2, ... Rows of drivers have negative
   numbers. */
PetscErrorCode RedundantRowsGetOrder(FsStage s, Vec order);

/* RedundantRowsChoose - Chooses k rows by pivoted Gram-Schmidt on the rows of the null vectors.

   Row i consists of the k numbers z[0][i], z[1][i], ... The row with the largest norm is chosen,
   and the other rows are made orthogonal to it; this is repeated k times. If norms agree to 1e-6,
   the last row in the order is chosen. Rows of drivers are never chosen.
   Input:
     z        [k] null vectors
     order    see RedundantRowsGetOrder
   Output:
     dropped  1 in the chosen rows, 0 elsewhere */
PetscErrorCode RedundantRowsChoose(FsStage s, PetscInt k, const Vec z[], Vec order, Vec dropped);

/* RedundantRowsMinSingularValue - Computes the smallest singular value of z in the dropped rows.

   Input:
     z        [k] orthonormal null vectors
     dropped  1 in the k dropped rows, 0 in the rows that remain
   Output:
     least    from 0 to 1; 0 if the rows of the gradient G that remain are dependent */
PetscErrorCode RedundantRowsMinSingularValue(FsStage s, PetscInt k, const Vec z[], Vec dropped,
                                             PetscReal *least);

/* RedundantRowsMinimize - Adds a combination of z to lambda, so that the sum of weights times
   lambda^2 is least.

   With the weights 1 in k dropped rows and 0 elsewhere, lambda becomes 0 in these rows.
   Input:
     z        [k] orthonormal null vectors; they must be independent in the rows with weights
     weights  one for each row, not negative
   Changed:
     lambda   the multipliers */
PetscErrorCode RedundantRowsMinimize(FsStage s, PetscInt k, const Vec z[], Vec weights, Vec lambda);

/* RedundantRowsDeflate - Removes from x its components along z[k], which are orthonormal. Does
   nothing if k is 0. */
PetscErrorCode RedundantRowsDeflate(PetscInt k, Vec z[], Vec x);

/* RedundantRowsNorms - Sets lengths to the 2-norm of each row of z[k], see RedundantRowsChoose. */
PetscErrorCode RedundantRowsNorms(PetscInt k, const Vec z[], Vec lengths);

/* ---- constraint rank ------------------------------------------------------------------------- */

/* StageDropRedundant - Drops the constraint rows that follow from others, by FsSystemDropRows.

   Input:
     state  a state that satisfies the position constraints
   Collective. Input errors: there are more redundant rows than can be dropped; rows are redundant
   only in this state, or nearly redundant; a driver prescribes a redundant motion. */
PetscErrorCode StageDropRedundant(FsStage s, const FsState *state);

/* StageIsDependent - Determines whether the constraint rows are dependent at a state, or nearly.

   They are if the smallest singular value of their gradient is about 1e-5 or less. The rows of the
   gradient are scaled to length 1. Collective. */
PetscErrorCode StageIsDependent(FsStage s, const FsState *state, PetscBool *dependent);

#endif
