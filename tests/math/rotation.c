/* rotation.c: exponential and logarithm against each other and in closed form, tangent maps against
   differences of the exponential, their derivatives against differences of the maps; angles from
   1e-9 to 1e-6 below pi, and beyond for the maps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "math/rotation.h"
#include "test.h"
#include "math/vector.h"

static const double axes[][3] = {
  {1,       0,      0      },
  {0,       0,      -1     },
  {0.48,    -0.6,   0.64   },
  {-2. / 3, 2. / 3, -1. / 3}
};
static const double angles[] = {1e-9, 1e-5,  0.9999e-3, 1e-3, 0.0999, 0.1001,   0.31,
                                0.33, 0.999, 1.001,     2,    3,      3.1415916};
enum { NAXES = 4, NANGLES = 13 };

static double difference(int n, const double a[], const double b[])
{
  double most = 0;

  for (int i = 0; i < n; i++) most = fmax(most, fabs(a[i] - b[i]));
  return most;
}

static void check_exponential(const double n[3], double angle)
{
  double theta[3], q[4], back[3], R[9], S[9], expected[9], identity[9], again[4], sign;

  for (int i = 0; i < 3; i++) theta[i] = angle * n[i];
  rotation_exp(theta, q);
  rotation_log(q, back);
  CHECK(difference(3, theta, back) <= 1e-15 * angle + 1e-24, "log(exp) at %g: %g", angle,
        difference(3, theta, back));
  rotation_matrix(q, R);
  skew(n, S);
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) /* Rodrigues */
      expected[3 * i + j] = cos(angle) * (i == j) + sin(angle) * S[3 * i + j] +
                            2 * pow(sin(angle / 2), 2) * n[i] * n[j];
  CHECK(difference(9, R, expected) <= 1e-15, "exp at %g: %g", angle, difference(9, R, expected));
  mat_t_mat(R, R, identity);
  for (int i = 0; i < 3; i++) identity[4 * i] -= 1;
  CHECK(difference(9, identity, (double[9]){0}) <= 2e-15, "R^T R at %g", angle);
  rotation_from_matrix(R, again);
  sign = again[0] * q[0] + dot(again + 1, q + 1) < 0 ? -1 : 1;
  for (int i = 0; i < 4; i++) again[i] *= sign;
  CHECK(difference(4, q, again) <= 1e-15, "quaternion of the matrix at %g: %g", angle,
        difference(4, q, again));
}

/* T u = the body angular velocity of exp(theta + s u) at s = 0, by a difference of fourth order. */
static void check_tangent(const double n[3], double angle)
{
  const double u[3] = {0.3, -0.7, 0.5}, weight[2] = {8, -1}, h = 1e-3;
  double       theta[3], T[9], I[9], inverse[9], Tu[3], rate[3] = {0, 0, 0}, q[4];

  for (int i = 0; i < 3; i++) theta[i] = angle * n[i];
  rotation_tangent(theta, T);
  rotation_tangent_inverse(theta, inverse);
  mat_mat(T, inverse, I);
  for (int i = 0; i < 3; i++) I[4 * i] -= 1;
  CHECK(difference(9, I, (double[9]){0}) <= 1e-14, "T T^-1 at %g: %g", angle,
        difference(9, I, (double[9]){0}));
  mat_vec(T, u, Tu);
  rotation_exp(theta, q);
  for (int step = 1; step <= 2; step++)
    for (int side = -1; side <= 1; side += 2) {
      double moved[3], p[4], turn[3];

      for (int i = 0; i < 3; i++) moved[i] = theta[i] + side * step * h * u[i];
      rotation_exp(moved, p);
      rotation_relative(q, p, p);
      rotation_log(p, turn);
      for (int i = 0; i < 3; i++) rate[i] += side * weight[step - 1] * turn[i] / (12 * h);
    }
  CHECK(difference(3, Tu, rate) <= 1e-11, "T at %g: %g", angle,
        difference(3, Tu, rate)); /* h^4, and 1e-16/h */
}

typedef void (*Map)(const double theta[3], double T[9]);
typedef void (*Slope)(const double theta[3], const double u[3], double D[9]);

/* Differences of fourth order of a vector function of theta. */
static void check_slope(const char name[], Map map, Slope of_map, const double theta[3],
                        double angle)
{
  const double u[3] = {0.3, -0.7, 0.5}, weight[2] = {8, -1}, h = 1e-3;
  double       D[9], expected[9] = {0};

  of_map(theta, u, D);
  for (int j = 0; j < 3; j++)
    for (int step = 1; step <= 2; step++)
      for (int side = -1; side <= 1; side += 2) {
        double moved[3] = {theta[0], theta[1], theta[2]}, T[9], Tu[3];

        moved[j] += side * step * h;
        map(moved, T);
        mat_vec(T, u, Tu);
        for (int i = 0; i < 3; i++)
          expected[3 * i + j] += side * weight[step - 1] * Tu[i] / (12 * h);
      }
  CHECK(difference(9, D, expected) <= 2e-11, "%s at %g: %g", name, angle,
        difference(9, D, expected));
}

static void check_curvature(const double theta[3], double angle)
{
  const double u[3] = {0.3, -0.7, 0.5}, m[3] = {-0.2, 0.9, 0.4}, weight[2] = {8, -1}, h = 1e-3;
  double       H[9], expected[9] = {0};

  rotation_tangent_curvature(theta, u, m, H);
  for (int j = 0; j < 3; j++)
    for (int step = 1; step <= 2; step++)
      for (int side = -1; side <= 1; side += 2) {
        double moved[3] = {theta[0], theta[1], theta[2]}, D[9], gradient[3];

        moved[j] += side * step * h;
        rotation_tangent_slope(moved, u, D);
        mat_t_vec(D, m, gradient);
        for (int i = 0; i < 3; i++)
          expected[3 * i + j] += side * weight[step - 1] * gradient[i] / (12 * h);
      }
  CHECK(difference(9, H, expected) <= 2e-11, "curvature at %g: %g", angle,
        difference(9, H, expected));
}

/* The shortest rotation vector past pi; products that stay unit quaternions. */
static void check_turns(void)
{
  const double theta[3] = {0, 0, 4}, third[3] = {0.2, -0.1, 0.3};
  double       q[4], back[3], p[4] = {1, 0, 0, 0};

  rotation_exp(theta, q);
  rotation_log(q, back);
  CHECK_CLOSE(back[2], 4 - 2 * acos(-1), 1e-15, "log beyond pi");
  rotation_exp(third, q);
  for (int i = 0; i < 1000000; i++) rotation_compose(p, q, p);
  CHECK_CLOSE(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3], 1, 1e-15,
              "norm after a million products");
}

int main(void)
{
  for (int a = 0; a < NAXES; a++)
    for (int k = 0; k < NANGLES; k++) {
      double theta[3];

      for (int i = 0; i < 3; i++) theta[i] = angles[k] * axes[a][i];
      check_exponential(axes[a], angles[k]);
      check_tangent(axes[a], angles[k]);
      check_slope("slope of T", rotation_tangent, rotation_tangent_slope, theta, angles[k]);
      check_slope("slope of T^-1", rotation_tangent_inverse, rotation_tangent_inverse_slope, theta,
                  angles[k]);
      check_curvature(theta, angles[k]);
    }
  check_turns();
  return TestReport();
}
