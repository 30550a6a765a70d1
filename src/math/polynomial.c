/* polynomial.c: integrals, roots and extremes of polynomials of one variable. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "polynomial.h"

void polynomial_integral(int n, const double c[], double factor, double start, double s[])
{
  for (int k = n; k >= 0; k--) s[k + 1] = factor * c[k] / (k + 1);
  s[0] = start;
}

void polynomial_substitute(int n, const double c[], double a, double b, double d[])
{
  double power = 1;

  for (int k = 0; k <= n; k++) d[k] = c[k];
  for (int j = 0; j < n; j++) /* Horner's rule for c(a + u) */
    for (int k = n - 1; k >= j; k--) d[k] += a * d[k + 1];
  for (int k = 0; k <= n; k++, power *= b) d[k] *= power;
}

/* Computes the roots between 0 and 1 of a polynomial of degree 2, or less if c[2] is 0. */
static int roots_of_parabola(const double c[3], double root[2])
{
  const double square = c[1] * c[1] - 4 * c[2] * c[0];
  double       half, x[2];
  int          n = 0;

  if (!(square >= 0)) return 0;
  half = -(c[1] + copysign(sqrt(square), c[1])) / 2; /* without cancellation */
  x[0] = c[2] == 0 ? -1 : half / c[2];
  x[1] = half == 0 ? -1 : c[0] / half;
  if (x[0] > x[1]) {
    const double first = x[0];

    x[0] = x[1];
    x[1] = first;
  }
  for (int k = 0; k < 2; k++)
    if (x[k] > 0 && x[k] < 1 && !(n && x[k] == root[0])) root[n++] = x[k];
  return n;
}

/* Finds the root between a and b, where the values have different signs, by bisection with steps of
   Newton's method. */
static double root_between(int n, const double c[], double a, double b)
{
  const double at_a = polynomial_value(n, c, a);
  double       d[POLYNOMIAL_MAX], x = (a + b) / 2;

  polynomial_derivative(n, c, d);
  for (int k = 0; k < 60 && b - a > 1e-16; k++) {
    const double value = polynomial_value(n, c, x), slope = polynomial_value(n - 1, d, x);
    double       next;

    if (value == 0) return x;
    if ((value > 0) == (at_a > 0)) a = x;
    else b = x;
    next = x - value / slope;
    if (!(next > a && next < b)) next = (a + b) / 2;
    if (fabs(next - x) <= 1e-16 * x) return next;
    x = next;
  }
  return x;
}

int polynomial_roots(int n, const double c[], double root[])
{
  double d[POLYNOMIAL_MAX], turn[POLYNOMIAL_MAX], from = 0;
  int    turns, found = 0;

  while (n > 0 && c[n] == 0) n--;
  if (n == 0) return 0;
  if (n <= 2) {
    const double padded[3] = {c[0], c[1], n == 2 ? c[2] : 0};

    return roots_of_parabola(padded, root);
  }
  polynomial_derivative(n, c, d);
  turns = polynomial_roots(n - 1, d, turn);
  for (int k = 0; k <= turns; k++) {
    const double to      = k < turns ? turn[k] : 1;
    const double at_from = polynomial_value(n, c, from), at_to = polynomial_value(n, c, to);

    if ((at_from < 0 && at_to > 0) || (at_from > 0 && at_to < 0))
      root[found++] = root_between(n, c, from, to);
    from = to;
  }
  return found;
}

void polynomial_range(int n, const double c[], double range[2])
{
  const double last = polynomial_value(n, c, 1);
  double       d[POLYNOMIAL_MAX], root[POLYNOMIAL_MAX], bend = 0;
  int          roots = 0;

  range[0] = fmin(c[0], last);
  range[1] = fmax(c[0], last);
  for (int k = 2; k <= n; k++) bend += k * fabs(c[k]);
  if (n < 2 || fabs(c[1]) >= bend) return; /* the derivative does not change its sign */
  polynomial_derivative(n, c, d);
  roots = polynomial_roots(n - 1, d, root);
  for (int k = 0; k < roots; k++) {
    const double value = polynomial_value(n, c, root[k]);

    range[0] = fmin(range[0], value);
    range[1] = fmax(range[1], value);
  }
}

/* ---- Legendre's polynomials and Gauss's rules ------------------------------------------------ */

/* Implements Legendre's polynomials and Gauss's rules. */

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

void lobatto_rule(int n, double at[], double weight[])
{
  enum { ITERATIONS = 8 }; /* the last ones change nothing */
  const double pi = 3.14159265358979323846;
  double       P[GAUSS_MAX + 2];

  for (int k = 0; k < n; k++) {
    double r = -cos(pi * k / (n - 1));

    for (int i = 0; i < ITERATIONS; i++) { /* (1 - r^2) P' = (n - 1) (P[n - 2] - r P[n - 1]) */
      legendre(n + 1, r, P);
      r -= (r * P[n - 1] - P[n - 2]) / (n * P[n - 1]);
    }
    at[k]     = r;
    weight[k] = 1 / (n * (n - 1) * P[n - 1] * P[n - 1]);
  }
}
