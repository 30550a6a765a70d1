/* blas_check.c: tests the BLAS and LAPACK of a build; returns 0 if their results are right.

   Old versions of OpenBLAS have wrong factors of positive definite matrices, or lose half of the
   digits, on processors with AVX-512. The program factors a matrix, and multiplies the factors. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 500 };

extern void dpotrf_(const char *, const int *, double *, const int *, int *);
extern void dgemm_(const char *, const char *, const int *, const int *, const int *,
                   const double *, const double *, const int *, const double *, const int *,
                   const double *, double *, const int *);
extern void dtrsm_(const char *, const char *, const char *, const char *, const int *,
                   const int *, const double *, const double *, const int *, double *,
                   const int *);

static double A[N * N], L[N * N], P[N * N], X[N * N];

/* An entry of a positive definite matrix whose largest eigenvalue is 1e3 times the smallest. */
static double entry(int i, int j) { return 1.0 / (1 + abs(i - j)) + (i == j ? 0.01 + (i % 7) : 0); }

/* Returns the largest difference of two matrices. */
static double difference(const double *x, const double *y)
{
  double largest = 0;

  for (int i = 0; i < N * N; i++) {
    const double d = fabs(x[i] - y[i]);

    if (!(d <= largest)) largest = d;
  }
  return largest;
}

int main(void)
{
  const int    n = N;
  const double one = 1, zero = 0;
  double       product, solution;
  int          info;

  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) A[i + N * j] = L[i + N * j] = X[i + N * j] = entry(i, j);
  dpotrf_("L", &n, L, &n, &info);
  if (info) return printf("dpotrf: a positive definite matrix has no factors (info %d)", info), 1;
  for (int j = 0; j < N; j++)
    for (int i = 0; i < j; i++) L[i + N * j] = 0;
  dgemm_("N", "T", &n, &n, &n, &one, L, &n, L, &n, &zero, P, &n);
  product = difference(P, A);
  dtrsm_("L", "L", "N", "N", &n, &n, &one, L, &n, X, &n); /* X = L^-1 A = L^T */
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++) P[i + N * j] = L[j + N * i];
  solution = difference(X, P);
  if (product < 1e-11 && solution < 1e-11) return 0;
  return printf("products of factors are off by %g, solutions by %g", product, solution), 1;
}
