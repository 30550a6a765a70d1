/* lanes.h: vector registers that evaluate one formula for several elements at once.

   A Lanes is a vector of LANES numbers, one for each element. The position of a number in it is a
   lane. The operators + - * / and comparisons work lane by lane. A plain number in a formula counts
   as this number in all lanes. Processors with wide registers compute all lanes with one
   instruction in SIMD_CLONES functions (wide.h). The bits of the results are the same on all
   processors. lanes_log and lanes_exp have errors of up to two units in the last place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_LANES_H
#define FS_MATH_LANES_H

#include <math.h>
#include <stdint.h>
#include "wide.h"

enum { LANES = 4 };
typedef double Lanes __attribute__((vector_size(LANES * sizeof(double))));

/* LaneMask - A selection of lanes, the result of a comparison. A selected lane has -1, whose bits
   are all 1; the other lanes have 0. */
typedef int64_t LaneMask __attribute__((vector_size(LANES * sizeof(double))));

/* LaneBits - The bits of the numbers of a Lanes as unsigned integers, because sums of these may
   wrap around. */
typedef uint64_t LaneBits __attribute__((vector_size(LANES * sizeof(double))));

/* Returns x in all lanes. */
static ALWAYS_INLINE Lanes lanes_fill(double x) { return (Lanes){x, x, x, x}; }

/* Returns entry i of the array from[k] in each lane k. */
static ALWAYS_INLINE Lanes lanes_gather(const double *const from[LANES], int i)
{
  return (Lanes){from[0][i], from[1][i], from[2][i], from[3][i]};
}

/* Copies the numbers of lane k in from[n] to the array to[k][n], for k = 0 to lanes - 1. */
static ALWAYS_INLINE void lanes_scatter(const Lanes from[], int n, int lanes,
                                        double *const to[LANES])
{
  for (int k = 0; k < lanes; k++)
    for (int i = 0; i < n; i++) to[k][i] = from[i][k];
}

/* Makes a Lanes, a vector of four numbers, from numbers of a and b. The indices i, j, k and l are 0
   to 3 for numbers in a, and 4 to 7 for numbers in b. */
#if defined(__clang__)
#define LANES_SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define LANES_SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (LaneMask){i, j, k, l})
#endif

/* Transposes a matrix of four rows and four columns. Before, row[k] has the four numbers of element
   k; afterwards, row[i] has number i of all elements. A second call undoes this. */
static ALWAYS_INLINE void lanes_transpose(Lanes row[LANES])
{
  const Lanes even[2] = {LANES_SHUFFLE(row[0], row[1], 0, 4, 2, 6),
                         LANES_SHUFFLE(row[2], row[3], 0, 4, 2, 6)};
  const Lanes odd[2]  = {LANES_SHUFFLE(row[0], row[1], 1, 5, 3, 7),
                         LANES_SHUFFLE(row[2], row[3], 1, 5, 3, 7)};

  row[0] = LANES_SHUFFLE(even[0], even[1], 0, 1, 4, 5);
  row[1] = LANES_SHUFFLE(odd[0], odd[1], 0, 1, 4, 5);
  row[2] = LANES_SHUFFLE(even[0], even[1], 2, 3, 6, 7);
  row[3] = LANES_SHUFFLE(odd[0], odd[1], 2, 3, 6, 7);
}

/* Returns a in the lanes that w selects, and b in the others. */
static ALWAYS_INLINE Lanes lanes_select(LaneMask w, Lanes a, Lanes b)
{
  return (Lanes)((w & (LaneMask)a) | (~w & (LaneMask)b));
}

static ALWAYS_INLINE int lanes_any(LaneMask w) { return (w[0] | w[1] | w[2] | w[3]) != 0; }

static ALWAYS_INLINE Lanes lanes_sqrt(Lanes x)
{
  for (int k = 0; k < LANES; k++) x[k] = sqrt(x[k]);
  return x;
}

