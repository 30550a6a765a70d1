/* complex_as_real.h: stores complex vectors and matrices as real ones of twice the size.

   Entry i becomes two entries: 2 i for the real part, 2 i + 1 for the imaginary part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_EIGEN_COMPLEX_AS_REAL_H
#define FS_EIGEN_COMPLEX_AS_REAL_H

#include <fs/petsc_versions.h>

/* ComplexVec - A complex vector, stored as two real vectors. */
typedef struct {
  Vec re, im;
} ComplexVec;

/* ComplexVecCreate - Creates the real and the imaginary part of a complex vector with the layout of
   `like`. Collective. */
PetscErrorCode ComplexVecCreate(Vec like, ComplexVec *x);
PetscErrorCode ComplexVecDestroy(ComplexVec *x);

/* ComplexVecInterleave - Copies a complex vector x to the vector pair of twice the length, in which
   real and imaginary parts alternate, or copies pair back to x.

   Input:
     sign  1, or -1 to multiply the imaginary parts by -1
     back  PETSC_FALSE: pair is set; PETSC_TRUE: x is set
   Not collective. */
PetscErrorCode ComplexVecInterleave(Vec pair, PetscReal sign, const ComplexVec *x, PetscBool back);

/* ComplexAsRealCreate - Creates the real matrix that stands for a complex matrix with the nonzero
   pattern of A. It has two rows for each row and two columns for each column of A.

   Output:
     pair  a matrix with a block of 2 x 2 entries for each entry of A, without values. The caller
           destroys it
   Collective. */
PetscErrorCode ComplexAsRealCreate(Mat A, Mat *pair);

/* ComplexAsRealFill - Inserts factor times A into pair: entry (i, j) of A goes to row 2 i + of_row
   and column 2 j + of_column of pair.

   of_row is 0 for the real part of a result and 1 for its imaginary part; of_column is 0 or 1 for
   the real or imaginary part of the vector that is multiplied. The caller assembles pair
   afterwards. Not collective. */
PetscErrorCode ComplexAsRealFill(Mat A, int of_row, int of_column, PetscReal factor, Mat pair);

#endif
