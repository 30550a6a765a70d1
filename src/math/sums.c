/* sums.c: sums products of long arrays in SUM_LANES partial sums.

   It is compiled for doubles, and as a part of sums_float.c. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "sums.h"
#include "wide.h"

#ifndef REAL
#define REAL double
#define SUM_NAME(function) function
#endif

enum { SUM_LANES = 8 };

static inline REAL sum_of_lanes(const REAL sum[SUM_LANES])
{
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

SIMD_CLONES double SUM_NAME(array_dot)(long n, const REAL a[], const REAL b[])
{
  REAL sum[SUM_LANES] = {0};
  long i              = 0;

  for (; i + SUM_LANES <= n; i += SUM_LANES)
    for (int k = 0; k < SUM_LANES; k++) sum[k] += a[i + k] * b[i + k];
  for (int k = 0; i < n; i++, k++) sum[k] += a[i] * b[i];
  return sum_of_lanes(sum);
}

SIMD_CLONES double SUM_NAME(array_weighted_square)(long n, const REAL d[], const REAL a[])
{
  REAL sum[SUM_LANES] = {0};
  long i              = 0;

  for (; i + SUM_LANES <= n; i += SUM_LANES)
    for (int k = 0; k < SUM_LANES; k++) sum[k] += d[i + k] * a[i + k] * a[i + k];
  for (int k = 0; i < n; i++, k++) sum[k] += d[i] * a[i] * a[i];
  return sum_of_lanes(sum);
}
