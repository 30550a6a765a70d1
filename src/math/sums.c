/* sums.c: sums products of long arrays in SUM_LANES partial sums. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "sums.h"
#include "wide.h"

enum { SUM_LANES = 8 };

static inline double sum_of_lanes(const double sum[SUM_LANES])
{
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

SIMD_CLONES double array_dot(long n, const double a[], const double b[])
{
  double sum[SUM_LANES] = {0};
  long   i              = 0;

  for (; i + SUM_LANES <= n; i += SUM_LANES)
    for (int k = 0; k < SUM_LANES; k++) sum[k] += a[i + k] * b[i + k];
  for (int k = 0; i < n; i++, k++) sum[k] += a[i] * b[i];
  return sum_of_lanes(sum);
}

SIMD_CLONES double array_weighted_square(long n, const double d[], const double a[])
{
  double sum[SUM_LANES] = {0};
  long   i              = 0;

  for (; i + SUM_LANES <= n; i += SUM_LANES)
    for (int k = 0; k < SUM_LANES; k++) sum[k] += d[i + k] * a[i + k] * a[i + k];
  for (int k = 0; i < n; i++, k++) sum[k] += d[i] * a[i] * a[i];
  return sum_of_lanes(sum);
}
