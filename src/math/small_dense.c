/* small_dense.c: Gaussian elimination, Cholesky's factors and Jacobi's rotations for small dense
   matrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "small_dense.h"
#include <math.h>

static void swap_rows(int n, double x[], double y[])
{
  for (int j = 0; j < n; j++) {
    const double swap = x[j];

    x[j] = y[j], y[j] = swap;
  }
}

double small_solve(int n, int ld, double A[], int m, double B[])
{
  double least = INFINITY;

  for (int k = 0; k < n; k++) {
    int pivot = k;

    for (int i = k + 1; i < n; i++)
      if (fabs(A[i * ld + k]) > fabs(A[pivot * ld + k])) pivot = i;
    if (pivot != k) {
      swap_rows(n - k, A + k * ld + k, A + pivot * ld + k);
      swap_rows(m, B + k * m, B + pivot * m);
    }
    if (!(fabs(A[k * ld + k]) >= least)) least = fabs(A[k * ld + k]);
    for (int i = k + 1; i < n; i++) {
      const double factor = A[i * ld + k] / A[k * ld + k];

      for (int j = k + 1; j < n; j++) A[i * ld + j] -= factor * A[k * ld + j];
      for (int j = 0; j < m; j++) B[i * m + j] -= factor * B[k * m + j];
    }
  }
  for (int i = n - 1; i >= 0; i--) {
    for (int k = i + 1; k < n; k++)
      for (int j = 0; j < m; j++) B[i * m + j] -= A[i * ld + k] * B[k * m + j];
    for (int j = 0; j < m; j++) B[i * m + j] /= A[i * ld + i];
  }
  return least;
}

static void set_identity(int n, double V[])
{
  for (int i = 0; i < n * n; i++) V[i] = i % (n + 1) == 0;
}

double small_inverse(int n, double A[], double X[])
{
  set_identity(n, X);
  return small_solve(n, n, A, n, X);
}

int small_cholesky(int n, double A[])
{
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++) {
      double sum = A[i * n + j];

      for (int k = 0; k < j; k++) sum -= A[i * n + k] * A[j * n + k];
      if (i == j && !(sum > 0 && sum < INFINITY)) return 1;
      A[i * n + j] = i == j ? sqrt(sum) : sum / A[j * n + j];
    }
  return 0;
}

/* Rotates the rows or columns x and y, whose n entries are step apart: x' = c x - s y and
   y' = s x + c y. */
static void rotate(int n, double x[], double y[], int step, double c, double s)
{
  for (int k = 0; k < n; k++) {
    const double a = x[k * step], b = y[k * step];

    x[k * step] = c * a - s * b, y[k * step] = s * a + c * b;
  }
}

void small_eigen(int n, double A[], double V[])
{
  enum { SWEEPS = 30 };

  set_identity(n, V);
  for (int sweep = 0; sweep < SWEEPS; sweep++)
    for (int p = 0; p < n; p++)
      for (int q = p + 1; q < n; q++) {
        const double between = A[p * n + q];
        double       tau, t, c, s;

        if (between == 0) continue;
        tau = (A[q * n + q] - A[p * n + p]) / (2 * between);
        t   = (tau < 0 ? -1 : 1) / (fabs(tau) + sqrt(1 + tau * tau));
        c   = 1 / sqrt(1 + t * t);
        s   = t * c;
        rotate(n, A + p * n, A + q * n, 1, c, s);
        rotate(n, V + p * n, V + q * n, 1, c, s);
        rotate(n, A + p, A + q, n, c, s);
        A[p * n + q] = A[q * n + p] = 0;
      }
}
