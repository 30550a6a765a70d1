/* series.c: computes sums, products, powers and functions of truncated power series. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "series.h"

static int least(int a, int b) { return a < b ? a : b; }

Series series_constant(int n, double value) { return series_line(n, value, 0); }

Series series_line(int n, double value, double slope)
{
  return (Series){
    .n = n, .known = n, .c = {value, slope}
  };
}

int series_is_constant(const Series *a)
{
  for (int k = 1; k < a->known; k++)
    if (a->c[k] != 0) return 0;
  return 1;
}

Series series_sum(Series a, Series b, double factor)
{
  a.known = least(a.known, b.known);
  for (int k = 0; k < a.n; k++) a.c[k] += factor * b.c[k];
  return a;
}

/* Returns the number of zeros before the first coefficient, or a->known if all known ones are 0. */
static int leading_zeros(const Series *a)
{
  int k = 0;

  while (k < a->known && a->c[k] == 0) k++;
  return k;
}

Series series_product(Series a, Series b)
{
  const int za = leading_zeros(&a), zb = leading_zeros(&b);
  Series    y = {.n = a.n, .known = least(a.n, least(a.known + zb, b.known + za))};

  for (int k = 0; k < y.n; k++)
    for (int j = za; j <= k - zb; j++) y.c[k] += a.c[j] * b.c[k - j];
  return y;
}

/* Divides by s^zeros; the first coefficients, as many as zeros, are 0. */
static Series without_zeros(Series a, int zeros)
{
  for (int k = 0; k < a.n; k++) a.c[k] = k + zeros < a.n ? a.c[k + zeros] : 0;
  a.known -= zeros;
  return a;
}

Series series_quotient(Series a, Series b)
{
  const int zeros = leading_zeros(&b), first = leading_zeros(&a);
  Series    y = {.n = a.n, .c = {a.c[0] / b.c[0]}};

  if (zeros == b.known) return y;
  if (zeros > first) {
    y.c[0] = copysign(INFINITY, a.c[first] * b.c[zeros]);
    return y;
  }
  a       = without_zeros(a, zeros);
  b       = without_zeros(b, zeros);
  y.known = least(a.known, b.known);
  for (int k = 0; k < y.known; k++) {
    y.c[k] = a.c[k];
    for (int j = 1; j <= k; j++) y.c[k] -= b.c[j] * y.c[k - j];
    y.c[k] /= b.c[0];
  }
  return y;
}

/* Returns a^p for a series whose first coefficient is not 0. */
static Series power_of_unit(Series a, double p)
{
  Series y = {.n = a.n, .known = a.known};

  y.c[0] = pow(a.c[0], p);
  for (int k = 1; k < y.known; k++) {
    for (int j = 1; j <= k; j++) y.c[k] += (p * j - (k - j)) * a.c[j] * y.c[k - j];
    y.c[k] /= k * a.c[0];
  }
  return y;
}

Series series_power(Series a, double p)
{
  const int    zeros = leading_zeros(&a);
  const double first = zeros * p; /* the exponent of s in the first term */
  Series       y     = {.n = a.n, .known = a.n};

  if (p == 0) return series_constant(a.n, 1);
  if (!zeros) return a.known ? power_of_unit(a, p) : a;
  if (first < 0) {
    y.known = 0;
    y.c[0]  = INFINITY;
  }
  if (first < 0 || first >= a.n) return y;
  if (zeros == a.known || first != floor(first)) {
    y.known = (int)ceil(first);
    return y;
  }
  a = power_of_unit(without_zeros(a, zeros), p);
  for (int k = (int)first; k < y.n; k++) y.c[k] = a.c[k - (int)first];
  y.known = least(y.n, a.known + (int)first);
  return y;
}

static Series derivative_of(Series a)
{
  for (int k = 0; k + 1 < a.n; k++) a.c[k] = (k + 1) * a.c[k + 1];
  a.c[a.n - 1] = 0;
  a.known--;
  return a;
}

/* Returns the series that begins with value and has this derivative. */
static Series integral_of(Series rate, double value)
{
  for (int k = rate.n - 1; k > 0; k--) rate.c[k] = rate.c[k - 1] / k;
  rate.c[0]  = value;
  rate.known = least(rate.n, (rate.known < 0 ? 0 : rate.known) + 1);
  return rate;
}

/* Returns exp(x). */
static Series exponential(Series x)
{
  Series y = {.n = x.n, .known = x.known, .c = {exp(x.c[0])}};

  for (int k = 1; k < y.known; k++) {
    for (int j = 1; j <= k; j++) y.c[k] += j * x.c[j] * y.c[k - j];
    y.c[k] /= k;
  }
  return y;
}

