/* polynomial.h: polynomials of one variable u on the interval from 0 to 1, and Gauss's rules.

   A polynomial of degree n has the coefficients c[n + 1]: c[0] + c[1] u + ... + c[n] u^n. The
   functions are pure. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_POLYNOMIAL_H
#define FS_MATH_POLYNOMIAL_H

enum { POLYNOMIAL_MAX = 16 }; /* largest degree */

/* polynomial_value - Returns the value at u of the polynomial c[0] + c[1] u + ... + c[n] u^n. */
static inline double polynomial_value(int n, const double c[], double u)
{
  double sum = c[n];

  for (int k = n - 1; k >= 0; k--) sum = sum * u + c[k];
  return sum;
}

/* polynomial_derivative - Computes the coefficients d[n] of the derivative by u of a polynomial.

   Input:
     n  degree of the polynomial, at least 1
     c  [n + 1] coefficients of the polynomial */
static inline void polynomial_derivative(int n, const double c[], double d[])
{
  for (int k = 0; k < n; k++) d[k] = (k + 1) * c[k + 1];
}

/* polynomial_integral - Computes the coefficients of start + factor times the integral of a
   polynomial from 0 to u.

   Input:
     n  degree of the polynomial
     c  [n + 1] coefficients of the polynomial
   Output:
     s  [n + 2] coefficients of the result; the array may be c */
void polynomial_integral(int n, const double c[], double factor, double start, double s[]);

/* polynomial_substitute - Computes the coefficients d[n + 1] of the polynomial c(a + b u) from the
   coefficients c[n + 1] of c(u). The array d may be c. */
void polynomial_substitute(int n, const double c[], double a, double b, double d[]);

/* polynomial_roots - Computes the real roots of a polynomial c[0] + c[1] u + ... + c[n] u^n between
   0 and 1.

   Between two neighbouring roots of its derivative a polynomial has at most one root, which a
   bisection finds; this is repeated from the last derivative, of degree 2, upwards.
   Output:
     root  [n] the roots, in ascending order
   Returns the number of roots; 0 if all coefficients are 0. Roots of even multiplicity may be
   missing. */
int polynomial_roots(int n, const double c[], double root[]);

/* polynomial_range - Computes the least and the largest value of a polynomial for u from 0 to 1.

   Input:
     n      degree of the polynomial
     c      [n + 1] coefficients of the polynomial c[0] + c[1] u + ... + c[n] u^n
   Output:
     range  [2] the least value and the largest value */
void polynomial_range(int n, const double c[], double range[2]);

/* ---- Legendre's polynomials and Gauss's rules ------------------------------------------------ */

/* Legendre's polynomials, and the rules of Gauss and of Gauss-Lobatto, which are exact for
   products of them. */

/* The largest number of points of a Gauss rule. */
enum { GAUSS_MAX = 16 };

/* legendre - Computes the first n >= 2 Legendre polynomials P[n] at r, from -1 to 1. */
void legendre(int n, double r, double P[]);

/* gauss_rule - Computes the n points and weights of Gauss's rule on the interval [-1, 1], by
   Newton's method (Press et al., Numerical Recipes, 2007, ch. 4.6).

   Input:
     n       the number of points, at most GAUSS_MAX
   Output:
     at      [n] the points in increasing order, which are the zeros of Legendre's polynomial n
     weight  [n] the weights of the points, whose sum is 1 */
void gauss_rule(int n, double at[], double weight[]);

/* lobatto_rule - Computes the n points and weights of the Gauss-Lobatto rule on the interval
   [-1, 1], which has points at both ends, by Newton's method.

   Input:
     n       the number of points, from 2 to GAUSS_MAX
   Output:
     at      [n] the points in increasing order: -1, 1, and the extremes of Legendre's polynomial
             n - 1
     weight  [n] the weights of the points, whose sum is 1 */
void lobatto_rule(int n, double at[], double weight[]);

#endif
