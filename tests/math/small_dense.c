/* small_dense.c: equations and eigenvalues of random matrices, whose products are known. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "math/small_dense.h"
#include "test.h"

enum { N = 6 };

static double random_number(void) { return 2.0 * rand() / RAND_MAX - 1; }

/* Returns the largest entry of A B - C; if transposed, of A B^T - C. */
static double difference(const double A[], const double B[], const double C[], int transposed)
{
  double largest = 0;

  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++) {
      double sum = -C[N * i + j];

      for (int k = 0; k < N; k++) sum += A[N * i + k] * B[transposed ? N * j + k : N * k + j];
      largest = fmax(largest, fabs(sum));
    }
  return largest;
}

int main(void)
{
  for (int trial = 0; trial < 100; trial++) {
    double A[N * N], S[N * N] = {0}, copy[N * N], X[N * N], one[N * N], V[N * N], D[N * N];

    for (int i = 0; i < N * N; i++) A[i] = i == 0 ? 0 : random_number();
    for (int i = 0; i < N * N; i++) copy[i] = A[i], one[i] = i % (N + 1) == 0;
    CHECK(small_inverse(N, copy, X) > 1e-6, "random matrices are regular");
    CHECK(difference(A, X, one, 0) < 1e-9, "A times its inverse is 1"); /* pivots above 1e-6 */
    for (int i = 0; i < N * N; i++) copy[i] = i / N == 4 ? A[N + i % N] : A[i];
    CHECK(small_solve(N, N, copy, N, X) < 1e-14, "equal rows have a pivot of 0");
    for (int i = 0; i < N * N; i++)
      for (int k = 0; k < N; k++) S[i] += A[N * (i / N) + k] * A[N * (i % N) + k];
    for (int i = 0; i < N * N; i++) copy[i] = D[i] = S[i];
    CHECK(!small_cholesky(N, copy), "A A^T is positive definite");
    for (int i = 0; i < N * N; i++) copy[i] = i % N > i / N ? 0 : copy[i];
    CHECK(difference(copy, copy, S, 1) < 1e-13, "L L^T is A A^T");
    small_eigen(N, D, V);
    CHECK(difference(V, V, one, 1) < 1e-13, "eigenvectors are orthonormal");
    for (int i = 0; i < N * N; i++) copy[i] = D[(N + 1) * (i / N)] * V[i]; /* lambda V */
    CHECK(difference(V, S, copy, 0) < 1e-13, "V S is lambda V");
    S[0] = -S[0];
    CHECK(small_cholesky(N, S), "a matrix with a negative diagonal is not positive definite");
  }
  return TestReport();
}
