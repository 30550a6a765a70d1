/* sums.h: sums over long arrays, computed as several partial sums, which the processor computes at
   the same time.

   The last digits may differ from a sum that adds the entries in their order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_SUMS_H
#define FS_MATH_SUMS_H

double array_dot(long n, const double a[], const double b[]);             /* a . b */
double array_weighted_square(long n, const double d[], const double a[]); /* sum of d[i] a[i]^2 */

/* the same sums for arrays in single precision */
double array_dot_float(long n, const float a[], const float b[]);
double array_weighted_square_float(long n, const float d[], const float a[]);

#endif
