/* predictor.c: the prediction of v from values of q and v is exact for cubics from two points and
   for quintics from three (Zhang et al. 2022, eqs. (12)-(17)), has the coefficients of its eq.
   (14), and survives stage times that coincide. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "integrator/family.h"
#include "test.h"

static double power(double t, int n) { return n < 0 ? 0 : pow(t, n); }

static void check_polynomials(int n, const double tj[], double t)
{
  PetscReal m[3], d[3];

  predictor_coefficients(n, tj, t, m, d);
  for (int degree = 0; degree < 2 * n; degree++) {
    double v = 0;

    for (int j = 0; j < n; j++)
      v += m[j] * power(tj[j], degree) + d[j] * degree * power(tj[j], degree - 1);
    CHECK_CLOSE(v, degree * power(t, degree - 1), 1e-10 * (1 + fabs(v)),
                "prediction of a polynomial");
  }
}

static void check_equation_14(void)
{
  const double tj[] = {1.7, 1.2}, t = 2.4, a = (t - tj[0]) / (tj[0] - tj[1]);
  PetscReal    m[2], d[2];

  predictor_coefficients(2, tj, t, m, d);
  CHECK_CLOSE(m[0], -6 * a * a * (1 + a) / (t - tj[0]), 1e-12, "m0");
  CHECK_CLOSE(m[1], 6 * a * a * (1 + a) / (t - tj[0]), 1e-12, "m1");
  CHECK_CLOSE(d[0], (1 + a) * (1 + 3 * a), 1e-12, "n0");
  CHECK_CLOSE(d[1], a * (2 + 3 * a), 1e-12, "n1");
}

static void check_coinciding_times(void)
{
  const double same[] = {1, 0.5, 1}, pair[] = {1, 1};
  PetscReal    m[3], d[3], m2[3], d2[3];

  predictor_coefficients(3, same, 1.5, m, d); /* the third point goes */
  predictor_coefficients(2, same, 1.5, m2, d2);
  for (int j = 0; j < 2; j++) {
    CHECK_CLOSE(m[j], m2[j], 0, "m without the point that comes twice");
    CHECK_CLOSE(d[j], d2[j], 0, "d without the point that comes twice");
  }
  CHECK_CLOSE(m[2], 0, 0, "m of the point that comes twice");
  predictor_coefficients(2, pair, 1.5, m, d); /* constant */
  CHECK_CLOSE(d[0], 1, 0, "constant prediction");
  CHECK_CLOSE(fabs(d[1]) + fabs(m[0]) + fabs(m[1]), 0, 0, "nothing else");
}

int main(void)
{
  check_polynomials(1, (double[]){1.3}, 1.5);
  check_polynomials(2, (double[]){1.3, 0.9}, 1.5);
  check_polynomials(3, (double[]){1.3, 0.9, 0.2}, 1.5);
  check_polynomials(3, (double[]){0.61, 0.15, 0.5},
                    1.05); /* as the stages of an ESDIRK: not in order */
  check_equation_14();
  check_coinciding_times();
  return TestReport();
}
