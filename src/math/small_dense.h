/* small_dense.h: solves linear equations and eigenvalue problems of small dense matrices, without
   PETSc.

   Matrices are stored row by row. ld is the number of entries from one row to the next in
   memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_SMALL_DENSE_H
#define FS_MATH_SMALL_DENSE_H

/* Solves A X = B by Gaussian elimination with partial pivoting. A[n][ld] is overwritten, and
   B[n][m] becomes X. Returns the smallest absolute value of a pivot. If it is 0, A is singular and
   X is not finite. */
double small_solve(int n, int ld, double A[], int m, double B[]);

/* Computes X[n][n], the inverse of A[n][n], which is overwritten. Returns the smallest absolute
   value of a pivot. If it is 0, A is singular and X is not finite. */
double small_inverse(int n, double A[], double X[]);

/* Replaces the lower triangle of the symmetric A[n][n] by its Cholesky factor. Returns 0, or 1 if A
   is not positive definite or has an entry that is not finite. */
int small_cholesky(int n, double A[]);

/* Computes the eigenvalues and eigenvectors of the symmetric A[n][n] by Jacobi's rotations. A
   becomes the diagonal matrix of its eigenvalues, which are not ordered; a diagonal matrix stays as
   it is. Row k of V[n][n] becomes the unit eigenvector of eigenvalue k. Golub & Van Loan, Matrix
   Computations, 2013, sec. 8.5. */
void small_eigen(int n, double A[], double V[]);

#endif