/* Returns sin(x) or cos(x) for sign -1, sinh(x) or cosh(x) for sign 1. Each is the derivative of
   the other one, except for the sign. */
static Series wave(Series x, double sign, int even)
{
  Series odd_part  = {.n = x.n, .known = x.known, .c = {sign < 0 ? sin(x.c[0]) : sinh(x.c[0])}},
         even_part = {.n = x.n, .known = x.known, .c = {sign < 0 ? cos(x.c[0]) : cosh(x.c[0])}};

  for (int k = 1; k < x.known; k++) {
    for (int j = 1; j <= k; j++) {
      odd_part.c[k] += j * x.c[j] * even_part.c[k - j] / k;
      even_part.c[k] += sign * j * x.c[j] * odd_part.c[k - j] / k;
    }
  }
  return even ? even_part : odd_part;
}

/* Returns tan(x) for sign 1, tanh(x) for sign -1: y' = (1 + sign y^2) x'. */
static Series tangent(Series x, double sign)
{
  const Series rate = derivative_of(x);
  Series       y    = {.n = x.n, .known = x.known, .c = {sign > 0 ? tan(x.c[0]) : tanh(x.c[0])}};

  for (int k = 0; k + 1 < x.known; k++) {
    for (int j = 0; j <= k; j++) {
      double square = j == 0;

      for (int i = 0; i <= j; i++) square += sign * y.c[i] * y.c[j - i];
      y.c[k + 1] += square * rate.c[k - j] / (k + 1);
    }
  }
  return y;
}

/* Returns the function with the derivative factor x' (a + b x^2)^p that begins with value. */
static Series by_rate(Series x, double value, double factor, double a, double b, double p)
{
  Series square = series_product(x, x), rate = derivative_of(x);

  for (int k = 0; k < x.n; k++) square.c[k] *= b;
  square.c[0] += a;
  rate = series_product(rate, series_power(square, p));
  for (int k = 0; k < x.n; k++) rate.c[k] *= factor;
  return integral_of(rate, value);
}

/* Returns ln(x) / ln_base; value is the function at the start. */
static Series logarithm(Series x, double value, double ln_base)
{
  Series rate = series_quotient(derivative_of(x), x);

  for (int k = 0; k < x.n; k++) rate.c[k] /= ln_base;
  return integral_of(rate, value);
}

Series series_function(SeriesFunction f, Series x)
{
  const double at = x.c[0];

  if (f == SERIES_EXP && at == -INFINITY) return series_constant(x.n, 0); /* as exp(-1/t) at 0 */
  if (!x.known) return x;
  switch (f) {
  case SERIES_SIN:
    return wave(x, -1, 0);
  case SERIES_COS:
    return wave(x, -1, 1);
  case SERIES_TAN:
    return tangent(x, 1);
  case SERIES_ASIN:
    return by_rate(x, asin(at), 1, 1, -1, -0.5);
  case SERIES_ACOS:
    return by_rate(x, acos(at), -1, 1, -1, -0.5);
  case SERIES_ATAN:
    return by_rate(x, atan(at), 1, 1, 1, -1);
  case SERIES_SINH:
    return wave(x, 1, 0);
  case SERIES_COSH:
    return wave(x, 1, 1);
  case SERIES_TANH:
    return tangent(x, -1);
  case SERIES_ASINH:
    return by_rate(x, asinh(at), 1, 1, 1, -0.5);
  case SERIES_ACOSH:
    return by_rate(x, acosh(at), 1, -1, 1, -0.5);
  case SERIES_ATANH:
    return by_rate(x, atanh(at), 1, 1, -1, -1);
  case SERIES_EXP:
    return exponential(x);
  case SERIES_LN:
    return logarithm(x, log(at), 1);
  case SERIES_LOG2:
    return logarithm(x, log2(at), log(2));
  case SERIES_LOG10:
    return logarithm(x, log10(at), log(10));
  case SERIES_SQRT:
    return series_power(x, 0.5);
  }
  return x;
}

Series series_atan2(Series y, Series x)
{
  const Series turn   = series_sum(series_product(x, derivative_of(y)),
                                   series_product(y, derivative_of(x)), -1),
               square = series_sum(series_product(x, x), series_product(y, y), 1);

  return integral_of(series_quotient(turn, square), atan2(y.c[0], x.c[0]));
}

Series series_polynomial(const double p[4], Series x)
{
  Series y = series_constant(x.n, p[3]);

  x.c[0] = 0;
  for (int k = 2; k >= 0; k--) {
    y = series_product(y, x);
    y.c[0] += p[k];
  }
  y.known = x.known;
  return y;
}
