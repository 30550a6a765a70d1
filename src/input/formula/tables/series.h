/* series.h: truncated power series in the distance from a point, which differentiate formulas.

   A series represents a function near a point, on one side of the point:
   f = c[0] + c[1] s + c[2] s^2 + ..., with the distance s >= 0 from the point. Arithmetic with
   series gives the derivatives of a formula without differences (Griewank & Walther, Evaluating
   Derivatives, 2008, ch. 13). The functions are pure. Series that are combined must have the same
   n. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_TABLES_SERIES_H
#define FS_INPUT_FORMULA_TABLES_SERIES_H

enum { SERIES_MAX = 9 }; /* largest number of coefficients */

/* Series - The first coefficients of a power series. */
typedef struct {
  int n; /* number of coefficients that are computed */
  /* number of coefficients, from c[0] on, that are correct; 0 if the function is infinite at the
     point */
  int    known;
  double c[SERIES_MAX]; /* [n] the coefficients */
} Series;

/* SeriesFunction - A function of one variable whose series is known. */
typedef enum {
  SERIES_SIN,
  SERIES_COS,
  SERIES_TAN,
  SERIES_ASIN,
  SERIES_ACOS,
  SERIES_ATAN,
  SERIES_SINH,
  SERIES_COSH,
  SERIES_TANH,
  SERIES_ASINH,
  SERIES_ACOSH,
  SERIES_ATANH,
  SERIES_EXP,
  SERIES_LN,
  SERIES_LOG2,
  SERIES_LOG10,
  SERIES_SQRT
} SeriesFunction;

/* series_constant - Returns the series of a constant, with n coefficients. */
Series series_constant(int n, double value);

/* series_line - Returns the series value + slope s, with n coefficients. */
Series series_line(int n, double value, double slope);

/* series_sum, series_product - Return the series of a + factor b, and of a b. */
Series series_sum(Series a, Series b, double factor);
Series series_product(Series a, Series b);

/* series_quotient - Returns the series of a / b.

   If a and b are both 0 at the point, their common power of s cancels, as in sin(t)/t at 0; then
   fewer coefficients are known. */
Series series_quotient(Series a, Series b);

/* series_power - Returns the series of a^p.

   If the result has a power of s that is not an integer, as sqrt(s) has, only the coefficients of
   lower powers are known. */
Series series_power(Series a, double p);

/* series_function, series_atan2 - Return the series of f(x), and of atan2(y, x). */
Series series_function(SeriesFunction f, Series x);
Series series_atan2(Series y, Series x);

/* series_polynomial - Returns the series of the cubic polynomial
   p[0] + p[1] d + p[2] d^2 + p[3] d^3, where d is x without the constant coefficient. */
Series series_polynomial(const double p[4], Series x);

/* series_is_constant - Returns 1 if all known coefficients after c[0] are 0, else 0. */
int series_is_constant(const Series *a);

#endif
