/* legendre.h: Legendre's polynomials, and Gauss's rules, which are exact for products of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_LEGENDRE_H
#define FS_MATH_LEGENDRE_H

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

#endif
