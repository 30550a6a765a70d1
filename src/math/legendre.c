/* legendre.c: implements Legendre's polynomials and Gauss's rules. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "legendre.h"

void legendre(int n, double r, double P[])
{
  P[0] = 1;
  P[1] = r;
  for (int j = 1; j + 1 < n; j++) P[j + 1] = ((2 * j + 1) * r * P[j] - j * P[j - 1]) / (j + 1);
}

void gauss_rule(int n, double at[], double weight[])
{
  enum { ITERATIONS = 8 }; /* the last ones change nothing */
  const double pi = 3.14159265358979323846;
  double       P[GAUSS_MAX + 2];

  for (int k = 0; k < n; k++) {
    double r = -cos(pi * (k + 0.75) / (n + 0.5)), slope = 1;

    for (int i = 0; i < ITERATIONS; i++) {
      legendre(n + 2, r, P);
      slope = n * (r * P[n] - P[n - 1]) / (r * r - 1);
      r -= P[n] / slope;
    }
    at[k]     = r;
    weight[k] = 1 / ((1 - r * r) * slope * slope);
  }
}
