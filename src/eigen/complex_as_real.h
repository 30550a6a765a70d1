/* complex_as_real.h: stores complex vectors and matrices as real ones of twice the size.

   Entry i becomes two entries: 2 i for the real part, 2 i + 1 for the imaginary part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_COMPLEX_AS_REAL_H
#define FS_EIGEN_COMPLEX_AS_REAL_H

#include <fs/fs.h>

/* ComplexVec - A complex vector, stored as two real vectors. */
typedef struct {
  Vec re, im;
} ComplexVec;

/* ComplexVecCreate - Creates both parts with the layout of `like`. Collective. */
PetscErrorCode ComplexVecCreate(Vec like, ComplexVec *x);
PetscErrorCode ComplexVecDestroy(ComplexVec *x);

/* ComplexVecInterleave - Copies x to pair = (re, sign im) with alternating entries, or back.

   Not collective. */
PetscErrorCode ComplexVecInterleave(Vec pair, PetscReal sign, const ComplexVec *x, PetscBool back);

/* ComplexAsRealCreate - Creates a matrix with two rows for each row and two columns for each column
   of A.

   Output:
     pair  has a block of 2 x 2 entries for each entry of A, without values
   Collective. */
PetscErrorCode ComplexAsRealCreate(Mat A, Mat *pair);

/* ComplexAsRealFill - Inserts factor times each entry of A at one place in its block of pair.

   Entry (i, j) goes to row 2 i + of_row and column 2 j + of_column of pair. of_row and of_column
   are 0 or 1. The caller assembles pair. Not collective. */
PetscErrorCode ComplexAsRealFill(Mat A, int of_row, int of_column, PetscReal factor, Mat pair);

#endif
