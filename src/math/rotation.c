/* rotation.c: the exponential, logarithm and tangent maps of one rotation, and their
   derivatives.

   Angles have any size. The closed forms of coefficients subtract nearly equal numbers at small
   angles, so series replace them there (rotation_formulas.h). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "rotation.h"
#include "rotation_formulas.h"

/* ---- quaternions ----------------------------------------------------------------------------- */

void rotation_exp(const double theta[3], double q[4])
{
  const double t = dot(theta, theta);

  if (t <= ROTATION_SERIES_LIMIT) {
    quaternion_exp_series(theta, q);
  } else {
    const double angle = sqrt(t), s = sin(angle / 2) / angle;

    q[0] = cos(angle / 2);
    for (int i = 0; i < 3; i++) q[1 + i] = s * theta[i];
  }
}

void rotation_log(const double q[4], double theta[3])
{
  const double sign = q[0] < 0 ? -1 : 1, s = norm(q + 1), angle = 2 * atan2(s, sign * q[0]);
  /* sine of half of the angle: below it angle / s differs from 2 by s^2 / 3, less than 1e-16 */
  const double small = 1e-8, scale = sign * (s > small ? angle / s : 2);

  for (int i = 0; i < 3; i++) theta[i] = scale * q[1 + i];
}

void rotation_compose(const double a[4], const double b[4], double c[4])
{
  quaternion_product(1, a, b, c);
}
void rotation_relative(const double a[4], const double b[4], double c[4])
{
  quaternion_product(-1, a, b, c);
}

void rotation_matrix(const double q[4], double R[9]) { quaternion_matrix(q, R); }

/* Computes the largest component of q first, which avoids small divisors (Spurrier 1978). */
void rotation_from_matrix(const double R[9], double q[4])
{
  const double square[4] = {1 + R[0] + R[4] + R[8], 1 + R[0] - R[4] - R[8], 1 - R[0] + R[4] - R[8],
                            1 - R[0] - R[4] + R[8]}; /* 4 q_i^2 */
  double       sum       = 0;
  int          most      = 0;

  for (int i = 1; i < 4; i++)
    if (square[i] > square[most]) most = i;
  if (most == 0) {
    q[0] = square[0], q[1] = R[7] - R[5], q[2] = R[2] - R[6], q[3] = R[3] - R[1];
  } else {
    const int i = most - 1, j = (i + 1) % 3, k = (i + 2) % 3;

    q[0]     = R[3 * k + j] - R[3 * j + k];
    q[1 + i] = square[most];
    q[1 + j] = R[3 * j + i] + R[3 * i + j];
    q[1 + k] = R[3 * k + i] + R[3 * i + k];
  }
  for (int i = 0; i < 4; i++) sum += q[i] * q[i];
  for (int i = 0; i < 4; i++) q[i] /= sqrt(sum);
}

/* ---- coefficients, of t = theta^2 ------------------------------------------------------------ */

/* B = (1 - cos)/theta^2, C = (theta - sin)/theta^3 */
static void coefficients(double t, Coefficient *B, Coefficient *C)
{
  if (t <= ROTATION_SERIES_LIMIT) {
    coefficients_series(t, B, C);
  } else {
    const double theta = sqrt(t), cosine = cos(theta), A = sin(theta) / theta,
                 A1 = (cosine - A) / (2 * t);

    B->value  = (1 - cosine) / t;
    B->first  = (A - 2 * B->value) / (2 * t);
    B->second = (A1 - 4 * B->first) / (2 * t);
    C->value  = (1 - A) / t;
    C->first  = (B->value - 3 * C->value) / (2 * t);
    C->second = (B->first - 5 * C->first) / (2 * t);
  }
}

/* D = (1 - theta/2 cot(theta/2))/theta^2 and its first derivative */
static Coefficient inverse_coefficient(double t)
{
  Coefficient D = {0, 0, 0};

  if (t <= ROTATION_SERIES_LIMIT) {
    D = inverse_coefficient_series(t);
  } else {
    const double middle = sqrt(t) / 2, cotangent = cos(middle) / sin(middle),
                 x = middle * cotangent;

    D.value = (1 - x) / t;
    D.first = ((middle * middle * (1 + cotangent * cotangent) - x) / (2 * t) - D.value) / t;
  }
  return D;
}

/* ---- tangent maps ---------------------------------------------------------------------------- */

void rotation_tangent(const double theta[3], double T[9])
{
  Coefficient B, C;

  coefficients(dot(theta, theta), &B, &C);
  tangent_map(theta, -B.value, C.value, T);
}

void rotation_tangent_inverse(const double theta[3], double T[9])
{
  tangent_map(theta, 0.5, inverse_coefficient(dot(theta, theta)).value, T);
}

void rotation_tangent_slope(const double theta[3], const double u[3], double D[9])
{
  Coefficient B, C;

  coefficients(dot(theta, theta), &B, &C);
  tangent_map_slope(theta, u, negative(B), C, D);
}

void rotation_tangent_inverse_slope(const double theta[3], const double u[3], double D[9])
{
  tangent_map_slope(theta, u, constant(0.5), inverse_coefficient(dot(theta, theta)), D);
}

void rotation_tangent_curvature(const double theta[3], const double u[3], const double m[3],
                                double H[9])
{
  Coefficient B, C;

  coefficients(dot(theta, theta), &B, &C);
  tangent_map_curvature(theta, u, m, B, C, H);
}
