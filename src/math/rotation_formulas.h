/* rotation_formulas.h: the formulas of rotations, for doubles and for Lanes.

   rotation.c uses them with doubles, and rotation_lanes.h uses them for several rotations at once
   (NUMBER in vector.h). B and C are the coefficients of the matrix T(theta) = I - B [theta] + C
   [theta]^2, and D is that of T(theta)^-1 = I + [theta]/2 + D [theta]^2, where [theta] is the
   matrix of the cross product. These coefficients are functions of t = |theta|^2, so that
   derivatives by theta are smooth at 0. Source: Geradin & Cardona, Flexible Multibody Dynamics
   (2001), ch. 4. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FS_MATH_ROTATION_FORMULAS_H
#define FS_MATH_ROTATION_FORMULAS_H

#include "vector.h"
#include "wide.h"

/* The largest t = |theta|^2 for which functions of theta are summed as power series. Below, theta
   or t is called small if t is not larger than this. */
#define ROTATION_SERIES_LIMIT 4.

/* ---- quaternions ----------------------------------------------------------------------------- */

/* Computes the product c = a b of unit quaternions, or a^-1 b if sign is -1 instead of 1. c is
   normalized.

   The squared length 1 + off of the product differs from 1 only by round-off. The series of 1 /
   sqrt(1 + off) up to the second power is therefore exact to the last digit, and needs no root. */
static ALWAYS_INLINE void quaternion_product(double sign, const NUMBER a[4], const NUMBER b[4],
                                             NUMBER c[4])
{
  const NUMBER w = a[0], x = sign * a[1], y = sign * a[2], z = sign * a[3];
  const NUMBER p[4] = {
    w * b[0] - x * b[1] - y * b[2] - z * b[3], w * b[1] + x * b[0] + y * b[3] - z * b[2],
    w * b[2] - x * b[3] + y * b[0] + z * b[1], w * b[3] + x * b[2] - y * b[1] + z * b[0]};
  const NUMBER off = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - 1;
  const NUMBER n   = 1 - off * (0.5 - 0.375 * off);

  for (int i = 0; i < 4; i++) c[i] = n * p[i];
}

/* Computes the quaternion q = exp(theta) for small theta.

   Its components are the cosine of half the angle, and theta times the sine of half the angle over
   the angle. Both are power series in y = |theta|^2 / 4 <= 1. Their errors are one unit in the last
   place. */
static ALWAYS_INLINE void quaternion_exp_series(const NUMBER theta[3], NUMBER q[4])
{
  static const double cosine[] = {1,
                                  1. / 2,
                                  1. / 24,
                                  1. / 720,
                                  1. / 40320,
                                  1. / 3628800,
                                  1. / 479001600,
                                  1. / 87178291200.,
                                  1. / 20922789888000.,
                                  1. / 6402373705728000.};
  static const double sine[]   = {1. / 2,
                                  1. / 12,
                                  1. / 240,
                                  1. / 10080,
                                  1. / 725760,
                                  1. / 79833600,
                                  1. / 12454041600.,
                                  1. / 2615348736000.,
                                  1. / 711374856192000.,
                                  1. / 243290200817664000.};
  const NUMBER        zero = {0}, y = 0.25 * dot(theta, theta), y2 = y * y;
  NUMBER even[2] = {zero + cosine[8], zero + sine[8]}, odd[2] = {zero + cosine[9], zero + sine[9]},
         s;

  for (int k = 6; k >= 0; k -= 2) {
    even[0] = even[0] * y2 + cosine[k];
    odd[0]  = odd[0] * y2 + cosine[k + 1];
    even[1] = even[1] * y2 + sine[k];
    odd[1]  = odd[1] * y2 + sine[k + 1];
  }
  s    = even[1] - y * odd[1];
  q[0] = even[0] - y * odd[0];
  for (int i = 0; i < 3; i++) q[1 + i] = s * theta[i];
}

static ALWAYS_INLINE void quaternion_matrix(const NUMBER q[4], NUMBER R[9])
{
  const NUMBER w = q[0], x = q[1], y = q[2], z = q[3];

  R[0] = 1 - 2 * (y * y + z * z), R[1] = 2 * (x * y - w * z), R[2] = 2 * (x * z + w * y);
  R[3] = 2 * (x * y + w * z), R[4] = 1 - 2 * (x * x + z * z), R[5] = 2 * (y * z - w * x);
  R[6] = 2 * (x * z - w * y), R[7] = 2 * (y * z + w * x), R[8] = 1 - 2 * (x * x + y * y);
}

/* ---- coefficients, of t = theta^2 ------------------------------------------------------------ */

typedef struct {
  NUMBER value, first, second; /* value, and derivatives by t */
} Coefficient;

/* Computes B = (1 - cos)/theta^2 and C = (theta - sin)/theta^3 for small t, with errors of a few
   units in the last place.

   Stumpff's functions are c_n = sum over k of (-t)^k / (2 k + n)!, and B = c_2, C = c_3. They
   satisfy c_n = 1/n! - t c_(n+2), and the derivative of c_n is (n c_(n+2) - c_(n+1)) / 2. The
   series of c_6 and c_7 are summed; c_5 to c_2 follow from them without loss of digits. */
