/* curve.c: functions through points, and their derivatives in formulas. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "input/formula/expression.h"
#include "petsc_test.h"

static const double T[] = {-1, 0, 0.3, 1, 2.5, 2.6, 4}, F[] = {2, -1, -1, 3, 3.5, 9, 4};
enum { N = 7 };

static double at(const Interpolant *c, double t)
{
  return interpolant_value(c, interpolant_piece(c, t), t);
}

static void CheckLinear(void)
{
  Interpolant *c = interpolant_create(N, T, F, INTERPOLATE_LINEAR, EXTRAPOLATE_HOLD);

  for (int k = 0; k + 1 < N; k++)
    for (int i = 0; i <= 10; i++)
      CHECK_CLOSE(at(c, T[k] + i * (T[k + 1] - T[k]) / 10), F[k] + i * (F[k + 1] - F[k]) / 10,
                  1e-13, "between points");
  for (int k = 0; k < N; k++) CHECK(at(c, T[k]) == F[k], "at point %d", k);
  CHECK(at(c, -5) == 2 && at(c, 50) == 4, "held");
  CHECK(isnan(at(c, NAN)), "nowhere");
  interpolant_destroy(c);
}

static void CheckSteps(void)
{
  Interpolant *c = interpolant_create(N, T, F, INTERPOLATE_STEPS, EXTRAPOLATE_ZERO);

  for (int k = 0; k < N; k++) CHECK(at(c, T[k]) == F[k], "at point %d", k);
  CHECK(at(c, 0.2999999) == -1 && at(c, 2.49) == 3 && at(c, 3.9999) == 9, "before the next point");
  CHECK(at(c, -1.001) == 0 && at(c, 4.001) == 0, "zero outside");
  interpolant_destroy(c);
}

/* Through the points, with continuous slopes, and no value beyond those of its interval. */
static void CheckCubic(void)
{
  Interpolant *c = interpolant_create(N, T, F, INTERPOLATE_CUBIC, EXTRAPOLATE_HOLD);

  for (int k = 0; k + 1 < N; k++) {
    const double h = T[k + 1] - T[k], small = 1e-6 * h, low = fmin(F[k], F[k + 1]),
                 high = fmax(F[k], F[k + 1]);
    double before     = F[k];

    CHECK(at(c, T[k]) == F[k], "at point %d", k);
    for (int i = 1; i <= 1000; i++) {
      const double now = at(c, T[k] + i * h / 1000);

      CHECK(now >= low - 1e-14 && now <= high + 1e-14, "overshoots in interval %d", k);
      CHECK((now - before) * (F[k + 1] - F[k]) >= -1e-14, "turns in interval %d", k);
      before = now;
    }
    CHECK_CLOSE((at(c, T[k] + small) - F[k]) / small, c->slope[k], 1e-3, "slope behind a point");
    CHECK_CLOSE((F[k + 1] - at(c, T[k + 1] - small)) / small, c->slope[k + 1], 1e-3,
                "slope before a point");
  }
  interpolant_destroy(c);
}

/* The largest error for exp(t) on [0, 1] with n intervals of lengths 1, 2, 1, 2, ... */
static double error_of_exp(int n)
{
  double       t[200], f[200], most = 0;
  Interpolant *c;

  for (int k = 0; k <= n; k++) {
    t[k] = (k + k / 2) / (n + n / 2.);
    f[k] = exp(t[k]);
  }
  c = interpolant_create(n + 1, t, f, INTERPOLATE_CUBIC, EXTRAPOLATE_REFUSE);
  for (int i = 0; i <= 1000; i++) most = fmax(most, fabs(at(c, i / 1000.) - exp(i / 1000.)));
  interpolant_destroy(c);
  return most;
}

static void CheckOutside(void)
{
  Interpolant *r = interpolant_create(N, T, F, INTERPOLATE_LINEAR, EXTRAPOLATE_REFUSE),
              *p = interpolant_create(N, T, F, INTERPOLATE_CUBIC, EXTRAPOLATE_REPEAT);
  double g[N];

  for (double t = -1; t < 4; t += 0.0371)
    for (int k = -3; k < 4; k++) CHECK_CLOSE(at(p, t + 5 * k), at(p, t), 1e-12, "a period");
  CHECK(interpolant_covers(r, -1) && interpolant_covers(r, 4 + 1e-12) &&
          !interpolant_covers(r, 4.0001) && interpolant_covers(p, 99),
        "covered");
  CHECK(isnan(at(r, -2.01)) && isnan(at(r, 5.41)), "refused");
  CHECK_CLOSE(at(r, 4.7), 4 + 0.7 * (4 - 9) / 1.4, 1e-14, "in the margin: the line goes on");
  for (int k = 0; k < N; k++) g[k] = F[k];
  interpolant_destroy(p);
  g[N - 1] = g[0]; /* now it is smooth at the ends */
  p        = interpolant_create(N, T, g, INTERPOLATE_CUBIC, EXTRAPOLATE_REPEAT);
  CHECK(p->slope[0] == p->slope[N - 1] && p->slope[0] < 0, "a slope over the ends");
  interpolant_destroy(p);
  interpolant_destroy(r);
}

