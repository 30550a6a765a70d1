/* series.h: truncated power series in the distance from a point, which differentiate formulas.

   A series holds a function near a point, on one side of it: f = c[0] + c[1] s + c[2] s^2 + ...
   with the distance s >= 0. Griewank & Walther, Evaluating Derivatives, 2008, ch. 13. The functions
   are pure. Series of one evaluation have the same n. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_INPUT_FORMULA_TABLES_SERIES_H
#define FS_INPUT_FORMULA_TABLES_SERIES_H

enum { SERIES_MAX = 9 }; /* largest number of coefficients */

typedef struct {
  int n;                /* number of coefficients that are computed */
  int known;            /* the first coefficients, at most n, are true; others are
                           unknown. If the function is infinite, it is 0 and c[0] is infinite */
  double c[SERIES_MAX]; /* [n] */
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

/* series_constant - Returns the series of a number. */
Series series_constant(int n, double value);

/* series_line - Returns value + slope s. */
Series series_line(int n, double value, double slope);

/* series_sum - Returns a + factor b. */
Series series_sum(Series a, Series b, double factor);
Series series_product(Series a, Series b);

/* series_quotient - Returns a / b. Zeros that a and b share cancel, as in sin(t)/t at 0. */
Series series_quotient(Series a, Series b);

/* series_power - Returns a^p. If a power of s that is no whole number occurs, only the coefficients
   below it are known. */
Series series_power(Series a, double p);
Series series_function(SeriesFunction f, Series x);
Series series_atan2(Series y, Series x);

/* series_polynomial - Returns the sum of p[k] (x - x0)^k over k = 0 to 3, where x0 is the constant
   of x. */
Series series_polynomial(const double p[4], Series x);

/* series_is_constant - Returns whether all known coefficients behind the first one are 0. */
int series_is_constant(const Series *a);

#endif
