/* sums.c: sums over long arrays, LANES at a time. */
#include "sums.h"
#include "wide.h"

enum { LANES = 8 };

static inline double together(const double sum[LANES])
{
  return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

WIDE double array_dot(long n, const double a[], const double b[])
{
  double sum[LANES] = {0};
  long   i          = 0;

  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) sum[k] += a[i + k] * b[i + k];
  for (int k = 0; i < n; i++, k++) sum[k] += a[i] * b[i];
  return together(sum);
}

WIDE double array_square(long n, const double d[], const double a[])
{
  double sum[LANES] = {0};
  long   i          = 0;

  for (; i + LANES <= n; i += LANES)
    for (int k = 0; k < LANES; k++) sum[k] += d[i + k] * a[i + k] * a[i + k];
  for (int k = 0; i < n; i++, k++) sum[k] += d[i] * a[i] * a[i];
  return together(sum);
}