static ALWAYS_INLINE void coefficients_series(NUMBER t, Coefficient *B, Coefficient *C)
{
  static const double six[]   = {1. / 720,
                                 1. / 40320,
                                 1. / 3628800,
                                 1. / 479001600,
                                 1. / 87178291200.,
                                 1. / 20922789888000.,
                                 1. / 6402373705728000.,
                                 1. / 2432902008176640000.,
                                 1. / 1124000727777607680000.,
                                 1. / 620448401733239439360000.};
  static const double seven[] = {1. / 5040,
                                 1. / 362880,
                                 1. / 39916800,
                                 1. / 6227020800.,
                                 1. / 1307674368000.,
                                 1. / 355687428096000.,
                                 1. / 121645100408832000.,
                                 1. / 51090942171709440000.,
                                 1. / 25852016738884976640000.,
                                 1. / 15511210043330985984000000.};
  const NUMBER        zero = {0}, t2 = t * t;
  NUMBER even[2] = {zero + six[8], zero + seven[8]}, odd[2] = {zero + six[9], zero + seven[9]};
  NUMBER c2, c3, c4, c5, c6, c7;

  for (int k = 6; k >= 0; k -= 2) {
    even[0] = even[0] * t2 + six[k];
    odd[0]  = odd[0] * t2 + six[k + 1];
    even[1] = even[1] * t2 + seven[k];
    odd[1]  = odd[1] * t2 + seven[k + 1];
  }
  c6 = even[0] - t * odd[0];
  c7 = even[1] - t * odd[1];
  c5 = 1. / 120 - t * c7;
  c4 = 1. / 24 - t * c6;
  c3 = 1. / 6 - t * c5;
  c2 = 1. / 2 - t * c4;

  B->value  = c2;
  B->first  = c4 - c3 / 2;
  B->second = 2 * c6 - 1.25 * c5 + 0.25 * c4;
  C->value  = c3;
  C->first  = 1.5 * c5 - 0.5 * c4;
  C->second = 3.75 * c7 - 1.75 * c6 + 0.25 * c5;
}

/* Returns a coefficient that is x for all angles, so that its derivatives are 0. */
static ALWAYS_INLINE Coefficient constant(double x)
{
  const NUMBER zero = {0};

  return (Coefficient){zero + x, zero, zero};
}

/* Returns D = (1 - theta/2 cot(theta/2))/theta^2 = -B'/B and its first derivative, for small t.
   The second derivative is not computed. */
static ALWAYS_INLINE Coefficient inverse_coefficient_series(NUMBER t)
{
  Coefficient B, C, D = constant(0);
  NUMBER      inverse;

  coefficients_series(t, &B, &C);
  inverse = 1 / B.value;
  D.value = -B.first * inverse;
  D.first = D.value * D.value - B.second * inverse;
  return D;
}

static ALWAYS_INLINE Coefficient negative(Coefficient c)
{
  c.value  = -c.value;
  c.first  = -c.first;
  c.second = -c.second;
  return c;
}

/* ---- tangent maps ---------------------------------------------------------------------------- */

/* Computes the matrix X[9] = I + first [theta] + second [theta]^2. */
static ALWAYS_INLINE void tangent_map(const NUMBER theta[3], NUMBER first, NUMBER second,
                                      NUMBER X[9])
{
  const NUMBER x = theta[0], y = theta[1], z = theta[2], rest = 1 - second * dot(theta, theta);
  const NUMBER sx = second * x, sy = second * y, sz = second * z;

  X[0] = sx * x + rest, X[1] = sx * y - first * z, X[2] = sx * z + first * y;
  X[3] = sy * x + first * z, X[4] = sy * y + rest, X[5] = sy * z - first * x;
  X[6] = sz * x - first * y, X[7] = sz * y + first * x, X[8] = sz * z + rest;
}

/* Computes D[9], the derivative of the vector first(t) theta x u + second(t) theta x (theta x u) by
   theta for a constant u. */
static ALWAYS_INLINE void tangent_map_slope(const NUMBER theta[3], const NUMBER u[3],
                                            Coefficient first, Coefficient second, NUMBER D[9])
{
  const NUMBER along = second.value * dot(theta, u);
  NUMBER       once[3], twice[3], S[9];

  cross(theta, u, once);
  cross(theta, once, twice);
  skew(u, S);
  for (int i = 0; i < 3; i++) {
    const NUMBER a = 2 * (first.first * once[i] + second.first * twice[i] - second.value * u[i]);
    const NUMBER b = second.value * theta[i];

    for (int j = 0; j < 3; j++) D[3 * i + j] = a * theta[j] + b * u[j] - first.value * S[3 * i + j];
    D[4 * i] += along;
  }
}

/* Computes H[9], the second derivative of the number m . T u by theta for constant m and u. The
   number is
     m . T u = m . u - B l + C Q,
   with l = theta . (u x m) and Q = (theta . m)(theta . u) - |theta|^2 m . u. */
static ALWAYS_INLINE void tangent_map_curvature(const NUMBER theta[3], const NUMBER u[3],
                                                const NUMBER m[3], Coefficient B, Coefficient C,
                                                NUMBER H[9])
{
  const NUMBER mu = dot(m, u), tm = dot(theta, m), tu = dot(theta, u), t = dot(theta, theta);
  const NUMBER Q = tm * tu - t * mu;
  NUMBER       b[3], slope[3], l;

  cross(u, m, b);
  l = dot(theta, b);
  for (int i = 0; i < 3; i++) slope[i] = tu * m[i] + tm * u[i] - 2 * mu * theta[i]; /* dQ/dtheta */
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++)
      H[3 * i + j] = -2 * B.first * (theta[i] * b[j] + b[i] * theta[j]) +
                     C.value * (m[i] * u[j] + u[i] * m[j]) +
                     2 * C.first * (theta[i] * slope[j] + slope[i] * theta[j]) +
                     4 * (Q * C.second - l * B.second) * theta[i] * theta[j];
    H[4 * i] += 2 * (Q * C.first - l * B.first) - 2 * C.value * mu;
  }
}

#endif
