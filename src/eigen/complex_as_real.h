/* complex_as_real.h: complex vectors, and matrices of complex numbers as real ones of twice the size, rows and columns by turns of real and
   imaginary parts. Used by harmonic_solve.c and modal.c. */
#ifndef FS_EIGEN_COMPLEX_AS_REAL_H
#define FS_EIGEN_COMPLEX_AS_REAL_H

#include <fs/fs.h>

/* A complex vector. */
typedef struct {
  Vec re, im;
} ComplexVec;

PetscErrorCode ComplexVecCreate(Vec like, ComplexVec *x);
PetscErrorCode ComplexVecDestroy(ComplexVec *x);

/* *pair has two rows and columns for each of A, and room for four entries for each entry of A; no values. Collective. */
PetscErrorCode ComplexAsRealCreate(Mat A, Mat *pair);

/* The entries of A, times factor, go to row 2 i + of_row, column 2 j + of_column of pair, which the caller assembles. Not collective. */
PetscErrorCode ComplexAsRealFill(Mat A, int of_row, int of_column, PetscReal factor, Mat pair);

#endif