static void CheckSums(void)
{
  double       f[N];
  Interpolant *c[5];
  uint64_t     sum[5];

  for (int k = 0; k < N; k++) f[k] = F[k];
  f[3] = nextafter(f[3], 9);
  c[0] = interpolant_create(N, T, F, INTERPOLATE_LINEAR, EXTRAPOLATE_REFUSE);
  c[1] = interpolant_create(N, T, f, INTERPOLATE_LINEAR, EXTRAPOLATE_REFUSE);
  c[2] = interpolant_create(N, T, F, INTERPOLATE_CUBIC, EXTRAPOLATE_REFUSE);
  c[3] = interpolant_create(N, T, F, INTERPOLATE_LINEAR, EXTRAPOLATE_HOLD);
  c[4] = interpolant_create(N - 1, T, F, INTERPOLATE_LINEAR, EXTRAPOLATE_REFUSE);
  for (int i = 0; i < 5; i++) {
    sum[i] = interpolant_checksum(c[i]);
    for (int j = 0; j < i; j++) CHECK(sum[i] != sum[j], "%d and %d have one checksum", i, j);
    interpolant_destroy(c[i]);
  }
}

/* Derivatives of q(t) - 2 q(5t - 7) are those of the cubics in whose intervals the arguments are:
   also at points and ends of the table, and with spacings that are wider than its intervals. */
static PetscErrorCode CheckDerivatives(void)
{
  static const char *const t = "t";
  Interpolant             *c = interpolant_create(N, T, F, INTERPOLATE_CUBIC, EXTRAPOLATE_REFUSE);
  Symbols                  symbols;
  Expression               e;

  PetscFunctionBeginUser;
  PetscCall(SymbolsCreate(PETSC_COMM_SELF, &symbols));
  PetscCall(SymbolsAdd(symbols, "-test", (Symbol){.name = "q", .text = "-test", .interpolant = c}));
  PetscCall(ExpressionCreate(symbols, "-test", "q(t)-2*q(5*t-7)", 1, &t, &e));
  PetscCall(SymbolsDestroy(&symbols));
  for (double x = 1.2; x < 2.21; x += 0.1)
    for (double h = 1e-4; h < 0.5; h *= 10) {
      const double x2[] = {x, 5 * x - 7}, factor[] = {1, -10}, factor2[] = {1, -50};
      double       first = 0, second = 0;
      PetscReal    d1, d2;

      for (int i = 0; i < 2; i++) {
        const int    k = interpolant_piece(c, x2[i]).k;
        const double w = T[k + 1] - T[k], s = (x2[i] - T[k]) / w, d = F[k + 1] - F[k],
                     a = c->slope[k] * w, b = c->slope[k + 1] * w;
        const double c2 = 3 * d - 2 * a - b, c3 = a + b - 2 * d;

        first += factor[i] * (a + s * (2 * c2 + s * 3 * c3)) / w;
        second += factor2[i] * (2 * c2 + 6 * s * c3) / (w * w);
      }
      ExpressionDerivatives(e, x, h, &d1, &d2);
      CHECK_CLOSE(d1, first, 1e-9 * 1000, "first");
      CHECK_CLOSE(d2, second, 1e-7 * 50000,
                  "second"); /* of the curvature of the steepest interval, 5.5 in 0.1 */
    }
  CHECK_CLOSE(ExpressionValue(e, &(PetscReal){1.5}), at(c, 1.5) - 2 * at(c, 0.5), 1e-14,
              "differencing leaves nothing behind");
  PetscCall(ExpressionDestroy(&e));
  PetscFunctionReturn(PETSC_SUCCESS);
}

static PetscErrorCode Run(void)
{
  PetscFunctionBeginUser;
  CheckLinear();
  CheckSteps();
  CheckCubic();
  CheckOutside();
  CheckSums();
  CHECK(error_of_exp(40) < error_of_exp(20) / 7 && error_of_exp(80) < error_of_exp(40) / 7,
        "the third order: %g %g %g", error_of_exp(20), error_of_exp(40), error_of_exp(80));
  PetscCall(CheckDerivatives());
  PetscFunctionReturn(PETSC_SUCCESS);
}

int main(int argc, char *argv[]) { return TestMain(argc, argv, Run); }
