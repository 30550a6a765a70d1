/* complex_as_real.h: stores complex vectors and matrices as real ones of twice the size.

   Rows and columns of real and imaginary parts alternate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_COMPLEX_AS_REAL_H
#define FS_EIGEN_COMPLEX_AS_REAL_H

#include <fs/fs.h>

/* ComplexVec - A complex vector of two real ones. */
typedef struct {
  Vec re, im;
} ComplexVec;

PetscErrorCode ComplexVecCreate(Vec like, ComplexVec *x);
PetscErrorCode ComplexVecDestroy(ComplexVec *x);

/* ComplexAsRealCreate - Creates a matrix with two rows and two columns for each of A.

   Output:
     pair  has four entries for each entry of A, without values
   Collective. */
PetscErrorCode ComplexAsRealCreate(Mat A, Mat *pair);

/* ComplexAsRealFill - Inserts factor times the entries of A in the blocks (of_row, of_column).

   Entry (i, j) goes to row 2 i + of_row and column 2 j + of_column of pair. The caller assembles
   pair. Not collective. */
PetscErrorCode ComplexAsRealFill(Mat A, int of_row, int of_column, PetscReal factor, Mat pair);

#endif
