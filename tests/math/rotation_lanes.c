/* rotation_lanes.c: logarithms of several rotations at once against the library's functions, and
   coefficients of tangent maps against their closed forms in long double where these lose no digits
   that count. Rotations of several nodes against those of one, to the bit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "math/rotation.h"
#include "math/rotations.h"
#include "math/rotation_lanes.h"
#include "test.h"

static const double axis[3] = {2. / 3, -2. / 3, 1. / 3};

static void check_logarithm(double angle, int flipped)
{
  Lanes  q[4], theta[3];
  double p[4], turn[3];

  for (int i = 0; i < 3; i++) turn[i] = angle * axis[i];
  rotation_exp(turn, p);
  for (int i = 0; i < 4; i++) q[i] = lanes_fill(flipped ? -p[i] : p[i]);
  q[0][1] = 0; /* a neighbour too far */
  rotation_log_polynomial(q, theta);
  for (int i = 0; i < 3; i++) {
    CHECK(fabs(theta[i][0] - turn[i]) <= 4 * 2.3e-16 * angle, "log at %g is off by %g", angle,
          theta[i][0] - turn[i]);
    CHECK(isnan(theta[i][1]), "log of half a turn is %g", theta[i][1]);
  }
}

/* Round-off of the closed forms in long double, and that of the sums. */
static void check_coefficients(double t)
{
  const long double T = t, angle = sqrtl(T), s = sinl(angle / 2), b = 2 * s * s / T,
                    c  = (1 - sinl(angle) / angle) / T;
  const long double b1 = (sinl(angle) / angle - 2 * b) / (2 * T), c1 = (b - 3 * c) / (2 * T),
                    d = -b1 / b;
  const double most   = 8 * 2.3e-16 + 2e-18 / t;
  Coefficient  B, C, D = inverse_coefficient_series(lanes_fill(t));

  coefficients_series(lanes_fill(t), &B, &C);
  CHECK_CLOSE(B.value[0], (double)b, most * 0.5, "B");
  CHECK_CLOSE(C.value[0], (double)c, most * 0.2, "C");
  CHECK_CLOSE(B.first[0], (double)b1, most * 0.05, "B'");
  CHECK_CLOSE(C.first[0], (double)c1, most * 0.02, "C'");
  CHECK_CLOSE(D.value[0], (double)d, most * 0.1, "D");
}

/* Lanes turn by angles near and far, about axes of their own. */
static void check_bits(double angle)
{
  double        theta[LANES][3], u[LANES][3], ref[LANES][4], found[LANES][18], one[25];
  const double *turn[LANES], *rate[LANES], *origin[LANES];
  double       *q[LANES], *R[LANES], *w[LANES], *T[LANES], *slope[LANES];

  for (int k = 0; k < LANES; k++) {
    for (int i = 0; i < 3; i++) {
      theta[k][i] = angle * (1 + 0.3 * k) * axis[(i + k) % 3];
      u[k][i]     = 0.3 * (i - 1) + 0.1 * k;
    }
    rotation_exp(u[k], ref[k]);
    turn[k] = theta[k], rate[k] = u[k], origin[k] = ref[k];
    q[k] = found[k], R[k] = found[k] + 4, w[k] = found[k] + 13;
  }
  rotations_update(origin, turn, q, R);
  rotations_velocity(turn, rate, w);
  for (int k = 0; k < LANES; k++) {
    rotation_exp(theta[k], one);
    rotation_compose(ref[k], one, one);
    rotation_matrix(one, one + 4);
    rotation_tangent(theta[k], one + 16);
    for (int i = 0; i < 3; i++)
      one[13 + i] =
        one[16 + 3 * i] * u[k][0] + one[17 + 3 * i] * u[k][1] + one[18 + 3 * i] * u[k][2];
    CHECK(!memcmp(one, found[k], 16 * sizeof *one), "orientation and rate at %g, lane %d", angle,
          k);
  }
  for (int k = 0; k < LANES; k++) T[k] = found[k], slope[k] = found[k] + 9;
  rotations_tangent(turn, rate, T, slope);
  for (int k = 0; k < LANES; k++) {
    rotation_tangent(theta[k], one);
    rotation_tangent_slope(theta[k], u[k], one + 9);
    CHECK(!memcmp(one, found[k], 18 * sizeof *one), "tangent map and slope at %g, lane %d", angle,
          k);
  }
}

/* Rotations from another one, in a chart of its own: against quaternions one by one; lanes beyond
 * are told, and stay. */
static void check_rebase(double angle)
{
  double        theta[LANES][3], base[LANES][3], w[LANES][3], rate[LANES][3];
  const double *from[LANES], *spin[LANES];
  double       *to[LANES], *rates[LANES];
  double        before[LANES][3];
  int           others;

  for (int k = 0; k < LANES; k++) {
    for (int i = 0; i < 3; i++) {
      base[k][i]  = 0.2 * (k + 1) * axis[i];
      theta[k][i] = base[k][i] + angle * (1 + k) * axis[(i + k) % 3];
      w[k][i]     = 0.4 * (i - 1) - 0.1 * k;
    }
    from[k] = base[k], spin[k] = w[k], to[k] = theta[k], rates[k] = rate[k];
  }
  memcpy(before, theta, sizeof theta);
  others = rotations_rebase(from, spin, to, rates);
  for (int k = 0; k < LANES; k++) {
    const double size =
      before[k][0] * before[k][0] + before[k][1] * before[k][1] + before[k][2] * before[k][2];
    double a[4], b[4], turn[3], T[9];
    int    far;

    rotation_exp(base[k], a);
    rotation_exp(before[k], b);
    rotation_relative(a, b, b);
    rotation_log(b, turn);
    far = size > 4 || turn[0] * turn[0] + turn[1] * turn[1] + turn[2] * turn[2] >= 1;
    CHECK((others >> k & 1) == far, "rebase at %g, lane %d: whether it is far", angle, k);
    rotation_tangent_inverse(turn, T);
    for (int i = 0; i < 3; i++) {
      const double own = T[3 * i] * w[k][0] + T[3 * i + 1] * w[k][1] + T[3 * i + 2] * w[k][2];

      if (far) CHECK(theta[k][i] == before[k][i], "rebase at %g, lane %d has moved", angle, k);
      if (far) continue;
      CHECK_CLOSE(theta[k][i], turn[i], 1e-15, "rotation from the base");
      CHECK_CLOSE(rate[k][i], own, 1e-15, "its rate");
    }
  }
}

int main(void)
{
  for (int k = 0; k <= 2000; k++) check_logarithm(1.9999999 * k / 2000, k % 2);
  check_logarithm(1e-12, 0);
  for (int k = 0; k <= 400; k++) check_coefficients(0.04 + 3.96 * k / 400);
  for (int k = 0; k <= 60; k++) check_bits(0.1 * k);
  for (int k = 0; k <= 60; k++) check_rebase(0.031 * k);
  return TestReport();
}
