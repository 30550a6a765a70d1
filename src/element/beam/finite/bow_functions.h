/* bow_functions.h: functions of the axial force in the energy of beams that bend between their
   nodes (beam_bow.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_ELEMENT_BEAM_FINITE_BOW_FUNCTIONS_H
#define FS_ELEMENT_BEAM_FINITE_BOW_FUNCTIONS_H

#include "math/lanes.h"
#include "element/line_load.h"

/* BowFunction - A function of one variable, with its first and second derivative. */
typedef struct {
  Lanes value, first, second;
} BowFunction;

/* BowEntries - The entries of D or O as fractions of polynomials in x: factor * top / bottom. The
   entries are those of rows and columns 00, 01, 02, 11, 12, 22. */
typedef struct {
  double bottom[4], factor[6], top[6][3];
} BowEntries;

static const BowEntries bow_even = {
  {225225,     -30030,          770,         -4           },
  { 11. / 9,         13. / 15,           13. / 9,     13. / 5,    13. / 3, 1183. / 45},
  { {4095, -156, 1}, {0, -165, 2}, {0, 0, 1}, {3465, -372, 4}, {0, -21, 2}, {495, -60, 1}}
};
static const BowEntries bow_odd = {
  {1044225,    -73710,          1170,        -4             },
  { 39. / 11,        15. / 7,         255. / 77,     33. / 7,     51. / 7, 6885. / 539},
  { {8415, -220, 1}, {0, -221, 2}, {0, 0, 1}, {9945, -532, 4}, {0, -45, 2}, {5005, -308, 3}}
};

static ALWAYS_INLINE BowFunction bow_times(BowFunction f, BowFunction g)
{
  return (BowFunction){f.value * g.value, f.first * g.value + f.value * g.first,
                       f.second * g.value + 2 * f.first * g.first + f.value * g.second};
}

static ALWAYS_INLINE BowFunction bow_scaled(Lanes factor, BowFunction f)
{
  return (BowFunction){factor * f.value, factor * f.first, factor * f.second};
}

static ALWAYS_INLINE BowFunction bow_sum(BowFunction f, BowFunction g)
{
  return (BowFunction){f.value + g.value, f.first + g.first, f.second + g.second};
}

static ALWAYS_INLINE BowFunction bow_shifted(BowFunction f, Lanes constant)
{
  return (BowFunction){f.value + constant, f.first, f.second};
}

static ALWAYS_INLINE BowFunction bow_inverse(BowFunction f)
{
  const Lanes inverse = 1 / f.value, first = -f.first * inverse * inverse;

  return (BowFunction){inverse, first, -inverse * (2 * f.first * first + f.second * inverse)};
}

/* Returns f(x) as a function of the variable of x. */
static ALWAYS_INLINE BowFunction bow_composed(BowFunction f, BowFunction x)
{
  return (BowFunction){f.value, f.first * x.first,
                       f.second * x.first * x.first + f.first * x.second};
}

/* Returns a polynomial of degree n. */
static ALWAYS_INLINE BowFunction bow_polynomial(int n, const double c[], Lanes x)
{
  BowFunction f = {c[n] * x + c[n - 1], lanes_fill(c[n]), lanes_fill(0)};

  for (int k = n - 2; k >= 0; k--) {
    f.second = f.second * x + 2 * f.first;
    f.first  = f.first * x + f.value;
    f.value  = f.value * x + c[k];
  }
  return f;
}

/* Returns top/bottom, with the inverse of the value of bottom. */
static ALWAYS_INLINE BowFunction bow_fraction(BowFunction top, BowFunction bottom, Lanes inverse)
{
  BowFunction f = {top.value * inverse, top.first, top.second};

  f.first  = (f.first - f.value * bottom.first) * inverse;
  f.second = (f.second - 2 * f.first * bottom.first - f.value * bottom.second) * inverse;
  return f;
}

/* Computes the first n rows and columns of D or O, as functions of the variable of x. */
static ALWAYS_INLINE void bow_matrix(int n, const BowEntries *entries, BowFunction x,
                                     BowFunction M[BOW_EVEN][BOW_EVEN])
{
  const Lanes       most = lanes_fill(7), y = lanes_select(x.value < most, x.value, most);
  const Lanes       beyond  = x.value - y;
  const BowFunction bottom  = bow_polynomial(3, entries->bottom, y);
  const Lanes       inverse = 1 / bottom.value;
  int               k       = 0;

  for (int i = 0; i < n; i++)
    for (int j = i; j < n; j++, k++) {
      BowFunction f = bow_fraction(bow_polynomial(2, entries->top[k], y), bottom, inverse);

      f.value += beyond * (f.first + beyond * f.second / 2);
      f.first += beyond * f.second;
      M[j][i] = M[i][j] = bow_composed(bow_scaled(lanes_fill(entries->factor[k]), f), x);
    }
}

/* bow_factor - Returns s = 1 + u as a function of u. For negative u, far beyond the strains of real
   sections, s returns to 1, so that it stays positive and N^ grows with N: with v = 4 u^2, u has
   the factor (1 + v + v^2)/(1 + v + v^2 + v^3), which differs from 1 by 5e-8 at u = -0.03. */
static ALWAYS_INLINE BowFunction bow_factor(Lanes u)
{
  static const double c[4] = {1, 1, 1, 1};
  const Lanes         low = lanes_select(u < 0, u, lanes_fill(0)), v = 4 * low * low;
  const BowFunction   bottom = bow_polynomial(3, c, v);
  const BowFunction   f      = bow_fraction(bow_polynomial(2, c, v), bottom, 1 / bottom.value);

  return (BowFunction){1 + u * f.value, f.value + 2 * v * f.first,
                       8 * low * (3 * f.first + 2 * v * f.second)};
}

#endif
