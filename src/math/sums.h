/* sums.h: sums over long arrays, as several partial sums that the processor overlaps.

   Round-off differs from that of one sum in the order of the entries. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_SUMS_H
#define FS_MATH_SUMS_H

double array_dot(long n, const double a[], const double b[]);             /* a . b */
double array_weighted_square(long n, const double d[], const double a[]); /* sum of d a^2 */

#endif