static ALWAYS_INLINE Lanes lanes_abs(Lanes x) { return (Lanes)((LaneMask)x & INT64_MAX); }

static ALWAYS_INLINE Lanes lanes_dot(const Lanes a[3], const Lanes b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Returns c[0] + c[1] x + ... + c[n - 1] x^(n - 1) for n > 4, in each lane of x. The sum is
   computed as four independent sums, which the processor computes at the same time. n must be a
   constant of the compiler. */
static ALWAYS_INLINE Lanes lanes_polynomial(int n, const double c[], Lanes x)
{
  const Lanes x2 = x * x, x4 = x2 * x2;
  Lanes       sum[4];

  for (int p = 0; p < 4; p++) {
    const int last = p + (n - 1 - p) / 4 * 4;

    sum[p] = lanes_fill(c[last]);
    for (int k = last - 4; k >= 0; k -= 4) sum[p] = sum[p] * x4 + c[k];
  }
  return (sum[0] + x * sum[1]) + x2 * (sum[2] + x * sum[3]);
}

/* Returns the natural logarithm of positive normal numbers; the result is undefined for others.

   Let x = 2^n m with m from sqrt(1/2) to sqrt(2), and s = (m - 1)/(m + 1). Then
     ln x = n ln 2 + 2 (s + s^3/3 + s^5/5 + ...). */
static ALWAYS_INLINE Lanes lanes_log(Lanes x)
{
  enum { MANTISSA = 52, TERMS = 10 };
  static const double factor[TERMS] = {2. / 3,  2. / 5,  2. / 7,  2. / 9,  2. / 11,
                                       2. / 13, 2. / 15, 2. / 17, 2. / 19, 2. / 21};
  static const double ln2[2]        = {0x1.62e42fefa3800p-1,
                                       0x1.ef35793c76730p-45}; /* n times the first is exact */
  const LaneBits      half_root     = (LaneBits)lanes_fill(0x1.6a09e667f3bcdp-1),
                 one                = (LaneBits)lanes_fill(1);
  const LaneBits n = ((LaneBits)x - half_root + one) >> MANTISSA; /* 1023 + exponent */
  const Lanes    m = (Lanes)((LaneBits)x - (n << MANTISSA) + one);
  const Lanes e = (Lanes)(n | (LaneBits)lanes_fill(0x1p52)) - (0x1p52 + 1023); /* n as a number */
  const Lanes s = (m - 1) / (m + 1), t = s * s;

  return e * ln2[0] + (2 * s + (s * t * lanes_polynomial(TERMS, factor, t) + e * ln2[1]));
}

/* Returns e^x for |x| up to 700, otherwise NAN.

   Let x = n ln 2 + y with |y| < 0.35. Then e^x = 2^n (1 + y + y^2/2 + ...). */
static ALWAYS_INLINE Lanes lanes_exp(Lanes x)
{
  enum { MANTISSA = 52, TERMS = 12 };
  static const double ln2[2]        = {0x1.62e42fefa3800p-1, 0x1.ef35793c76730p-45},
                      inverse_ln2   = 0x1.71547652b82fep0;
  static const double factor[TERMS] = {
    1. / 2,     1. / 6,      1. / 24,      1. / 120,      1. / 720,       1. / 5040,
    1. / 40320, 1. / 362880, 1. / 3628800, 1. / 39916800, 1. / 479001600, 1. / 6227020800};
  const Lanes shifted = x * inverse_ln2 + 0x1.8p52; /* the last bits are n */
  const Lanes n = shifted - 0x1.8p52, y = (x - n * ln2[0]) - n * ln2[1];
  const Lanes sum = 1 + (y + y * y * lanes_polynomial(TERMS, factor, y));

  return lanes_select(lanes_abs(x) <= 700, (Lanes)((LaneBits)sum + ((LaneBits)shifted << MANTISSA)),
                      lanes_fill(NAN));
}

#endif
